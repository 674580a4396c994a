/** Requests with headers that `fetch` does not send, such as `host`, and with bodies that it refuses. */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export function sendRaw(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: Buffer | string,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, async (incoming) => {
      resolve({ status: incoming.statusCode, body: (await buffer(incoming)).toString() });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
