import { createServer, type RequestListener } from 'node:http';
import { PROFILES } from '../../src/model/profiles';
import type { CompleteSettings } from '../../src/model/provider-settings';
import { connect } from '../../src/plugin/connect';
import { createLog } from '../../src/plugin/log';
import { createRedactor } from '../../src/plugin/redact';
import { type Listening, listen } from '../support/listen';

let server: Listening;
let respond: RequestListener;
let seen: Record<string, unknown>[];
let settings: CompleteSettings;

beforeEach(async () => {
  seen = [];
  respond = ({ headers }, response) => {
    seen.push(headers);
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ status_code: 403, msg: `${headers.authorization} ${headers['x-team']}`, details: {} }),
    );
  };
  server = await listen(createServer((request, response) => respond(request, response)));
  settings = {
    baseUrl: server.url,
    apiKey: 'key-3c9d/secret',
    accountObject: undefined,
    profile: PROFILES.spec,
    headers: { 'X-Team': 'header-secret' },
    requestTimeout: 5_000,
    maxRequestsPerMinute: 0,
    maxRetries: 5,
    caCertificatePem: undefined,
    clientCertificatePem: undefined,
    clientPrivateKeyPem: undefined,
    proxyUrl: 'http://team:p%40ssword@proxy.example.com:3128',
  };
});
afterEach(() => server.close());

test('the service sees that it is the provider, and which', async () => {
  const client = connect(settings, () => undefined, createRedactor(), '1.2.3');
  await client.get('ip_policy', 'ipp_1').catch(() => undefined);
  await client.close();
  expect(seen).toMatchObject([{ 'user-agent': 'terraform-provider-netingress/1.2.3' }]);
});

test.each([0, 2])('during an outage a request is sent again %d times, if that is the setting', async (maxRetries) => {
  respond = ({ headers }, response) => {
    seen.push(headers);
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' }).end('{}');
  };
  const client = connect({ ...settings, maxRetries }, () => undefined, createRedactor());
  await client.get('ip_policy', 'ipp_1').catch(() => undefined);
  await client.close();
  expect(seen).toHaveLength(maxRetries + 1);
});

test('what it connects with is in no line of the log, and in no text from then on', async () => {
  const lines: string[] = [];
  const redactor = createRedactor();
  const log = createLog('trace', (line) => lines.push(line), redactor);
  const client = connect(settings, log, redactor, '1.2.3');
  await client.get('ip_policy', 'ipp_1').catch(() => undefined);
  await client.close();
  expect(lines.join('')).toContain('"@message":"response"');
  const secrets = ['key-3c9d/secret', 'key-3c9d%2Fsecret', 'header-secret', 'p@ssword', 'p%40ssword'];
  for (const secret of secrets) {
    expect(lines.join('')).not.toContain(secret);
    expect(redactor.apply(`next to ${secret}`)).toBe('next to [redacted]');
  }
});

test('a wait after 429 is a warning in the log, with its length', async () => {
  const lines: string[] = [];
  const redactor = createRedactor();
  const log = createLog('warn', (line) => lines.push(line), redactor);
  respond = (_, response) => {
    const [status, wait] = lines.length === 0 ? [429, { 'retry-after': '1' }] : [404, {}];
    response.writeHead(status, { 'content-type': 'application/json', ...wait });
    response.end(JSON.stringify({ status_code: status, msg: 'slow down', details: {} }));
  };
  const client = connect(settings, log, redactor);
  await client.get('ip_policy', 'ipp_1').catch(() => undefined);
  await client.close();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      '@level': 'warn',
      '@message': 'requests wait because of 429 (too many requests)',
      milliseconds: 1000,
    }),
  ]);
});
