import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { type ApiError, type ClientEvent, createClient } from '../../src/client';
import { createRedact } from '../../src/client/redact';
import { API_KEY, closeAll, collect, connect, failure, json, rejection, serve } from '../support/client/http-server';

afterEach(closeAll);

const key = '2XqZr0aBcDeFgHiJkLmNoPqRsTu_7yHn4kQwErTyUiOpAsDfGh';
const creds = { cloud_access_key_id: 'AK', cloud_secret_access_key: 'wJalr/XUtn+FEMI&secret' };
const destination = { format: 'JSON', target: { log_group: { log_group_rn: 'rn', auth: { creds } } } };

/** What a person or a log could see of a value, hidden members and causes included. */
function everything(value: unknown): string {
  const { message, stack } = value as Partial<ApiError>;
  const inspected = inspect(value, { depth: 20, showHidden: true, maxStringLength: null });
  return [inspected, message, stack, JSON.stringify(value)].join('\n');
}

const JSON_TYPE = 'application/json';
const echoes: [string, (secret: string) => [status: number, type: string, body: string | object]][] = [
  ['the error message', (secret) => [403, JSON_TYPE, failure(403, `The token '${secret}' is not valid`)]],
  [
    'the error code and operation',
    (secret) => [400, JSON_TYPE, failure(400, '', { error_code: secret, details: { operation_id: secret } })],
  ],
  ['the 429', (secret) => [429, JSON_TYPE, failure(429, secret)]],
  ['a page of HTML', (secret) => [404, 'text/html', `<p>${secret}</p>`]],
  ['broken JSON', (secret) => [200, JSON_TYPE, `{"${secret}`]],
  ['the content type', (secret) => [200, `text/${secret}`, 'x']],
  ['a JSON string', (secret) => [200, JSON_TYPE, JSON.stringify(secret)]],
  ['the id', (secret) => [200, JSON_TYPE, { id: secret }]],
];
const textOf = (body: string | object): string => (typeof body === 'string' ? body : JSON.stringify(body));

test.each(echoes)('an API key that the service returns in %s is in no error or event', async (_, echo) => {
  const events: ClientEvent[] = [];
  const [status, type, body] = echo(key);
  const { client } = await connect(
    (__, response) => response.writeHead(status, { 'content-type': type, 'retry-after': '0' }).end(textOf(body)),
    { apiKey: key, maxRetries: 0, onEvent: (event) => events.push(event) },
  );
  const errors = [
    await rejection(client.get('ip_policy', 'ipp_1')),
    await rejection(collect(client.list('ip_policy'))),
  ];
  for (const shown of [everything(errors), ...errors.map(everything), everything(events), everything(client)]) {
    expect(shown).not.toContain(key);
    expect(shown).not.toContain(key.split('_')[1]);
  }
});

test.each(echoes)('a secret of the body that the service returns in %s is in no error', async (_, echo) => {
  const [status, type, body] = echo(creds.cloud_secret_access_key);
  const headers = { 'content-type': type };
  const { client } = await connect((__, response) => response.writeHead(status, headers).end(textOf(body)), {
    maxRetries: 0,
  });
  const error = await rejection(client.update('event_destination', 'ed_1', destination));
  expect(everything(error).toLowerCase()).not.toContain('wjalr');
});

test('the key as an id, and values of unknown query parameters, are in no message', async () => {
  const { client } = await connect((_, response) => json(response, 404, {}), { apiKey: key });
  expect(everything(await rejection(client.get('ip_policy', key)))).not.toContain(key);
  const { client: paged } = await connect((_, response, n) => {
    if (n > 1) return json(response, 404, {});
    json(response, 200, { ip_policies: [{ id: 'x' }], next_page_uri: '/ip_policies?session=hidden' });
  });
  const error = await rejection(collect(paged.list('ip_policy')));
  expect(error.url).toMatch(/\/ip_policies\?session=\.\.\.$/);
  expect(everything(error)).not.toContain('hidden');
});

test('a client private key that the service returns URL-encoded is in no error', async () => {
  const [clientCertificatePem, clientPrivateKeyPem] = ['certificate', 'key'].map((name) =>
    readFileSync(join(__dirname, `../fixtures/tls-${name}-1.pem`), 'utf8'),
  );
  const echo = encodeURIComponent(clientPrivateKeyPem ?? '');
  const { client } = await connect((_, response) => json(response, 400, failure(400, `got ${echo}`)), {
    clientCertificatePem,
    clientPrivateKeyPem,
  });
  expect(everything(await rejection(client.get('ip_policy', 'x')))).not.toContain(echo.slice(100, 140));
});

test('the value of an additional header that the service returns is in no error', async () => {
  const value = 'cf-access-5d41402abc4b2a76';
  const { client } = await connect(
    ({ headers }, response) => json(response, 400, { status_code: 400, msg: `got ${headers['x-access']}` }),
    { headers: { 'X-Access': value } },
  );
  expect(everything(await rejection(client.get('ip_policy', 'x')))).not.toContain(value);
});

test('network errors keep their cause without sockets and without the key', async () => {
  const server = await serve((_, response) => response.socket?.destroy());
  const client = createClient({ baseUrl: server.url, apiKey: key, maxRetries: 0 });
  const error = await rejection(client.get('ip_policy', 'x'));
  expect(['socket', 'request'].filter((name) => name in (error.cause as Error))).toEqual([]);
  expect(everything(error)).not.toContain(key);
  await client.close();
  await server.close();
});

test('an error of an in-process service is redacted with its causes', async () => {
  const client = createClient({
    baseUrl: 'https://in.process',
    apiKey: key,
    fetch: () => Promise.reject(new Error(`no ${key}`, { cause: new TypeError(`deeper ${key}`) })),
  });
  expect(everything(await rejection(client.get('ip_policy', 'x')))).not.toContain(key);
});

test.each([
  { apiKey: `${key}\n` },
  { apiKey: key, baseUrl: `https://user:${key}@api.example.com` },
  { apiKey: key, baseUrl: `https://api.example.com?key=${key}` },
])('the message about an invalid key or base URL does not quote it: %#', async (options) => {
  const error = await rejection((async () => createClient({ baseUrl: 'https://api.example.com', ...options }))());
  expect(error).toMatchObject({ category: 'invalid_call' });
  expect(everything(error)).not.toContain(key);
});

describe('a redactor', () => {
  test('leaves words that contain a secret of fewer than four characters', () => {
    expect(createRedact(['k', 'key'])('make a key')).toBe('make a key');
  });

  test('removes its secret from a text: as it is, URL-encoded, and as JSON', () => {
    const secrets = fc.string({ minLength: 4, unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(!'[redacted]'.includes(secret));
        const redact = createRedact([secret]);
        for (const encoded of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
          expect(redact(`${before}\u0000${encoded}\u0000${after}`)).not.toContain(`\u0000${encoded}\u0000`);
        }
      }),
    );
  });

  test.each([
    ['a key', 'got 2XqZr0aBcDeFgHiJkLmNoPqRsTu_7yHn4kQwErTy.', 'got [redacted].'],
    ['a header', 'Authorization: Bearer abcdefghijklmnopqrstuvwx', 'Authorization: Bearer [redacted]'],
    ['a JSON web token', 'x eyJhbGciOi.eyJzdWIi.c2ln y', 'x [redacted] y'],
    ['a private key', 'x -----BEGIN EC PRIVATE KEY-----\nMHc=\n-----END EC PRIVATE KEY----- y', 'x [redacted] y'],
    ['half a private key', 'x -----BEGIN PRIVATE KEY-----\nMHc=', 'x [redacted]'],
  ])('recognizes %s by its shape', (_, text, redacted) => {
    expect(createRedact([])(text)).toBe(redacted);
  });

  test('leaves ids, the words after Bearer in a sentence, and the head of a certificate alone', () => {
    const ids = ['ipr_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF', 'op_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF', 'ERR_NGROK_1408'];
    const texts = [...ids, 'Bearer authentication is needed', '-----BEGIN CERTIFICATE-----'];
    expect(texts.map(createRedact([API_KEY]))).toEqual(texts);
  });
});
