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

const JSON_TYPE = { 'content-type': 'application/json' };

async function responding(
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  const respond: Parameters<typeof connect>[0] = (_, response) => response.writeHead(status, headers).end(body);
  return (await connect(respond, { maxRetries: 0, ...options })).client;
}

const failing = (status: number, body: unknown): Promise<Client> => responding(status, JSON_TYPE, JSON.stringify(body));
const getError = (client: Client): Promise<ApiError> => rejection(client.get('ip_policy', 'ipp_1'));
const createError = (client: Client): Promise<ApiError> => rejection(client.create('ip_policy', {}));
const containing = (text: string): string => expect.stringContaining(text) as string;

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
    const longer = error.withHint('Look again.');
    expect(longer).toBeInstanceOf(ApiError);
    expect([longer.message, { ...longer }]).toEqual([`${error.message} Look again.`, { ...error }]);
  });

  test.each<[string, object, object]>([
    ['is classified by its HTTP status', failure(404, 'no'), { status: 400, notFound: false }],
    [
      'is one line without control characters',
      failure(400, 'a\u001b[31mR\u0007\nb'),
      { message: containing('a [31mR b') },
    ],
    [
      'may lack code and details',
      { status_code: 400, msg: 'Bad', details: null },
      { category: 'api', code: undefined, operationId: undefined },
    ],
  ])('%s', async (_, body, expected) => {
    expect(await getError(await failing(400, body))).toMatchObject(expected);
  });

  test('has the operation of the profile’s header if the body has none', async () => {
    const headers = { ...JSON_TYPE, 'ngrok-operation-id': 'op_7' };
    const client = await responding(400, headers, '{"status_code":400,"msg":"Bad","details":{}}', { profile: 'ngrok' });
    expect(await getError(client)).toMatchObject({ operationId: 'op_7' });
  });

  test.each([500, 502, 503, 504])('with status %i leaves a write unknown and a read without effect', async (status) => {
    const client = await failing(status, failure(status, 'down'));
    const unknown = { category: 'api', sideEffect: 'unknown', deliveryStatus: 'yes', retryable: status !== 500 };
    expect(await createError(client)).toMatchObject(unknown);
    expect(await getError(client)).toMatchObject({ sideEffect: 'no_effect' });
  });
});

describe('404', () => {
  test.each<[string, unknown, boolean]>([
    ['with operation_id is notFound', failure(404, 'Resource not found'), true],
    ['with neither operation_id nor path is notFound', { status_code: 404, msg: 'not found', details: {} }, true],
    ['without details is notFound', { error_code: 'ERR_1402', msg: 'Resource not found' }, true],
    ['with path is routing', { status_code: 404, msg: 'Not Found', details: { path: '/x' } }, false],
    ['of another shape is routing', { error: 'not found' }, false],
    ['that is a list is routing', [], false],
  ])('%s', async (_, body, gone) => {
    const error = await getError(await failing(404, body));
    expect([isNotFound(error), error.category]).toEqual([gone, gone ? 'api' : 'routing']);
    if (!gone) expect(error.message).toContain("the base URL does not lead to the service's API");
  });

  test('of a collection is not notFound, and of the bound endpoints of an operator is', async () => {
    const client = await failing(404, failure(404, 'no such object'));
    expect(isNotFound(await rejection(client.create('ip_policy_rule', {})))).toBe(false);
    expect(isNotFound(await rejection(collect(client.list('ip_policy'))))).toBe(false);
    const error = await rejection(collect(client.boundEndpoints('k8sop_1')));
    expect(isNotFound(error)).toBe(true);
    expect(error.message).toMatch(/^Cannot list bound endpoints of k8sop_1: /);
  });
});

test.each([401, 403])('%i names the setting of the API key', async (status) => {
  const client = await failing(status, failure(status, 'The token is not valid.', { error_code: 'ERR_203' }));
  const error = await getError(client);
  expect(error).toMatchObject({ category: 'credentials', affectsEveryCall: true, retryable: false, notFound: false });
  const said = `the service rejected the API key: ${status} ERR_203: The token is not valid (operation op_1)`;
  expect(error.message).toContain(said);
  expect(error.message).toContain('NETINGRESS_API_KEY');
});

describe('a response from another server', () => {
  const page = '<!doctype html>\n<html>\n  <title>Sign in</title></html>';

  test.each([200, 400, 403, 404])('HTML with status %i shows its type and beginning', async (status) => {
    const error = await getError(await responding(status, { 'content-type': 'text/html; charset=utf-8' }, page));
    expect(error.message).toContain('text/html: "<!doctype html> <html> <title>Sign in</title></html>"');
    expect(error.message).toContain('NETINGRESS_BASE_URL');
    expect(error).toMatchObject({ category: 'routing', status, notFound: false, affectsEveryCall: true });
  });

  test('HTML for a delete leaves unknown whether the object was deleted', async () => {
    const client = await responding(200, { 'content-type': 'text/html' }, page);
    const error = await rejection(client.delete('ip_policy', 'ipp_1'));
    expect(error).toMatchObject({ category: 'routing', sideEffect: 'unknown' });
  });

  test('about another object is rejected for a delete, and for a create whose caller rejects it', async () => {
    const client = await responding(200, JSON_TYPE, '{"id":"ipp_2"}');
    const message = containing('another object, ipp_2');
    for (const call of [
      client.delete('ip_policy', 'ipp_1'),
      client.detach('domain', 'rd_1', 'certificate'),
      client.create('ip_policy', {}, { acceptResponse: () => false }),
    ]) {
      expect(await rejection(call)).toMatchObject({ category: 'invalid_response', sideEffect: 'unknown', message });
    }
    expect(await client.delete('ip_policy', 'ipp_2')).toBeUndefined();
  });

  test('of 100,000 characters gives a message of fewer than 600', async () => {
    const error = await getError(await responding(404, { 'content-type': 'text/html' }, 'x'.repeat(100_000)));
    expect(error.message.length).toBeLessThan(600);
  });

  test.each<[string, Record<string, string>, string | Buffer, string, string?]>([
    ['text', { 'content-type': 'text/plain' }, '{"id":"ipp_1"}', 'is text/plain: "{"id":"ipp_1"}"', 'routing'],
    ['no content type', {}, '{"id":"ipp_1"}', 'is without a content type', 'routing'],
    ['broken JSON', JSON_TYPE, '{"id":', 'is not valid JSON: "{"id":"'],
    ['what is not UTF-8', JSON_TYPE, Buffer.from('{"id":"\xe4"}', 'latin1'), 'is not valid JSON'],
    ['a JSON list', JSON_TYPE, '[1]', 'is not a JSON object: "[1]"'],
    ['nothing', JSON_TYPE, '', 'is empty'],
    ['no id', JSON_TYPE, '{"uri":""}', "has no 'id'"],
    ['another object', JSON_TYPE, '{"id":"ipp_2"}', 'is about another object, ipp_2'],
    ['compressed', { ...JSON_TYPE, 'content-encoding': 'br' }, 'x', "is encoded as 'br'"],
  ])('%s is invalid', async (_, headers, body, text, category = 'invalid_response') => {
    const client = await responding(200, headers, body);
    const error = await rejection(client.update('ip_policy', 'ipp_1', { description: 'x' }));
    const message = containing(text);
    expect(error).toMatchObject({ category, deliveryStatus: 'yes', sideEffect: 'unknown', message });
  });

  test('may be JSON of a narrower type', async () => {
    const client = await responding(200, { 'content-type': 'application/vnd.api+json;v=1' }, '{"id":"ipp_1"}');
    expect(await client.get('ip_policy', 'ipp_1')).toEqual({ id: 'ipp_1' });
  });
});

test.each([301, 307])('a redirect with %i is reported and not followed', async (status) => {
  const { client: elsewhere, server: other } = await connect((_, response) => json(response, 200, { id: 'ipp_1' }));
  const location = `${elsewhere.baseUrl}/ip_policies/ipp_1?token=abc`;
  const { client, server } = await connect((_, response) => response.writeHead(status, { location }).end());
  const error = await getError(client);
  expect(error).toMatchObject({ category: 'routing', status, deliveryStatus: 'yes' });
  const shown = location.replace('abc', '...');
  expect(error.message).toContain(`is redirected to ${shown}, and redirects are not followed`);
  expect([server.arrived.length, other.arrived.length]).toEqual([1, 0]);
});

describe('a connection', () => {
  const clientOf = (baseUrl: string): Client => createClient({ baseUrl, apiKey: API_KEY, maxRetries: 0 });
  const listenRaw = async (respond: (socket: Socket) => void): Promise<Client> =>
    clientOf((await serveRaw(respond)).url);

  test('that is refused was not sent', async () => {
    const client = clientOf(await findUnusedUrl());
    const error = await createError(client);
    expect(error).toMatchObject({
      category: 'network',
      status: undefined,
      deliveryStatus: 'no',
      sideEffect: 'not_sent',
      retryable: true,
      affectsEveryCall: true,
      message: `Cannot create IP policy: no connection to ${client.baseUrl}: nothing listens there (ECONNREFUSED). Check the base URL (base_url, NETINGRESS_BASE_URL), or start the emulator: npx netingress emulator --port ${new URL(client.baseUrl).port}.`,
    });
    expect(error.cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('may be meant for an emulator if it is to http on this machine', () => {
    const urls = ['http://localhost', 'http://127.0.0.1:4040', 'https://localhost:8443', 'http://example.com'];
    expect(urls.map((url) => findEmulatorPort(new URL(url)))).toEqual(['80', '4040', undefined, undefined]);
  });

  test('that is reset after the request leaves a write unknown', async () => {
    const client = await listenRaw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const maybe = { category: 'network', deliveryStatus: 'maybe' };
    const message = expect.stringMatching(/broke: .*It is unknown whether the service applied it\.$/);
    expect(await createError(client)).toMatchObject({ ...maybe, sideEffect: 'unknown', message });
    expect(await getError(client)).toMatchObject({ ...maybe, sideEffect: 'no_effect' });
  });

  test.each([
    ['of a stated length', 'content-length: 100\r\n\r\n{"id":'],
    ['in chunks', 'transfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n'],
  ])('that ends in the middle of a response %s was sent', async (_, rest) => {
    const response = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\n${rest}`;
    const client = await listenRaw((socket) => socket.once('data', () => socket.end(response)));
    const expected = { category: 'network', status: 201, deliveryStatus: 'yes', sideEffect: 'unknown' };
    expect(await createError(client)).toMatchObject(expected);
  });

  test('to something that does not speak HTTP is reported as such', async () => {
    const client = await listenRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    const message = containing('does not speak HTTP');
    expect(await getError(client)).toMatchObject({ category: 'network', retryable: false, message });
  });

  test('to something that does not speak TLS was not sent', async () => {
    const { url } = await serveRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const client = clientOf(url.replace('http:', 'https:'));
    const message = containing('the TLS handshake failed');
    const expected = { category: 'network', deliveryStatus: 'no', retryable: false, message };
    expect(await createError(client)).toMatchObject(expected);
    await client.close();
  });
});

describe('a time limit', () => {
  const quick = { requestTimeout: 300, maxRetries: 0 };

  test('without a response leaves a write unknown', async () => {
    const error = await createError((await connect(() => undefined, quick)).client);
    const expected = { category: 'timeout', deliveryStatus: 'maybe', sideEffect: 'unknown' };
    expect(error).toMatchObject({ ...expected, retryable: true, affectsEveryCall: true });
    const hint = 'If the service is slow, increase the timeout (request_timeout, NETINGRESS_REQUEST_TIMEOUT).';
    const start = 'Cannot create IP policy: no response within 300 ms.';
    expect(error.message).toBe(`${start} It is unknown whether the service applied it. ${hint}`);
    const changed = error.withHint('Hint.').withEffect('It was not applied.');
    expect(changed.message).toBe(`${start} ${hint} Hint. It was not applied.`);
  });

  test('in the middle of a response keeps its status', async () => {
    const { client } = await connect((_, response) => response.writeHead(201, JSON_TYPE).write('HTTP stalls'), quick);
    const message = containing('the response was not complete within 300 ms');
    const expected = { category: 'timeout', status: 201, deliveryStatus: 'yes', message };
    expect(await createError(client)).toMatchObject(expected);
  });

  test('of one call precedes the client’s', async () => {
    const { client } = await connect(() => undefined);
    const error = await rejection(client.get('ip_policy', 'x', { timeout: 30 }));
    expect(error).toMatchObject({ category: 'timeout', message: containing('within 30 ms.') });
  });
});

describe('a signal', () => {
  test.each(['client', 'call'])('of the %s aborts a request in flight', async (whose) => {
    const controller = new AbortController();
    const { signal } = controller;
    const { client } = await connect(() => controller.abort(), whose === 'client' ? { signal } : {});
    const error = await rejection(client.create('ip_policy', {}, whose === 'call' ? { signal } : {}));
    const expected = { category: 'aborted', deliveryStatus: 'maybe', sideEffect: 'unknown', retryable: false };
    expect(error).toMatchObject(expected);
  });

  test.each(['signal', 'stop'])('that is already aborted (%s) prevents sending', async (name) => {
    const { client, server } = await connect((_, response) => json(response, 201, {}));
    const error = await rejection(client.create('ip_policy', {}, { [name]: AbortSignal.abort() }));
    expect(error).toMatchObject({ category: 'aborted', deliveryStatus: 'no', sideEffect: 'not_sent' });
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

  test('has one listener for 30 calls, and none after them', async () => {
    const { signal } = new AbortController();
    let [listeners, most] = [0, 0];
    const { addEventListener, removeEventListener } = signal;
    jest.spyOn(signal, 'addEventListener').mockImplementation((...args) => {
      most = Math.max(most, ++listeners);
      addEventListener.apply(signal, args);
    });
    jest.spyOn(signal, 'removeEventListener').mockImplementation((...args) => {
      listeners -= 1;
      removeEventListener.apply(signal, args);
    });
    const { client } = await connect((_, response) => json(response, 200, { id: 'x' }));
    const call = { signal, stop: signal };
    await Promise.all(Array.from({ length: 30 }, () => client.get('ip_policy', 'x', call)));
    expect([most, listeners]).toEqual([1, 0]);
  });
});

test('close() aborts calls in flight and rejects later ones, and does nothing before the first request', async () => {
  const { client } = await connect(() => void client.close());
  expect(await getError(client)).toMatchObject({ category: 'aborted' });
  expect(await getError(client)).toMatchObject({ category: 'aborted', deliveryStatus: 'no' });
  await createClient({ baseUrl: 'http://localhost', apiKey: API_KEY }).close();
});

test('ApiError.from() returns an ApiError unchanged and reports other values as a defect', () => {
  const error = new ApiError('x', { category: 'api', deliveryStatus: 'yes', sideEffect: 'no_effect' });
  expect(ApiError.from(error)).toBe(error);
  const defect = { category: 'unexpected', sideEffect: 'unknown', message: containing('oops') };
  expect(ApiError.from(new TypeError('oops'))).toMatchObject(defect);
  expect(isNotFound(new TypeError('oops'))).toBe(false);
});

describe('codes of network errors', () => {
  const coded = (code: string, cause?: unknown): Error => Object.assign(new Error(code, { cause }), { code });

  test.each([
    ['the error itself', coded('ECONNRESET')],
    ['a cause below a code of something else', coded('ERR_OTHER', new Error('x', { cause: coded('ECONNRESET') }))],
    ['the errors it gathers', new AggregateError([coded('ERR_OTHER'), coded('ECONNRESET')])],
  ])('a code is found in %s', (_, error) => {
    expect(findNetworkCode(error)).toBe('ECONNRESET');
  });

  test('other values have none, and a cycle of causes ends', () => {
    const cycle = new Error('x');
    cycle.cause = cycle;
    const values = [undefined, null, 'ECONNRESET', new Error('ECONNRESET'), coded('ERR_INVALID_ARG_TYPE'), cycle];
    expect(values.map((value) => findNetworkCode(value))).toEqual(values.map(() => undefined));
  });

  test('four failures, such as ECONNREFUSED, are transient, and four, such as ENOTFOUND, are not', () => {
    const passing = ['ECONNREFUSED', 'EAI_AGAIN', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT'];
    const lasting = ['UND_ERR_ABORTED', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'ERR_SSL_WRONG_VERSION_NUMBER'];
    for (const code of passing) expect([code, findNetworkFailure(code)?.transient]).toEqual([code, true]);
    for (const code of lasting) expect([code, findNetworkFailure(code)?.transient]).toEqual([code, false]);
  });

  test('the hint for SELF_SIGNED_CERT_IN_CHAIN names NETINGRESS_CA_CERTIFICATE_PEM', () => {
    expect(findNetworkFailure('SELF_SIGNED_CERT_IN_CHAIN')?.hint).toContain('NETINGRESS_CA_CERTIFICATE_PEM');
  });
});
