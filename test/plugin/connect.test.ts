import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { PROFILES } from '../../src/model/profiles';
import type { CompleteSettings } from '../../src/model/provider-settings';
import { connect } from '../../src/plugin/connect';
import { createLog, type Level } from '../../src/plugin/log';
import { createRedactor } from '../../src/plugin/redact';
import { type Listening, listen } from '../support/listen';

let server: Listening;
let respond: RequestListener;
let seen: Record<string, unknown>[];
let settings: CompleteSettings;

beforeEach(async () => {
  seen = [];
  respond = ({ headers }, response) => {
    const msg = `${headers.authorization} ${headers['x-team']}`;
    reply(response, 403, {}, JSON.stringify({ status_code: 403, msg, details: {} }));
  };
  server = await listen(
    createServer((request, response) => {
      seen.push(request.headers);
      respond(request, response);
    }),
  );
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

function reply(response: ServerResponse, status: number, headers: object, body = '{}'): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

/** Reads an object; returns the lines of the log, and the redactor. */
async function read(level: Level, changes: Partial<CompleteSettings> = {}, lines: string[] = []) {
  const redactor = createRedactor();
  const log = createLog(level, (line) => lines.push(line), redactor);
  const client = connect({ ...settings, ...changes }, log, redactor, '1.2.3');
  await client.get('ip_policy', 'ipp_1').catch(() => undefined);
  await client.close();
  return { lines, redactor };
}

test.each([0, 2])('during an outage a request is sent again %d times, if that is the setting', async (maxRetries) => {
  respond = (_, response) => reply(response, 503, { 'retry-after': '0' });
  await read('warn', { maxRetries });
  expect(seen).toHaveLength(maxRetries + 1);
});

test('the service sees the version; key, header and proxy password are redacted, in the log and from then on', async () => {
  const { lines, redactor } = await read('trace');
  expect(seen).toMatchObject([{ 'user-agent': 'terraform-provider-netingress/1.2.3' }]);
  expect(lines.join('')).toContain('"@message":"response"');
  for (const secret of ['key-3c9d/secret', 'key-3c9d%2Fsecret', 'header-secret', 'p@ssword', 'p%40ssword']) {
    expect(lines.join('')).not.toContain(secret);
    expect(redactor.apply(`next to ${secret}`)).toBe('next to [redacted]');
  }
});

test('a wait after 429 is a warning in the log, with its length', async () => {
  const lines: string[] = [];
  respond = (_, response) => {
    if (lines.length === 0) reply(response, 429, { 'retry-after': '1' });
    else reply(response, 404, {});
  };
  await read('warn', {}, lines);
  const said = { '@level': 'warn', '@message': 'requests wait because of 429 (too many requests)', milliseconds: 1000 };
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([expect.objectContaining(said)]);
});
