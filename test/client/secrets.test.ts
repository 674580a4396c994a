/** No error and no event of the client contains a secret. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { type ApiError, type ClientEvent, createClient } from '../../src/client';
import { createRedact } from '../../src/client/redact';
import { API_KEY, closeAll, collect, connect, failure, json, rejection, serve } from '../support/client/http-server';

afterEach(closeAll);

const key = '2XqZr0aBcDeFgHiJkLmNoPqRsTu_7yHn4kQwErTyUiOpAsDfGh';
const destination = {
  format: 'JSON',
  target: {
    log_group: {
      log_group_rn: 'rn',
      auth: { creds: { cloud_access_key_id: 'AK', cloud_secret_access_key: 'wJalr/XUtn+FEMI&secret' } },
    },
  },
};

/** Everything that a person or a log could see of a value, hidden members and causes included. */
function everything(value: unknown): string {
  const error = value as Partial<ApiError>;
  return [
    inspect(value, { depth: 20, showHidden: true, maxStringLength: null }),
    String(error.message),
    String(error.stack),
    JSON.stringify(value),
  ].join('\n');
}

const echoes: [string, (secret: string) => { status: number; type: string; body: string }][] = [
  [
    'the error message',
    (secret) => ({
      status: 403,
      type: 'application/json',
      body: JSON.stringify({ status_code: 403, msg: `The token '${secret}' is not valid`, details: {} }),
    }),
  ],
  [
    'the error code and operation',
    (secret) => ({
      status: 400,
      type: 'application/json',
      body: JSON.stringify({ error_code: secret, status_code: 400, msg: '', details: { operation_id: secret } }),
    }),
  ],
  [
    'the 429',
    (secret) => ({
      status: 429,
      type: 'application/json',
      body: JSON.stringify({ status_code: 429, msg: secret, details: {} }),
    }),
  ],
  ['a page of HTML', (secret) => ({ status: 404, type: 'text/html', body: `<p>${secret}</p>` })],
  ['broken JSON', (secret) => ({ status: 200, type: 'application/json', body: `{"${secret}` })],
  ['the content type', (secret) => ({ status: 200, type: `text/${secret}`, body: 'x' })],
  ['a JSON string', (secret) => ({ status: 200, type: 'application/json', body: JSON.stringify(secret) })],
  ['the id', (secret) => ({ status: 200, type: 'application/json', body: JSON.stringify({ id: secret }) })],
];

test.each(echoes)('an API key that the service returns in %s is in no error or event', async (_, echo) => {
  const events: ClientEvent[] = [];
  const { client } = await connect(
    (__, response) => {
      const { status, type, body } = echo(key);
      response.writeHead(status, { 'content-type': type, 'retry-after': '0' }).end(body);
    },
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
  const { client } = await connect(
    ({ body }, response) => {
      const { target } = JSON.parse(body);
      const { status, type, body: text } = echo(target.log_group.auth.creds.cloud_secret_access_key);
      response.writeHead(status, { 'content-type': type.replace(/[^\w/]/g, '') }).end(text);
    },
    { maxRetries: 0 },
  );
  const error = await rejection(client.update('event_destination', 'ed_1', destination));
  expect(everything(error)).not.toContain('wJalr');
});

test('the key as an id, and values of unknown query parameters, are in no message', async () => {
  const { client } = await connect((_, response) => json(response, 404, {}), { apiKey: key });
  expect(everything(await rejection(client.get('ip_policy', key)))).not.toContain(key);
  const { client: paged } = await connect((_, response, n) =>
    n === 1
      ? json(response, 200, { ip_policies: [{ id: 'x' }], next_page_uri: '/ip_policies?session=hidden' })
      : json(response, 404, {}),
  );
  const error = (await rejection(collect(paged.list('ip_policy')))) as ApiError;
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

test('additional headers are in no error', async () => {
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
  const error = (await rejection(client.get('ip_policy', 'x'))) as ApiError;
  expect(Object.keys(error.cause as object)).toEqual(expect.not.arrayContaining(['socket', 'request']));
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

test('the message about an invalid key or base URL does not quote it', () => {
  for (const options of [
    { apiKey: `${key}\n` },
    { apiKey: key, baseUrl: `https://user:${key}@api.example.com` },
    { apiKey: key, baseUrl: `https://api.example.com?key=${key}` },
  ]) {
    let caught: unknown;
    try {
      createClient({ baseUrl: 'https://api.example.com', ...options });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ category: 'invalid_call' });
    expect(everything(caught)).not.toContain(key);
  }
});

describe('a redactor', () => {
  test('leaves words that contain a secret of fewer than four characters', () => {
    expect(createRedact(['k', 'key'])('make a key')).toBe('make a key');
  });

  test('removes its secrets from any text: as they are, URL-encoded, and as JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 4, unit: 'grapheme-ascii' }),
        fc.string(),
        fc.string(),
        (secret, before, after) => {
          fc.pre(!'[redacted]'.includes(secret));
          const redact = createRedact([secret]);
          for (const encoded of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
            expect(redact(`${before}\u0000${encoded}\u0000${after}`)).not.toContain(`\u0000${encoded}\u0000`);
          }
        },
      ),
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

  test.each([
    'ipr_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF',
    'op_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF',
    'Bearer authentication is needed',
    'ERR_NGROK_1408',
    '-----BEGIN CERTIFICATE-----',
  ])('leaves %s alone', (text) => {
    expect(createRedact([API_KEY])(text)).toBe(text);
  });
});
