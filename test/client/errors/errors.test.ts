import type { Socket } from 'node:net';
import { ApiError, type Client, type ClientOptions, createClient, isNotFound } from '../../../src/client';
import { findNetworkCode, findNetworkFailure } from '../../../src/client/errors/network-codes';
import { findEmulatorPort } from '../../../src/model/net/proxy';
import {
  API_KEY,
  closeAll,
  collect,
  connect,
  failure,
  json,
  rejection,
  serveRaw,
} from '../../support/client/http-server';
import { findUnusedUrl } from '../../support/listen';

afterEach(closeAll);

const noRetries = { maxRetries: 0 };

async function responding(
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  const { client } = await connect((_, response) => response.writeHead(status, headers).end(body), {
    ...noRetries,
    ...options,
  });
  return client;
}

const failing = (status: number, body: unknown): Promise<Client> =>
  responding(status, { 'content-type': 'application/json' }, JSON.stringify(body));

describe('an error of the service', () => {
  test('has status, code, message and operation', async () => {
    const client = await failing(409, failure(409, 'The CIDR exists already.', { error_code: 'ERR_1408' }));
    const error = await rejection(client.create('ip_policy_rule', {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: 'ApiError',
      category: 'api',
      status: 409,
      code: 'ERR_1408',
      serviceMessage: 'The CIDR exists already.',
      operationId: 'op_1',
      method: 'POST',
      url: `${client.baseUrl}/ip_policy_rules`,
      deliveryStatus: 'yes',
      sideEffect: 'no_effect',
      retryable: false,
      notFound: false,
      affectsEveryCall: false,
      message:
        'Cannot create IP policy rule: the service responded 409 ERR_1408: The CIDR exists already (operation op_1).',
    });
  });

  test('is classified by its HTTP status, not by the body’s', async () => {
    const client = await failing(400, failure(404, 'no'));
    expect(await rejection(client.get('ip_policy', 'ipp_1'))).toMatchObject({ status: 400, notFound: false });
  });

  test('has its message on one line, without control characters', async () => {
    const client = await failing(400, failure(400, 'a\u001b[31mRED\u0007\nb'));
    const error = (await rejection(client.get('ip_policy', 'ipp_1'))) as unknown as Error;
    expect(error.message).toContain('a [31mRED b');
  });

  test('may lack code and details', async () => {
    const client = await failing(400, { status_code: 400, msg: 'Bad', details: null });
    expect(await rejection(client.get('ip_policy', 'ipp_1'))).toMatchObject({
      category: 'api',
      code: undefined,
      operationId: undefined,
    });
  });

  test('has the operation of the profile’s header if the body has none', async () => {
    const headers = { 'content-type': 'application/json', 'ngrok-operation-id': 'op_7' };
    const client = await responding(400, headers, '{"status_code":400,"msg":"Bad","details":{}}', { profile: 'ngrok' });
    expect(await rejection(client.get('ip_policy', 'ipp_1'))).toMatchObject({ operationId: 'op_7' });
  });

  test.each([500, 502, 503, 504])('with status %i leaves a write unknown and a read without effect', async (status) => {
    const client = await failing(status, failure(status, 'down'));
    expect(await rejection(client.create('ip_policy', {}))).toMatchObject({
      category: 'api',
      sideEffect: 'unknown',
      deliveryStatus: 'yes',
      retryable: status !== 500,
    });
    expect(await rejection(client.get('ip_policy', 'ipp_1'))).toMatchObject({ sideEffect: 'no_effect' });
  });
});

describe('404', () => {
  const cases: [string, unknown, boolean][] = [
    ['with operation_id is notFound', failure(404, 'Resource not found'), true],
    [
      'with neither operation_id nor path is notFound',
      { status_code: 404, msg: 'Resource not found', details: {} },
      true,
    ],
    ['without details is notFound', { error_code: 'ERR_1402', msg: 'Resource not found' }, true],
    ['with path is routing', { status_code: 404, msg: 'Not Found', details: { path: '/x' } }, false],
    ['of another shape is routing', { error: 'not found' }, false],
    ['that is a list is routing', [], false],
  ];
  test.each(cases)('%s', async (_, body, gone) => {
    const client = await failing(404, body);
    const error = await rejection(client.get('ip_policy', 'ipp_1'));
    expect([isNotFound(error), (error as ApiError).category]).toEqual([gone, gone ? 'api' : 'routing']);
    if (!gone) expect((error as ApiError).message).toContain("the base URL does not lead to the service's API");
  });

  test('of a collection is never notFound', async () => {
    const client = await failing(404, failure(404, 'no such policy'));
    expect(isNotFound(await rejection(client.create('ip_policy_rule', {})))).toBe(false);
    expect(isNotFound(await rejection(collect(client.list('ip_policy'))))).toBe(false);
  });

  test('of a sub-collection means that its object does not exist', async () => {
    const client = await failing(404, failure(404, 'no such operator'));
    const error = await rejection(collect(client.boundEndpoints('k8sop_1')));
    expect(isNotFound(error)).toBe(true);
    expect((error as ApiError).message).toMatch(/^Cannot list bound endpoints of k8sop_1: /);
  });
});

test.each([401, 403])('%i names the setting of the API key', async (status) => {
  const client = await failing(status, failure(status, 'The token is not valid.', { error_code: 'ERR_203' }));
  const error = (await rejection(client.get('ip_policy', 'ipp_1'))) as ApiError;
  expect(error).toMatchObject({ category: 'credentials', affectsEveryCall: true, retryable: false, notFound: false });
  expect(error.message).toContain(
    `the service rejected the API key: ${status} ERR_203: The token is not valid (operation op_1)`,
  );
  expect(error.message).toContain('NETINGRESS_API_KEY');
});

describe('a response from another server', () => {
  const page = '<!doctype html>\n<html>\n  <title>Sign in</title></html>';

  test.each([200, 400, 403, 404, 405])('HTML with status %i shows its type and beginning', async (status) => {
    const client = await responding(status, { 'content-type': 'text/html; charset=utf-8' }, page);
    const error = (await rejection(client.get('ip_policy', 'ipp_1'))) as ApiError;
    expect(error.message).toContain('text/html: "<!doctype html> <html> <title>Sign in</title></html>"');
    expect(error.message).toContain('NETINGRESS_BASE_URL');
    expect(error).toMatchObject({ category: 'routing', status, notFound: false, affectsEveryCall: true });
  });

  test('HTML for a delete is an error, after which it is not known whether the object was deleted', async () => {
    const client = await responding(200, { 'content-type': 'text/html' }, page);
    expect(await rejection(client.delete('ip_policy', 'ipp_1'))).toMatchObject({
      category: 'routing',
      sideEffect: 'unknown',
    });
  });

  test('about another object is rejected for a delete, and for a create whose caller rejects it', async () => {
    const client = await responding(200, { 'content-type': 'application/json' }, '{"id":"ipp_2"}');
    const problem = {
      category: 'invalid_response',
      sideEffect: 'unknown',
      message: expect.stringContaining('another object, ipp_2'),
    };
    expect(await rejection(client.delete('ip_policy', 'ipp_1'))).toMatchObject(problem);
    expect(await rejection(client.detach('domain', 'rd_1', 'certificate'))).toMatchObject(problem);
    expect(await rejection(client.create('ip_policy', {}, { acceptResponse: () => false }))).toMatchObject(problem);
    expect(await client.delete('ip_policy', 'ipp_2')).toBeUndefined();
  });

  test('is truncated in messages', async () => {
    const client = await responding(404, { 'content-type': 'text/html' }, 'x'.repeat(100_000));
    const error = (await rejection(client.get('ip_policy', 'ipp_1'))) as ApiError;
    expect(error.message.length).toBeLessThan(600);
  });

  const unusable: [string, Record<string, string>, string, RegExp, string?][] = [
    ['text', { 'content-type': 'text/plain' }, '{"id":"ipp_1"}', /is text\/plain: "{"id":"ipp_1"}"/, 'routing'],
    ['no content type', {}, '{"id":"ipp_1"}', /is without a content type/, 'routing'],
    ['broken JSON', { 'content-type': 'application/json' }, '{"id":', /is not valid JSON: "{"id":"/],
    ['a JSON list', { 'content-type': 'application/json' }, '[1]', /is not a JSON object: "\[1\]"/],
    ['nothing', { 'content-type': 'application/json' }, '', /is empty/],
    ['no id', { 'content-type': 'application/json' }, '{"uri":""}', /has no 'id'/],
    ['another object', { 'content-type': 'application/json' }, '{"id":"ipp_2"}', /is about another object, ipp_2/],
    ['compressed', { 'content-type': 'application/json', 'content-encoding': 'br' }, 'x', /is encoded as 'br'/],
  ];
  test.each(unusable)('%s is invalid', async (_, headers, body, message, kind = 'invalid_response') => {
    const client = await responding(200, headers, body);
    const error = await rejection(client.update('ip_policy', 'ipp_1', { description: 'x' }));
    expect(error).toMatchObject({
      category: kind,
      deliveryStatus: 'yes',
      sideEffect: 'unknown',
      message: expect.stringMatching(message),
    });
  });

  test('may be JSON of a narrower type', async () => {
    const client = await responding(200, { 'content-type': 'application/vnd.api+json;v=1' }, '{"id":"ipp_1"}');
    expect(await client.get('ip_policy', 'ipp_1')).toEqual({ id: 'ipp_1' });
  });

  test('that is not UTF-8 is invalid', async () => {
    const latin1 = Buffer.from('{"id":"\xe4"}', 'latin1');
    const client = await responding(200, { 'content-type': 'application/json' }, latin1);
    expect(await rejection(client.get('ip_policy', 'ipp_1'))).toMatchObject({ category: 'invalid_response' });
  });
});

test.each([301, 302, 303, 307, 308])('a redirect with %i is reported and not followed', async (status) => {
  const { client: elsewhere, server: other } = await connect((_, response) => json(response, 200, { id: 'ipp_1' }));
  const location = `${elsewhere.baseUrl}/ip_policies/ipp_1?token=abc`;
  const { client, server } = await connect((_, response) => response.writeHead(status, { location }).end());
  const error = (await rejection(client.get('ip_policy', 'ipp_1'))) as ApiError;
  expect(error).toMatchObject({ category: 'routing', status, deliveryStatus: 'yes' });
  expect(error.message).toContain(
    `is redirected to ${elsewhere.baseUrl}/ip_policies/ipp_1?token=..., and redirects are not followed`,
  );
  expect([server.arrived.length, other.arrived.length]).toEqual([1, 0]);
});

describe('a connection', () => {
  const listenRaw = async (respond: (socket: Socket) => void): Promise<Client> =>
    createClient({ baseUrl: (await serveRaw(respond)).url, apiKey: API_KEY, maxRetries: 0 });

  test('that is refused was never sent', async () => {
    const client = createClient({ baseUrl: await findUnusedUrl(), apiKey: API_KEY, maxRetries: 0 });
    const error = (await rejection(client.create('ip_policy', {}))) as ApiError;
    expect(error).toMatchObject({
      category: 'network',
      status: undefined,
      deliveryStatus: 'no',
      sideEffect: 'not_sent',
      retryable: true,
      affectsEveryCall: true,
    });
    expect(error.message).toBe(
      `Cannot create IP policy: no connection to ${client.baseUrl}: nothing listens there (ECONNREFUSED). Check the base URL (base_url, NETINGRESS_BASE_URL), or start the emulator: npx netingress emulator --port ${new URL(client.baseUrl).port}.`,
    );
    expect(error.cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test.each([
    ['http://localhost', '80'],
    ['http://127.0.0.1:4040', '4040'],
    ['https://localhost:8443', undefined],
    ['http://example.com', undefined],
  ])('to %s: the port of a possible emulator is %s', (url, port) => {
    expect(findEmulatorPort(new URL(url))).toBe(port);
  });

  test('that is reset after the request leaves a write unknown', async () => {
    const client = await listenRaw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const error = await rejection(client.create('ip_policy', {}));
    expect(error).toMatchObject({
      category: 'network',
      deliveryStatus: 'maybe',
      sideEffect: 'unknown',
      message: expect.stringMatching(/broke: .*It is unknown whether the service applied it\.$/),
    });
    expect(await rejection(client.get('ip_policy', 'ipp_1'))).toMatchObject({
      deliveryStatus: 'maybe',
      sideEffect: 'no_effect',
    });
  });

  test.each([
    [
      'of a stated length',
      'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"id":',
    ],
    [
      'in chunks',
      'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n',
    ],
  ])('that ends in the middle of a response %s was sent', async (_, head) => {
    const client = await listenRaw((socket) => socket.once('data', () => socket.end(head)));
    expect(await rejection(client.create('ip_policy', {}))).toMatchObject({
      category: 'network',
      status: 201,
      deliveryStatus: 'yes',
      sideEffect: 'unknown',
    });
  });

  test('to something that does not speak HTTP is reported as such', async () => {
    const client = await listenRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    expect(await rejection(client.get('ip_policy', 'ipp_1'))).toMatchObject({
      category: 'network',
      retryable: false,
      message: expect.stringContaining('does not speak HTTP'),
    });
  });

  test('to something that does not speak TLS was never sent', async () => {
    const plain = await listenRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const client = createClient({ baseUrl: plain.baseUrl.replace('http:', 'https:'), apiKey: API_KEY, maxRetries: 0 });
    expect(await rejection(client.create('ip_policy', {}))).toMatchObject({
      category: 'network',
      deliveryStatus: 'no',
      retryable: false,
      message: expect.stringContaining('the TLS handshake failed'),
    });
    await client.close();
  });
});

describe('a time limit', () => {
  const stalled = 'HTTP stalls';
  const quick = { requestTimeout: 300, maxRetries: 0 };

  test('without a response leaves a write unknown', async () => {
    const { client } = await connect(() => undefined, quick);
    const error = await rejection(client.create('ip_policy', {}));
    expect(error).toMatchObject({
      category: 'timeout',
      deliveryStatus: 'maybe',
      sideEffect: 'unknown',
      retryable: true,
      affectsEveryCall: true,
    });
    expect((error as ApiError).message).toBe(
      'Cannot create IP policy: no response within 300 ms. It is unknown whether the service applied it. If the service is slow, increase the timeout (request_timeout, NETINGRESS_REQUEST_TIMEOUT).',
    );
    expect((error as ApiError).withHint('Hint.').withEffect('It was not applied.').message).toBe(
      'Cannot create IP policy: no response within 300 ms. If the service is slow, increase the timeout (request_timeout, NETINGRESS_REQUEST_TIMEOUT). Hint. It was not applied.',
    );
  });

  test('in the middle of a response keeps its status', async () => {
    const { client } = await connect(
      (_, response) => response.writeHead(201, { 'content-type': 'application/json' }).write(stalled),
      quick,
    );
    expect(await rejection(client.create('ip_policy', {}))).toMatchObject({
      category: 'timeout',
      status: 201,
      deliveryStatus: 'yes',
      message: expect.stringContaining('the response was not complete within 300 ms'),
    });
  });

  test('of one call precedes the client’s', async () => {
    const { client } = await connect(() => undefined);
    expect(await rejection(client.get('ip_policy', 'x', { timeout: 30 }))).toMatchObject({
      category: 'timeout',
      message: expect.stringContaining('within 30 ms.'),
    });
  });
});

describe('a signal', () => {
  test.each(['client', 'call'])('of the %s aborts a request in flight', async (whose) => {
    const abort = new AbortController();
    const { client } = await connect(() => abort.abort(), whose === 'client' ? { signal: abort.signal } : {});
    const call = client.create('ip_policy', {}, whose === 'call' ? { signal: abort.signal } : {});
    expect(await rejection(call)).toMatchObject({
      category: 'aborted',
      deliveryStatus: 'maybe',
      sideEffect: 'unknown',
      retryable: false,
    });
  });

  test.each(['signal', 'stop'])('that is already aborted (%s) prevents sending', async (name) => {
    const { client, server } = await connect((_, response) => json(response, 201, {}));
    expect(await rejection(client.create('ip_policy', {}, { [name]: AbortSignal.abort() }))).toMatchObject({
      category: 'aborted',
      deliveryStatus: 'no',
      sideEffect: 'not_sent',
    });
    expect(server.arrived).toEqual([]);
  });

  test('to stop lets a request in flight complete', async () => {
    const stop = new AbortController();
    const { client } = await connect((_, response) => {
      stop.abort();
      setImmediate(() => json(response, 201, { id: 'ipp_1' }));
    });
    expect(await client.create('ip_policy', {}, { stop: stop.signal })).toEqual({ id: 'ipp_1' });
  });

  test('has one listener for any number of calls, and none after them', async () => {
    const abort = new AbortController();
    let listeners = 0;
    let most = 0;
    const { addEventListener, removeEventListener } = abort.signal;
    abort.signal.addEventListener = function (this: AbortSignal, ...args: Parameters<typeof addEventListener>) {
      most = Math.max(most, ++listeners);
      return addEventListener.apply(this, args);
    };
    abort.signal.removeEventListener = function (this: AbortSignal, ...args: Parameters<typeof removeEventListener>) {
      listeners -= 1;
      return removeEventListener.apply(this, args);
    };
    const { client } = await connect((_, response) => json(response, 200, { id: 'x' }));
    const call = { signal: abort.signal, stop: abort.signal };
    await Promise.all(Array.from({ length: 30 }, () => client.get('ip_policy', 'x', call)));
    expect([most, listeners]).toEqual([1, 0]);
  });
});

describe('close', () => {
  test('aborts calls in flight and rejects later ones', async () => {
    const { client } = await connect(() => void client.close());
    expect(await rejection(client.get('ip_policy', 'x'))).toMatchObject({ category: 'aborted' });
    expect(await rejection(client.get('ip_policy', 'x'))).toMatchObject({ category: 'aborted', deliveryStatus: 'no' });
  });

  test('before the first request does nothing', async () => {
    await createClient({ baseUrl: 'http://localhost', apiKey: API_KEY }).close();
  });
});

describe('ApiError', () => {
  test('from() returns an ApiError unchanged and reports other values as a defect', () => {
    const error = new ApiError('x', { category: 'api', deliveryStatus: 'yes', sideEffect: 'no_effect' });
    expect(ApiError.from(error)).toBe(error);
    expect(ApiError.from(new TypeError('oops'))).toMatchObject({
      category: 'unexpected',
      sideEffect: 'unknown',
      message: expect.stringContaining('oops'),
    });
    expect(isNotFound(new TypeError('oops'))).toBe(false);
  });

  test('withHint() changes only the message', async () => {
    const client = await failing(404, failure(404, 'Resource not found', { error_code: 'ERR_1402' }));
    const error = (await rejection(client.get('ip_policy', 'ipp_1'))) as ApiError;
    const longer = error.withHint('Look again.');
    expect(longer.message).toBe(`${error.message} Look again.`);
    expect({ ...longer }).toEqual({ ...error });
    expect(longer).toBeInstanceOf(ApiError);
  });
});

describe('codes of network errors', () => {
  const coded = (code: string, cause?: unknown): Error => Object.assign(new Error(code, { cause }), { code });

  test.each([
    ['the error itself', coded('ECONNRESET')],
    ['its cause', new TypeError('fetch failed', { cause: coded('ECONNRESET') })],
    ['a cause below a code of something else', coded('ERR_OTHER', new Error('x', { cause: coded('ECONNRESET') }))],
    ['the errors it gathers', new AggregateError([coded('ERR_OTHER'), coded('ECONNRESET')])],
  ])('a code is found in %s', (_, error) => {
    expect(findNetworkCode(error)).toBe('ECONNRESET');
  });

  test.each([undefined, null, 'ECONNRESET', new Error('ECONNRESET'), coded('ERR_INVALID_ARG_TYPE')])(
    'there is no code in %p',
    (value) => {
      expect(findNetworkCode(value)).toBeUndefined();
    },
  );

  test('a cycle of causes ends', () => {
    const error = new Error('x');
    error.cause = error;
    expect(findNetworkCode(error)).toBeUndefined();
  });

  test.each([
    ['ECONNREFUSED', true],
    ['EAI_AGAIN', true],
    ['UND_ERR_SOCKET', true],
    ['UND_ERR_HEADERS_TIMEOUT', true],
    ['UND_ERR_ABORTED', false],
    ['ENOTFOUND', false],
    ['CERT_HAS_EXPIRED', false],
    ['ERR_SSL_WRONG_VERSION_NUMBER', false],
  ])('%s is transient: %j', (code, transient) => {
    expect(findNetworkFailure(code)?.transient).toBe(transient);
  });

  test('a certificate that cannot be verified says how to trust it', () => {
    expect(findNetworkFailure('SELF_SIGNED_CERT_IN_CHAIN')?.hint).toContain('NETINGRESS_CA_CERTIFICATE_PEM');
  });
});
