import { createClient } from '../../../src/client';
import { createFetchTransport } from '../../../src/client/http/fetch-transport';
import { createTransport } from '../../../src/client/http/transport';
import type { RequestProgress } from '../../../src/client/request';
import { API_KEY, json, rejection, serve } from '../../support/client/http-server';

function clientOf(fetch: (request: Request) => Promise<Response>) {
  return createClient({
    baseUrl: 'https://in.process/api',
    apiKey: API_KEY,
    fetch,
    requestTimeout: 100,
    maxRetries: 0,
  });
}

test('passes the request to the function and returns its response', async () => {
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

test('a redirect is not followed, and is an error', async () => {
  const client = clientOf(async () => Response.redirect('https://elsewhere.example/', 302));
  expect(await rejection(client.get('ip_policy', 'x'))).toMatchObject({ category: 'routing', status: 302 });
});

test('a function that never returns times out', async () => {
  expect(await rejection(clientOf(() => new Promise(() => undefined)).create('ip_policy', {}))).toMatchObject({
    category: 'timeout',
    deliveryStatus: 'maybe',
    sideEffect: 'unknown',
  });
});

test('a function that throws is a network error and is not retried', async () => {
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
    category: 'network',
    deliveryStatus: 'maybe',
    message: expect.stringContaining('a defect'),
  });
  expect(calls).toBe(1);
});

describe('a response that is too long is not read to its end', () => {
  const request = { method: 'GET', url: new URL('http://127.0.0.1/') } as const;
  const signal = new AbortController().signal;

  test('from a function', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) });
    const transport = createFetchTransport(async () => new Response(endless), 5000);
    const progress: RequestProgress = { deliveryStatus: 'no' };
    expect(await rejection(transport.send(request, {}, signal, progress))).toMatchObject({
      name: 'ResponseTooLargeError',
      message: 'the response is longer than 5000 bytes',
    });
    expect(progress).toEqual({ deliveryStatus: 'yes', status: 200 });
  });

  test('from the network', async () => {
    const server = await serve((_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(1000), () => setImmediate(more));
      };
      more();
    });
    const transport = createTransport({ origin: server.url, maxConnections: 1, maxResponseSize: 5000 });
    const progress: RequestProgress = { deliveryStatus: 'no' };
    expect(
      await rejection(transport.send({ ...request, url: new URL(server.url) }, {}, signal, progress)),
    ).toMatchObject({ name: 'ResponseTooLargeError' });
    expect(progress).toEqual({ deliveryStatus: 'yes', status: 200 });
    await transport.close();
    await server.close();
  });

  test('a response of exactly the maximum length is accepted', async () => {
    const server = await serve((_, response) => json(response, 200, 'x'.repeat(4998)));
    const transport = createTransport({ origin: server.url, maxConnections: 1, maxResponseSize: 5000 });
    const received = await transport.send({ ...request, url: new URL(server.url) }, {}, signal, {
      deliveryStatus: 'no',
    });
    expect(received.body).toHaveLength(5000);
    await transport.close();
    await server.close();
  });
});

test('a transport that failed to open its connections tries again', async () => {
  const server = await serve((_, response) => json(response, 200, {}));
  const undici = require('undici') as { Pool: typeof import('undici').Pool };
  const { Pool } = undici;
  let failures = 1;
  class Failing extends Pool {
    constructor(...options: ConstructorParameters<typeof Pool>) {
      if (failures-- > 0) throw new Error('out of memory');
      super(...options);
    }
  }
  undici.Pool = Failing;
  const transport = createTransport({ origin: server.url, maxConnections: 1, maxResponseSize: 5000 });
  const send = () =>
    transport.send({ method: 'GET', url: new URL(server.url) }, {}, new AbortController().signal, {
      deliveryStatus: 'no',
    });
  try {
    await expect(send()).rejects.toThrow('out of memory');
    expect(await send()).toMatchObject({ status: 200 });
  } finally {
    undici.Pool = Pool;
    await transport.close();
    await server.close();
  }
});
