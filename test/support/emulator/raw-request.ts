/** Requests with headers that `fetch` does not send, such as `host`, and with bodies that it refuses. */
import { request } from 'node:http';

export function sendRaw(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: Buffer | string,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      resolve({ status: incoming.statusCode, body: Buffer.concat(chunks).toString() });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
