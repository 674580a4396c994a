import { createServer, type ServerResponse } from 'node:http';
import type { ClientEvent, ClientOptions } from '../../../src/client';
import { closeAll, connect, failure, json, rejection } from '../../support/client/http-server';

beforeEach(() => {
  // Full jitter at its shortest: no test waits for a back-off that it does not mean to.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await closeAll();
});

const object = { id: 'ipp_1', description: 'one' };
type Client = Awaited<ReturnType<typeof connect>>['client'];
const calls: Record<string, (client: Client) => Promise<unknown>> = {
  GET: (client) => client.get('ip_policy', 'ipp_1'),
  PATCH: (client) => client.update('ip_policy', 'ipp_1', { description: 'one' }),
  DELETE: (client) => client.delete('ip_policy', 'ipp_1'),
  POST: (client) => client.create('ip_policy', { description: 'one' }),
};

function succeed(response: ServerResponse, method: string): void {
  if (method === 'DELETE') response.writeHead(204).end();
  else json(response, 200, object);
}

/** Fails the first requests, then succeeds. */
function failFirst(times: number, fail: (response: ServerResponse) => void, options: Partial<ClientOptions> = {}) {
  return connect(({ method }, response, n) => (n <= times ? fail(response) : succeed(response, method)), options);
}

describe.each(['GET', 'PATCH', 'DELETE'])('%s', (method) => {
  const call = calls[method] as (client: Client) => Promise<unknown>;

  test.each([502, 503, 504])('is retried after %i', async (status) => {
    const { client, server } = await failFirst(2, (response) => json(response, status, failure(status, 'down')));
    await call(client);
    expect(server.arrived.map((request) => request.method)).toEqual([method, method, method]);
  });

  test('is retried after a broken connection', async () => {
    const { client, server } = await failFirst(1, (response) => response.socket?.resetAndDestroy());
    await call(client);
    expect(server.arrived).toHaveLength(2);
  });

  test('is retried after an incomplete response', async () => {
    const { client, server } = await failFirst(1, (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":', () => response.socket?.destroy());
    });
    await call(client);
    expect(server.arrived).toHaveLength(2);
  });

  test.each([400, 409, 500, 501])('is not retried after %i', async (status) => {
    const { client, server } = await failFirst(1, (response) => json(response, status, failure(status, 'no')));
    expect(await rejection(call(client))).toMatchObject({ status });
    expect(server.arrived).toHaveLength(1);
  });

  test('is tried six times by default, and says so', async () => {
    const { client, server } = await failFirst(100, (response) => json(response, 503, failure(503, 'down')));
    expect(await rejection(call(client))).toMatchObject({
      status: 503,
      message: expect.stringMatching(/It was tried 6 times\.$/),
    });
    expect(server.arrived).toHaveLength(6);
  });

  test('is retried only once after a timeout', async () => {
    const { client, server } = await failFirst(100, () => undefined, { requestTimeout: 300 });
    expect(await rejection(call(client))).toMatchObject({ category: 'timeout' });
    expect(server.arrived).toHaveLength(2);
  });
});

describe('POST', () => {
  const call = calls['POST'] as (client: Client) => Promise<unknown>;

  test.each([500, 502, 503, 504])('is not repeated after %i', async (status) => {
    const { client, server } = await failFirst(1, (response) => json(response, status, failure(status, 'down')));
    expect(await rejection(call(client))).toMatchObject({ status, sideEffect: 'unknown' });
    expect(server.arrived).toHaveLength(1);
  });

  test('is not repeated after a broken connection', async () => {
    const { client, server } = await failFirst(1, (response) => response.socket?.resetAndDestroy());
    expect(await rejection(call(client))).toMatchObject({ category: 'network', sideEffect: 'unknown' });
    expect(server.arrived).toHaveLength(1);
  });

  test('is not repeated after a timeout', async () => {
    const { client, server } = await failFirst(1, () => undefined, { requestTimeout: 300 });
    expect(await rejection(call(client))).toMatchObject({ category: 'timeout', sideEffect: 'unknown' });
    expect(server.arrived).toHaveLength(1);
  });

  test('is repeated while no connection is established', async () => {
    const events: ClientEvent[] = [];
    const { client, server } = await connect(() => undefined, { onEvent: (event) => events.push(event) });
    await server.close();
    expect(await rejection(call(client))).toMatchObject({
      category: 'network',
      deliveryStatus: 'no',
      sideEffect: 'not_sent',
    });
    expect(events.filter(({ type }) => type === 'sent')).toHaveLength(6);
  });
});

describe('a service that cannot be reached', () => {
  test('is retried by one call, and by no other until it responds', async () => {
    const sent: number[] = [];
    const { client, server } = await failFirst(0, () => undefined, {
      onEvent: ({ type, call }) => void (type === 'sent' && sent.push(call)),
    });
    const { port } = new URL(server.url);
    await server.close();
    await rejection(client.get('ip_policy', 'ipp_1'));
    expect(sent).toHaveLength(6);
    const errors = await Promise.all(Array.from({ length: 30 }, () => rejection(client.create('ip_policy', {}))));
    expect(sent).toHaveLength(36);
    for (const error of errors) {
      expect(error).toMatchObject({
        sideEffect: 'not_sent',
        message: expect.stringContaining('nothing listens there'),
      });
    }
    const back = createServer((_, response) => json(response, 200, object));
    await new Promise<void>((resolve) => back.listen(Number(port), '127.0.0.1', resolve));
    await client.get('ip_policy', 'ipp_1');
    await new Promise((resolve) => {
      back.close(resolve);
      back.closeAllConnections();
    });
    sent.length = 0;
    await rejection(client.get('ip_policy', 'ipp_1'));
    expect(sent).toHaveLength(6);
  });
});

describe('429', () => {
  test.each(Object.keys(calls))('is waited out for %s', async (method) => {
    const { client, server } = await failFirst(1, (response) =>
      json(response, 429, failure(429, 'slow down'), { 'retry-after': '0' }),
    );
    await calls[method]?.(client);
    expect(server.arrived).toHaveLength(2);
  });

  test('waits as long as Retry-After says', async () => {
    const events: ClientEvent[] = [];
    const { client } = await failFirst(
      1,
      (response) => json(response, 429, failure(429, 'slow down'), { 'retry-after': '1' }),
      { onEvent: (event) => events.push(event) },
    );
    const started = performance.now();
    await client.get('ip_policy', 'ipp_1');
    expect(performance.now() - started).toBeGreaterThanOrEqual(999);
    expect(events).toContainEqual(expect.objectContaining({ type: 'retried', delayMs: 1000 }));
  });

  test('holds another call back too', async () => {
    const refused = new EventTarget();
    const seen = new Promise((resolve) => refused.addEventListener('retried', resolve));
    const { client, server } = await failFirst(
      1,
      (response) => json(response, 429, failure(429, 'slow down'), { 'retry-after': '60' }),
      { onEvent: ({ type }) => refused.dispatchEvent(new Event(type)) },
    );
    const abort = new AbortController();
    const first = rejection(client.get('ip_policy', 'ipp_1', { signal: abort.signal }));
    await seen;
    expect(await rejection(client.get('ip_policy', 'ipp_2', { timeout: 50 }))).toMatchObject({
      category: 'timeout',
      deliveryStatus: 'no',
    });
    abort.abort();
    expect(await first).toMatchObject({ category: 'aborted' });
    expect(server.arrived).toHaveLength(1);
  });

  test('that asks for too long is an error at once', async () => {
    const { client, server } = await failFirst(9, (response) =>
      json(response, 429, failure(429, 'slow down', { error_code: 'ERR_226' }), { 'retry-after': '3600' }),
    );
    expect(await rejection(client.get('ip_policy', 'ipp_1'))).toMatchObject({
      category: 'rate_limit',
      code: 'ERR_226',
      sideEffect: 'no_effect',
      message: expect.stringMatching(/The service asks to wait 3600 s, which is longer than the maximum of 300 s/),
    });
    expect(server.arrived).toHaveLength(1);
  });

  test('again and again is an error that says how long the call has waited, and announces each wait', async () => {
    const waits: number[] = [];
    const { client } = await failFirst(
      9,
      (response) => json(response, 429, failure(429, 'slow down'), { 'retry-after': '1' }),
      {
        maxRetries: 1,
        onEvent(event) {
          if (event.type !== 'retried') return;
          waits.push(event.delayMs);
          // The wait begins with the response, not when the process has time for it.
          const until = performance.now() + 50;
          while (performance.now() < until);
        },
      },
    );
    expect(await rejection(client.create('ip_policy', {}))).toMatchObject({
      category: 'rate_limit',
      sideEffect: 'no_effect',
      retryable: true,
      message: expect.stringMatching(
        /It was tried 2 times and waited \d+(\.\d)? s because of 429 \(too many requests\)\.$/,
      ),
    });
    expect(waits).toEqual([1000]);
  });

  test('without Retry-After announces the rest of the window', async () => {
    const abort = new AbortController();
    const waits: number[] = [];
    const { client } = await failFirst(9, (response) => json(response, 429, failure(429, 'slow down')), {
      onEvent(event) {
        if (event.type !== 'retried') return;
        waits.push(event.delayMs);
        abort.abort();
      },
    });
    await rejection(client.get('ip_policy', 'ipp_1', { signal: abort.signal }));
    expect(waits).toEqual([60_000]);
  });
});

describe('a wait', () => {
  test.each([
    ['a signal', 'aborted', (signal: AbortSignal) => ({ signal })],
    ['a stop', 'aborted', (stop: AbortSignal) => ({ stop })],
  ])('for the rate limit ends at once by %s', async (_, kind, call) => {
    const abort = new AbortController();
    const { client, server } = await failFirst(9, (response) => json(response, 429, failure(429, 'slow down')), {
      onEvent: ({ type }) => type === 'retried' && abort.abort(),
    });
    const error = await rejection(client.create('ip_policy', {}, call(abort.signal)));
    expect(error).toMatchObject({
      category: kind,
      status: 429,
      sideEffect: 'no_effect',
      message: expect.stringMatching(/It was not tried again because the call was aborted\.$/),
    });
    expect(server.arrived).toHaveLength(1);
  });

  test('between retries ends at once, and what may have been done stays unknown', async () => {
    const abort = new AbortController();
    const { client, server } = await failFirst(
      9,
      (response) => json(response, 503, failure(503, 'down'), { 'retry-after': '60' }),
      { onEvent: ({ type }) => type === 'retried' && abort.abort() },
    );
    expect(await rejection(client.update('ip_policy', 'ipp_1', { a: '1' }, { stop: abort.signal }))).toMatchObject({
      category: 'aborted',
      sideEffect: 'unknown',
    });
    expect(server.arrived).toHaveLength(1);
  });

  test('ends with the time of the whole call', async () => {
    const { client } = await failFirst(9, (response) => json(response, 429, failure(429, 'slow down')));
    expect(await rejection(client.get('ip_policy', 'ipp_1', { timeout: 500 }))).toMatchObject({
      category: 'timeout',
      message: expect.stringMatching(/It was not tried again because the time limit of the call was reached\.$/),
    });
  });
});

test('what an earlier request may have done is not forgotten for a later refusal', async () => {
  const { client } = await connect((_, response, n) =>
    n === 1 ? response.socket?.resetAndDestroy() : json(response, 400, failure(400, 'no')),
  );
  expect(await rejection(client.update('ip_policy', 'ipp_1', { a: '1' }))).toMatchObject({
    status: 400,
    sideEffect: 'unknown',
  });
});

test('the rate limiter delays requests above the limit', async () => {
  const { client, server } = await failFirst(0, () => undefined, { maxRequestsPerMinute: 2 });
  await Promise.all([client.get('ip_policy', 'ipp_1'), client.get('ip_policy', 'ipp_1')]);
  expect(await rejection(client.get('ip_policy', 'ipp_1', { timeout: 50 }))).toMatchObject({
    category: 'timeout',
    deliveryStatus: 'no',
    sideEffect: 'not_sent',
  });
  expect(server.arrived).toHaveLength(2);
});

test('events report every request, and an observer that throws breaks nothing', async () => {
  const events: ClientEvent[] = [];
  const { client, server } = await failFirst(1, (response) => json(response, 503, failure(503, 'down')), {
    onEvent(event) {
      events.push(event);
      throw new Error('full disk');
    },
  });
  await client.get('ip_policy', 'ipp_1');
  const common = { call: 1, method: 'GET', url: `${server.url}/ip_policies/ipp_1` };
  expect(events).toMatchObject([
    { ...common, type: 'sent', attempt: 1 },
    { ...common, type: 'response', attempt: 1, status: 503 },
    { ...common, type: 'retried', attempt: 1, delayMs: 0 },
    { ...common, type: 'sent', attempt: 2 },
    { ...common, type: 'response', attempt: 2, status: 200 },
  ]);
});
