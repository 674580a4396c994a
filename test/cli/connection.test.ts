/**
 * Connections of the command line, by the same variables as the provider: a private certificate authority, a client
 * certificate, a proxy.
 */
// Must be first: @peculiar/x509 requires it while loading.
import 'reflect-metadata';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import * as x509 from '@peculiar/x509';
import type { Check } from '../../src/doctor/check';
import { useAccount } from '../support/cli/command-line';
import { runInProcess } from '../support/cli/run-in-process';
import { caExtension, type Made, makeCertificate, VALID_NOW } from '../support/emulator/pki';
import { type Listening, listen } from '../support/listen';

const validity = VALID_NOW;
let authority: Made;
let client: Made;
let server: Listening;
let seen: string[];
let keys: (string | undefined)[];

beforeAll(async () => {
  authority = await makeCertificate({ subject: 'CN=company authority', extensions: [caExtension], validity });
  client = await makeCertificate({ subject: 'CN=platform team', issuer: authority, validity });
  const own = await makeCertificate({
    subject: 'CN=service',
    issuer: authority,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns' as const, value: 'localhost' }])],
    validity,
  });
  const options = { cert: own.pem, key: own.keyPem, ca: authority.pem, requestCert: true, rejectUnauthorized: false };
  const service = createServer(options, (request, response) => {
    seen.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN));
    keys.push(request.headers.authorization);
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status_code: 403, msg: 'not for you', details: {} }));
  });
  server = await listen(service);
});
beforeEach(() => {
  seen = [];
  keys = [];
});
afterAll(() => server.close());

const run = (args: readonly string[], more: Record<string, string>) => {
  const account = { NETINGRESS_BASE_URL: `https://localhost:${server.port}`, NETINGRESS_API_KEY: 'key-of-the-command' };
  return runInProcess(args, { env: { ...account, ...more } });
};
const checkIp = (more: Record<string, string>) => run(['access', 'check', '203.0.113.7', '--policy', 'ipp_1'], more);

const given = () => ({
  NETINGRESS_CA_CERTIFICATE_PEM: authority.pem,
  NETINGRESS_CLIENT_CERTIFICATE_PEM: client.pem,
  NETINGRESS_CLIENT_PRIVATE_KEY_PEM: client.keyPem,
});

async function diagnose(more: Record<string, string>): Promise<readonly Check[]> {
  // Doctor would start Terraform for its version.
  const { stdout } = await run(['doctor', '--json'], { PATH: '/nowhere', ...more });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return checks.filter(({ name }) => name === 'Connection' || name === 'API key');
}

test('a service with an unknown certificate authority is rejected', async () => {
  const { stderr } = await checkIp({});
  expect(seen).toEqual([]);
  expect(stderr).toContain('NETINGRESS_CA_CERTIFICATE_PEM');
});

test('the authority and the client certificate of the environment are used', async () => {
  expect((await checkIp(given())).stderr).toContain('not for you');
  expect(new Set(seen)).toEqual(new Set(['platform team']));
});

test('a client certificate without key is an error that names the variable', async () => {
  const { status, stderr } = await checkIp({ NETINGRESS_CLIENT_CERTIFICATE_PEM: client.pem });
  expect([status, seen]).toEqual([1, []]);
  expect(stderr).toMatch(/is set without its private key.*Correct NETINGRESS_CLIENT_CERTIFICATE_PEM\./s);
});

test('doctor connects with the same settings, first without the key', async () => {
  expect(await diagnose(given())).toMatchObject([
    { name: 'Connection', status: 'ok' },
    { name: 'API key', status: 'failed', found: expect.stringContaining('not for you') },
  ]);
  expect(new Set(seen)).toEqual(new Set(['platform team']));
  expect(keys).toEqual([undefined, 'Bearer key-of-the-command']);
});

test.each<[string, Record<string, string>, RegExp, RegExp | undefined]>([
  ['an unknown authority', {}, /signed by an unknown authority/, /NETINGRESS_CA_CERTIFICATE_PEM/],
  ['a wrong profile', { NETINGRESS_PROFILE: 'other' }, /NETINGRESS_PROFILE is 'other'/, undefined],
  [
    'plain http to a remote host',
    { NETINGRESS_BASE_URL: 'http://10.0.0.1' },
    /NETINGRESS_BASE_URL uses plain http to 10\.0\.0\.1.*; expected https/,
    undefined,
  ],
])('doctor reports a failed connection, and sends no request, for %s', async (_, more, found, advice) => {
  const failed = { name: 'Connection', status: 'failed', found: expect.stringMatching(found) };
  expect(await diagnose(more)).toEqual([{ ...failed, ...(advice && { advice: expect.stringMatching(advice) }) }]);
  expect(seen).toEqual([]);
});

test('a proxy of the environment is used, and its password is not shown', async () => {
  const connectTargets: string[] = [];
  const server = createHttpServer().on('connect', ({ url }: IncomingMessage, socket: Duplex) => {
    connectTargets.push(String(url));
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  const proxy = await listen(server);
  const address = `127.0.0.1:${proxy.port}`;
  const https_proxy = `http://team:s3cret-word@${address}`;
  const set = { NETINGRESS_BASE_URL: 'https://api.netingress.invalid', https_proxy };
  try {
    const { stderr } = await checkIp(set);
    expect(stderr).toContain(`through the proxy http://${address}`);
    expect(stderr).not.toContain('s3cret-word');
    const checks = JSON.stringify(await diagnose(set));
    expect(checks).toContain(`cannot be reached through the proxy http://${address}: the proxy refused`);
    expect(checks).not.toContain('s3cret-word');
    expect(new Set(connectTargets)).toEqual(new Set(['api.netingress.invalid:443']));
  } finally {
    await proxy.close();
  }
});

describe('a service that delays requests', () => {
  const cli = useAccount();

  test('a command that waits after 429 says how long, and once while several requests wait', async () => {
    const slow = { status: 429, headers: { 'Retry-After': '2' } };
    cli.emulator.faults.add({ match: { method: 'GET' }, times: 3, do: slow });
    const { status, stderr } = await cli.run(['graph', '--live']);
    const waits = stderr.split('\n').filter((line) => line.includes('returned 429'));
    expect([status, waits]).toEqual([0, ['The service returned 429 (too many requests). Waiting 2 s.']]);
    expect(cli.emulator.requests().filter((request) => request.status === 429).length).toBe(3);
  });
});
