import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect as connectTo, type Socket } from 'node:net';
import { type ApiError, type Client, type ClientOptions, createClient } from '../../../src/client';
import { rejection } from '../../support/client/http-server';
import { caExtension, type Made, makeCertificate, VALID_NOW } from '../../support/emulator/pki';
import { type Listening, listen } from '../../support/listen';

const API_KEY = 'connection-test-key-5f0c1b7a';
const validity = VALID_NOW;

let authority: Made;
let service: { readonly port: number; readonly seen: string[]; readonly requests: string[] };
let proxy: { port: number; readonly connects: IncomingMessage[]; bytes: string; password?: string };
let clientCertificate: Made;
const servers: Listening[] = [];
const clients: Client[] = [];

beforeAll(async () => {
  authority = await makeCertificate({ subject: 'CN=company authority', extensions: [caExtension], validity });
  clientCertificate = await makeCertificate({ subject: 'CN=platform team', issuer: authority, validity });
  service = await startService();
  proxy = await startProxy();
});
afterEach(async () => {
  for (const each of clients.splice(0)) await each.close();
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

function certificateFor(...dnsNames: string[]): Promise<Made> {
  return makeCertificate({ subject: 'CN=service', issuer: authority, dnsNames, validity });
}

/** `seen` has the subject of the client certificate of each request, or `anonymous`. */
async function startService(): Promise<typeof service> {
  const own = await certificateFor('localhost', 'api.test');
  const seen: string[] = [];
  const requests: string[] = [];
  const server = createTlsServer(
    { cert: own.pem, key: own.keyPem, ca: authority.pem, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      const socket = request.socket as import('node:tls').TLSSocket;
      seen.push(socket.authorized ? String(socket.getPeerCertificate().subject.CN) : 'anonymous');
      requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'ipp_1', uri: 'x' }));
    },
  );
  const listening = await listen(server);
  servers.push(listening);
  return { port: listening.port, seen, requests };
}

/** A forward proxy that connects every host to the service. It speaks TLS itself with the certificate `own`. */
async function startProxy(own?: Made): Promise<typeof proxy> {
  const here: typeof proxy = { port: 0, connects: [], bytes: '' };
  const refuse = (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(405).end();
  const server = own ? createTlsServer({ cert: own.pem, key: own.keyPem }, refuse) : createHttpServer(refuse);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    here.connects.push(request);
    socket.on('error', () => undefined);
    const given = request.headers['proxy-authorization'];
    if (here.password !== undefined && given !== `Basic ${Buffer.from(here.password).toString('base64')}`) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const upstream = connectTo(service.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      here.bytes += chunk.toString('latin1');
      upstream.write(chunk);
    });
    socket.on('end', () => upstream.end());
  });
  const listening = await listen(server);
  servers.push(listening);
  here.port = listening.port;
  return here;
}

function open(options: Partial<ClientOptions>): Client {
  const baseUrl = `https://localhost:${service.port}`;
  const made = createClient({ baseUrl, apiKey: API_KEY, maxRetries: 0, ...options });
  clients.push(made);
  return made;
}

async function read(made: Client): Promise<void> {
  expect(await made.get('ip_policy', 'ipp_1')).toMatchObject({ id: 'ipp_1' });
}
const failure = (made: Client): Promise<ApiError> => rejection(read(made));
const unconnected = { category: 'network', deliveryStatus: 'no' };

describe('TLS', () => {
  test('an unknown authority is rejected, and the message names the setting', async () => {
    const before = service.requests.length;
    const error = await failure(open({}));
    expect(error).toMatchObject(unconnected);
    expect(error.message).toContain('ca_certificate_pem, NETINGRESS_CA_CERTIFICATE_PEM');
    expect(service.requests).toHaveLength(before);
  });

  test('a configured authority is trusted', async () => {
    await read(open({ caCertificatePem: authority.pem }));
    expect(service.seen.at(-1)).toBe('anonymous');
  });

  test('an additional authority is trusted, also with a client certificate, but not beside a configured authority', async () => {
    const extraCaCertificatePem = authority.pem;
    await read(open({ extraCaCertificatePem }));
    const { pem: clientCertificatePem, keyPem: clientPrivateKeyPem } = clientCertificate;
    await read(open({ extraCaCertificatePem, clientCertificatePem, clientPrivateKeyPem }));
    expect(service.seen.slice(-2)).toEqual(['anonymous', 'platform team']);
    const other = await makeCertificate({ subject: 'CN=other', extensions: [caExtension], validity });
    const both = await failure(open({ extraCaCertificatePem, caCertificatePem: other.pem }));
    expect(both).toMatchObject(unconnected);
  });

  test('a certificate for another name is rejected', async () => {
    const baseUrl = `https://127.0.0.1:${service.port}`;
    const error = await failure(open({ baseUrl, caCertificatePem: authority.pem }));
    expect(error.message).toContain('its TLS certificate is for another host name');
  });

  test('a client key may follow EC parameters', async () => {
    const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';
    const { pem: clientCertificatePem, keyPem } = clientCertificate;
    const clientPrivateKeyPem = parameters + keyPem;
    await read(open({ caCertificatePem: authority.pem, clientCertificatePem, clientPrivateKeyPem }));
    expect(service.seen.at(-1)).toBe('platform team');
  });
});

describe('a proxy', () => {
  const url = (userInfo = '', scheme = 'http://'): string => `${scheme}${userInfo}127.0.0.1:${proxy.port}`;
  const through = (options: Partial<ClientOptions> = {}): Client =>
    open({ baseUrl: 'https://api.test', caCertificatePem: authority.pem, proxyUrl: url(), ...options });

  test('connects to the host, and the key is not in the bytes that it passes on', async () => {
    await read(through());
    expect(proxy.connects.at(-1)?.url).toBe('api.test:443');
    expect(service.requests.at(-1)).toBe(`GET /ip_policies/ipp_1 Bearer ${API_KEY}`);
    expect(proxy.bytes.length).toBeGreaterThan(0);
    expect(proxy.bytes).not.toContain(API_KEY);
    expect(JSON.stringify(proxy.connects.map(({ rawHeaders }) => rawHeaders))).not.toContain(API_KEY);
  });

  test('receives user and password of its URL, and is named if it refuses to connect without them', async () => {
    proxy.password = 'team:p@ss word';
    await read(through({ proxyUrl: url('team:p%40ss%20word@') }));
    await read(through({ proxyUrl: url('team:p%40ss%20word@', '') }));
    const refused = await failure(through());
    expect(refused.message).toContain('the proxy refused to connect');
    expect(refused.message).toContain(`through the proxy ${url()}`);
    expect(refused).toMatchObject({ ...unconnected, sideEffect: 'not_sent' });
    // A percent sign that begins no escape is part of the password, as for curl.
    proxy.password = 'team:50%off';
    await read(through({ proxyUrl: url('team:50%off@') }));
    delete proxy.password;
  });

  test('that cannot be reached is named without its password', async () => {
    const error = await failure(through({ proxyUrl: 'http://team:s3cret-word@127.0.0.1:1' }));
    expect(error.message).toContain('through the proxy http://127.0.0.1:1');
    expect(error.message).not.toContain('s3cret-word');
  });

  test('whose certificate an additional authority signed is trusted, also beside a configured authority', async () => {
    const secure = await startProxy(await certificateFor('localhost'));
    const proxyUrl = `https://localhost:${secure.port}`;
    const extraCaCertificatePem = authority.pem;
    await read(through({ proxyUrl, extraCaCertificatePem, caCertificatePem: undefined }));
    await read(through({ proxyUrl, extraCaCertificatePem }));
    expect(secure.connects).toHaveLength(2);
    expect(secure.bytes).not.toContain(API_KEY);
    expect(await failure(through({ proxyUrl }))).toMatchObject(unconnected);
  });

  test('is not used for localhost', async () => {
    const before = proxy.connects.length;
    await read(open({ caCertificatePem: authority.pem, proxyUrl: url() }));
    expect(proxy.connects).toHaveLength(before);
  });
});

const pair = 'expected both, or neither.';
const wantCa = 'expected PEM certificates of certificate authorities.';
const LABEL = 'RSA PRIVATE KEY-----';
const ENCRYPTED = `-----BEGIN ${LABEL}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n-----END ${LABEL}`;
const aProxy = 'expected a proxy URL such as http://proxy.example.com:3128';

test.each<[string, (own: Made) => Partial<ClientOptions>]>([
  [`caCertificatePem contains no PEM block; ${wantCa}`, () => ({ caCertificatePem: '/etc/ssl/ca.pem' })],
  [`caCertificatePem contains a PEM block 'PRIVATE KEY'; ${wantCa}`, ({ keyPem }) => ({ caCertificatePem: keyPem })],
  [
    `clientPrivateKeyPem is encrypted or cannot be read; expected an unencrypted PEM private key.`,
    ({ pem }) => ({ clientCertificatePem: pem, clientPrivateKeyPem: ENCRYPTED }),
  ],
  [`clientCertificatePem is set without its private key; ${pair}`, ({ pem }) => ({ clientCertificatePem: pem })],
  [`clientPrivateKeyPem is set without its certificate; ${pair}`, ({ keyPem }) => ({ clientPrivateKeyPem: keyPem })],
  [`proxyUrl (or https_proxy, http_proxy or all_proxy) is not a URL; ${aProxy}`, () => ({ proxyUrl: 'proxy:secret' })],
  [
    `proxyUrl (or https_proxy, http_proxy or all_proxy) has the invalid scheme 'socks5'; ${aProxy}`,
    () => ({ proxyUrl: 'socks5://x:1' }),
  ],
])('createClient throws: %s', (message, options) => {
  const given = { baseUrl: 'https://api.test', apiKey: API_KEY, ...options(clientCertificate) };
  expect(() => createClient(given)).toThrow(message);
});
