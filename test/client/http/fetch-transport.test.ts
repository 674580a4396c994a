/** A service in this process, and the size of what is read from it. */
import { createClient } from '../../../src/client';
import { createInProcessTransport } from '../../../src/client/http/fetch-transport';
import type { Progress } from '../../../src/client/http/request';
import { createTransport } from '../../../src/client/http/transport';
import { API_KEY, collect, json, rejection, serve } from '../../support/client/http-server';

function clientOf(fetch: (request: Request) => Promise<Response>) {
  return createClient({
    baseUrl: 'https://in.process/api',
    apiKey: API_KEY,
    fetch,
    requestTimeout: 100,
    maxRetries: 0,
  });
}

test('gets the very request, and its answer is the answer', async () => {
  const seen: unknown[] = [];
  const client = clientOf(async (request) => {
    seen.push([
      request.method,
      request.url,
      request.headers.get('authorization'),
      request.headers.get('content-type'),
      await request.text(),
    ]);
    return Response.json({ id: 'ipp_1' }, { status: 201 });
  });
  expect(await client.create('ip_policy', { description: 'ä' })).toEqual({ id: 'ipp_1' });
  expect(seen).toEqual([
    ['POST', 'https://in.process/api/ip_policies', `Bearer ${API_KEY}`, 'application/json', '{"description":"ä"}'],
  ]);
});

test('a delete has no body in either direction', async () => {
  const client = clientOf(async (request) => {
    expect([request.body, request.headers.get('content-type')]).toEqual([null, null]);
    return new Response(null, { status: 204 });
  });
  await client.delete('ip_policy', 'ipp_1');
});

test('lists go on at the configured origin', async () => {
  const client = clientOf(async ({ url }) =>
    Response.json({
      ip_policies: [{ id: url.includes('before_id') ? 'a' : 'b' }],
      next_page_uri: url.includes('before_id') ? null : 'https://in.process/api/ip_policies?before_id=b',
    }),
  );
  expect(await collect(client.ipPolicies.list())).toMatchObject([{ id: 'b' }, { id: 'a' }]);
});

test('a redirect is an answer like any other', async () => {
  const client = clientOf(async () => Response.redirect('https://elsewhere.example/', 302));
  expect(await rejection(client.get('ip_policy', 'x'))).toMatchObject({ kind: 'routing', status: 302 });
});

test('a function that never answers is timed out', async () => {
  expect(await rejection(clientOf(() => new Promise(() => undefined)).create('ip_policy', {}))).toMatchObject({
    kind: 'timeout',
    sent: 'maybe',
    outcome: 'unknown',
  });
});

test('a function that throws is a network error that is not repeated', async () => {
  let calls = 0;
  const client = createClient({
    baseUrl: 'https://in.process',
    apiKey: API_KEY,
    fetch: async () => {
      calls += 1;
      throw new Error('a defect');
    },
  });
  expect(await rejection(client.get('ip_policy', 'x'))).toMatchObject({
    kind: 'network',
    sent: 'maybe',
    message: expect.stringContaining('a defect'),
  });
  expect(calls).toBe(1);
});

describe('an answer that is too long is not read on', () => {
  const request = { method: 'GET', url: new URL('http://127.0.0.1/') } as const;
  const signal = new AbortController().signal;

  test('from a function', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) });
    const transport = createInProcessTransport(async () => new Response(endless), 5000);
    const progress: Progress = { sent: 'no' };
    expect(await rejection(transport.send(request, {}, signal, progress))).toMatchObject({
      name: 'ResponseTooLargeError',
      message: 'the answer is longer than 5000 bytes',
    });
    expect(progress).toEqual({ sent: 'yes', status: 200 });
  });

  test('from the network', async () => {
    const server = await serve((_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(1000), () => setImmediate(more));
      };
      more();
    });
    const transport = createTransport({ origin: server.url, connections: 1, maxResponseSize: 5000 });
    const progress: Progress = { sent: 'no' };
    expect(
      await rejection(transport.send({ ...request, url: new URL(server.url) }, {}, signal, progress)),
    ).toMatchObject({ name: 'ResponseTooLargeError' });
    expect(progress).toEqual({ sent: 'yes', status: 200 });
    await transport.close();
    await server.close();
  });

  test('an answer of just that length is', async () => {
    const server = await serve((_, response) => json(response, 200, 'x'.repeat(4998)));
    const transport = createTransport({ origin: server.url, connections: 1, maxResponseSize: 5000 });
    const answer = await transport.send({ ...request, url: new URL(server.url) }, {}, signal, { sent: 'no' });
    expect(answer.body).toHaveLength(5000);
    await transport.close();
    await server.close();
  });
});
