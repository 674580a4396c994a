import { createClient } from '../../../src/client';
import { createFetchTransport } from '../../../src/client/http/fetch-transport';
import { createTransport, type Transport } from '../../../src/client/http/transport';
import type { RequestProgress } from '../../../src/client/request';
import { API_KEY, json, type Responder, rejection, serve, type TestServer } from '../../support/client/http-server';

function clientOf(fetch: (request: Request) => Promise<Response>) {
  const baseUrl = 'https://in.process/api';
  return createClient({ baseUrl, apiKey: API_KEY, fetch, requestTimeout: 100, maxRetries: 1 });
}

test('passes the request to the function and returns its response', async () => {
  const seen: unknown[] = [];
  const client = clientOf(async (request) => {
    const { method, url, headers } = request;
    seen.push(method, url, headers.get('authorization'), headers.get('content-type'), await request.text());
    return Response.json({ id: 'ipp_1' }, { status: 201 });
  });
  expect(await client.create('ip_policy', { description: 'ä' })).toEqual({ id: 'ipp_1' });
  const head = ['POST', 'https://in.process/api/ip_policies', `Bearer ${API_KEY}`, 'application/json'];
  expect(seen).toEqual([...head, '{"description":"ä"}']);
});

test('a delete has no body in either direction', async () => {
  const client = clientOf(async (request) => {
    expect([request.body, request.headers.get('content-type')]).toEqual([null, null]);
    return new Response(null, { status: 204 });
  });
  await client.delete('ip_policy', 'ipp_1');
});

test('a redirect is an error of the category routing', async () => {
  const client = clientOf(async () => Response.redirect('https://elsewhere.example/', 302));
  expect(await rejection(client.get('ip_policy', 'x'))).toMatchObject({ category: 'routing', status: 302 });
});

test('nothing is sent after an abort', async () => {
  const fetch = jest.fn(async () => new Response());
  const progress: RequestProgress = { deliveryStatus: 'no' };
  const request = { method: 'POST', url: new URL('http://127.0.0.1/') } as const;
  const reason = new Error('ended');
  const sent = createFetchTransport(fetch, 5000).send(request, {}, AbortSignal.abort(reason), progress);
  expect(await rejection(sent)).toBe(reason);
  expect([fetch.mock.calls, progress]).toEqual([[], { deliveryStatus: 'no' }]);
});

test('a function that never returns times out', async () => {
  const error = await rejection(clientOf(() => new Promise(() => undefined)).create('ip_policy', {}));
  expect(error).toMatchObject({ category: 'timeout', deliveryStatus: 'maybe', sideEffect: 'unknown' });
});

test('a function that throws is a network error and is not retried', async () => {
  let calls = 0;
  const client = clientOf(async () => {
    calls += 1;
    throw new Error('a defect');
  });
  const message = expect.stringContaining('a defect');
  const error = await rejection(client.get('ip_policy', 'x'));
  expect(error).toMatchObject({ category: 'network', deliveryStatus: 'maybe', message });
  expect(calls).toBe(1);
});

const servers: TestServer[] = [];
const transports: Transport[] = [];
afterEach(async () => {
  for (const each of [...transports.splice(0), ...servers.splice(0)]) await each.close();
});

/** `send` sends a request to a server that responds like this; its response may have up to 5,000 bytes. */
async function connectTo(respond: Responder) {
  const server = await serve(respond);
  servers.push(server);
  const transport = createTransport({ origin: server.url, maxConnections: 1, maxResponseSize: 5000 });
  transports.push(transport);
  const progress: RequestProgress = { deliveryStatus: 'no' };
  const { signal } = new AbortController();
  const send = () => transport.send({ method: 'GET', url: new URL(server.url) }, {}, signal, progress);
  return { send, progress };
}

describe('an endless response is refused after 5,000 bytes', () => {
  test('from a function', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) });
    const transport = createFetchTransport(async () => new Response(endless), 5000);
    const progress: RequestProgress = { deliveryStatus: 'no' };
    const request = { method: 'GET', url: new URL('http://127.0.0.1/') } as const;
    const error = await rejection(transport.send(request, {}, new AbortController().signal, progress));
    const message = 'the response is longer than 5000 bytes';
    expect(error).toMatchObject({ name: 'ResponseTooLargeError', message });
    expect(progress).toEqual({ deliveryStatus: 'yes', status: 200 });
  });

  test('from the network', async () => {
    const { send, progress } = await connectTo((_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(1000), () => setImmediate(more));
      };
      more();
    });
    expect(await rejection(send())).toMatchObject({ name: 'ResponseTooLargeError' });
    expect(progress).toEqual({ deliveryStatus: 'yes', status: 200 });
  });
});

test('a response of 5,000 bytes is accepted', async () => {
  const { send } = await connectTo((_, response) => json(response, 200, 'x'.repeat(4998)));
  expect((await send()).body).toHaveLength(5000);
});

test('a transport that failed to open its connections tries again', async () => {
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
  try {
    const { send } = await connectTo((_, response) => json(response, 200, {}));
    await expect(send()).rejects.toThrow('out of memory');
    expect(await send()).toMatchObject({ status: 200 });
  } finally {
    undici.Pool = Pool;
  }
});
