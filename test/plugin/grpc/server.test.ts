import 'reflect-metadata';
import { createPrivateKey, KeyObject, webcrypto, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import * as x509 from '@peculiar/x509';
import { createSchemaTypes } from '../../../src/plugin/codec/schema-types';
import * as messages from '../../../src/plugin/generated/tfplugin6';
import { ProviderMethods } from '../../../src/plugin/generated/tfplugin6';
import { createServerCertificate } from '../../../src/plugin/grpc/certificate';
import type { Encryption } from '../../../src/plugin/grpc/listen';
import type { Provider } from '../../../src/provider/protocol/provider';
import { impliedType } from '../../../src/provider/protocol/schema';
import { type ObjectValue, objectValue } from '../../../src/values/cty-value';
import { decodeValue } from '../../../src/values/decode';
import { encodeValue } from '../../../src/values/encode';
import { callUnary as call, listAll as list, same } from '../../support/plugin/grpc-calls';
import { createMemoryProvider } from '../../support/plugin/memory-provider';
import { callFrames, connectRaw, FLAG, frame, resetFrame, TYPE } from '../../support/plugin/raw-frames';
import { type ServedPlugin, servePlugin } from '../../support/plugin/served-plugin';

const steps: string[] = [];
const provider = createMemoryProvider({ report: (step) => steps.push(step) });
const thing = impliedType(provider.schema.resources['memory_thing']?.attributes ?? []);
const nulls = objectValue(Object.keys(thing[1]).map((name) => [name, null]));
const config = { msgpack: Buffer.from(encodeValue(thing, nulls)) };
const HEALTH = '/grpc.health.v1.Health/Check';
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const context = { provider, types: createSchemaTypes(() => provider.schema), redact: String, log: () => undefined };
const events: string[] = [];
let plugin: ServedPlugin;
const clients: Client[] = [];

async function serve(encryption?: Encryption, served: Provider = provider): Promise<string> {
  events.length = 0;
  plugin = await servePlugin({ ...context, provider: served }, (event) => events.push(event), encryption);
  return plugin.target;
}

function connect(address: string, channel = credentials.createInsecure()): Client {
  const client = new Client(address, channel, {
    'grpc.ssl_target_name_override': 'localhost',
    'grpc.default_authority': 'localhost',
    'grpc.max_receive_message_length': -1,
  });
  clients.push(client);
  return client;
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await plugin.close();
});

/** Whether nothing is listed for 20 ms. */
async function isListingOver(): Promise<boolean> {
  const before = steps.length;
  await pause(20);
  return steps.length === before;
}

describe('createPluginServer()', () => {
  // SERVING and SERVICE_UNKNOWN of the health protocol of gRPC.
  test.each([
    ['plugin', 1],
    ['', 1],
    ['other', 3],
  ])('reports the health of the service "%s"', async (service, expected) => {
    const client = connect(await serve());
    const response = await call(client, HEALTH, messages.HealthCheckRequest.encode({ service }));
    expect(messages.HealthCheckResponse.decode(response).status).toBe(expected);
  });

  test('lists up to the limit; an object has its identity and, on request, its state', async () => {
    const client = connect(await serve());
    const short = await list(client, { typeName: 'memory_thing', config, limit: 2 });
    expect(short.map(({ displayName }) => displayName)).toEqual(['Thing 1', 'Thing 2']);
    expect(short.map(({ resourceObject }) => resourceObject)).toEqual([undefined, undefined]);
    const [whole] = await list(client, { typeName: 'memory_thing', config, limit: 1, includeResourceObject: true });
    const { id } = decodeValue(thing, whole?.resourceObject?.msgpack ?? Buffer.alloc(0)) as ObjectValue;
    expect(id).toBe('thing_1');
    const identity = whole?.identity?.identityData?.msgpack ?? Buffer.alloc(0);
    expect(decodeValue(['object', { id: 'string' }], identity)).toEqual(objectValue([['id', 'thing_1']]));
  });

  test('stops listing when the client cancels', async () => {
    const client = connect(await serve());
    const endless = messages.ListResourceRequest.encode({ typeName: 'memory_thing', config });
    const { path } = ProviderMethods.ListResource;
    const stream = client.makeServerStreamRequest(path, same, same, Buffer.from(endless), new Metadata());
    stream.on('error', () => undefined);
    await once(stream, 'data');
    stream.cancel();
    await call(client, HEALTH);
    while (!(await isListingOver())) await call(client, HEALTH);
  });

  test('ends a failed list with its reason', async () => {
    const client = connect(await serve());
    const [only, ...more] = await list(client, { typeName: 'memory_stranger' });
    expect(only?.diagnostic?.[0]?.detail).toContain("The provider has no list resource 'memory_stranger'");
    expect(more).toEqual([]);
  });

  test('responds to Shutdown and calls onShutdown', async () => {
    const client = connect(await serve());
    await expect(call(client, '/plugin.GRPCController/Shutdown')).resolves.toHaveLength(0);
    expect(events).toEqual(['shutdown']);
  });

  test('sends the error of a call that fails while the server closes', async () => {
    let fail: (error: Error) => void = () => undefined;
    const failing = new Promise<never>((_, reject) => (fail = reject));
    const client = connect(await serve(undefined, { ...provider, validateProviderConfig: () => failing }));
    const empty = objectValue([['greeting', null]]);
    const config = { msgpack: Buffer.from(encodeValue(['object', { greeting: 'string' }], empty)) };
    const { path, request, response } = ProviderMethods.ValidateProviderConfig;
    const responses = [1, 2].map(() => call(client, path, request.encode({ config })));
    await call(client, HEALTH);
    const closing = plugin.server.close(300);
    await pause(20);
    fail(new Error('too late'));
    for (const each of await Promise.all(responses))
      expect(response.decode(each).diagnostics?.[0]?.detail).toContain('too late');
    await closing;
  });

  test('calls onDisconnect when the second of two connections is closed, not when the first one is', async () => {
    const address = await serve();
    if (!address.startsWith('unix:')) throw new Error('Expected a Unix socket');
    const [first, second] = [await connectRaw(address.slice(5)), await connectRaw(address.slice(5))];
    await second.frame(() => true);
    first.close();
    await pause(50);
    expect([plugin.server.isConnected, events]).toEqual([true, []]);
    second.close();
    while (events.length === 0) await pause(5);
    expect([plugin.server.isConnected, events]).toEqual([false, ['disconnect']]);
  });

  test('a call that is reset while it waits for the provider is not performed, and others are', async () => {
    let stops = 0;
    const stop = (): void => void stops++;
    let create: (created: typeof context) => void = () => undefined;
    plugin = await servePlugin(new Promise((resolve) => (create = resolve)));
    const raw = await connectRaw(plugin.target.slice(5));
    const { path } = ProviderMethods.StopProvider;
    raw.send(callFrames(1, path), callFrames(3, path), resetFrame(1, 8));
    // The server has read what precedes it.
    raw.send(frame(TYPE.ping, FLAG.none, 0, Buffer.alloc(8)));
    await raw.frame(({ type, flags }) => type === TYPE.ping && flags === FLAG.ack);
    create({ ...context, provider: { ...provider, stop } });
    await raw.frame(({ type, stream }) => type === TYPE.headers && stream === 3);
    expect(stops).toBe(1);
    raw.close();
  });

  test('keeps the streams for output and for the broker open until it closes', async () => {
    const client = connect(await serve());
    const stdio = '/plugin.GRPCStdio/StreamStdio';
    const output = client.makeServerStreamRequest(stdio, same, same, Buffer.alloc(0), new Metadata());
    const broker = client.makeBidiStreamRequest('/plugin.GRPCBroker/StartStream', same, same);
    broker.end();
    const ended: string[] = [];
    const ends = Object.entries({ output, broker }).map(async ([name, stream]) => {
      stream.resume();
      await once(stream, 'end');
      ended.push(name);
    });
    await call(client, HEALTH);
    expect(ended).toEqual([]);
    await plugin.server.close(300);
    await Promise.all(ends);
  });
});

describe('encrypted connections', () => {
  /** As Terraform makes it: self-signed with a P-521 key, its own authority, for clients and servers. */
  async function clientCertificate(): Promise<{ pem: string; key: Buffer }> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' };
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const { clientAuth, serverAuth } = x509.ExtendedKeyUsage;
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      name: 'CN=localhost',
      keys,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.ExtendedKeyUsageExtension([clientAuth, serverAuth]),
        new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
      ],
    });
    const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
    return { pem: certificate.toString('pem'), key: Buffer.from(key) };
  }

  async function healthFor(client: 'trusted' | 'stranger' | 'anonymous' | 'plain'): Promise<Buffer | ServiceError> {
    const [trusted, stranger] = [await clientCertificate(), await clientCertificate()];
    const own = createServerCertificate();
    const address = await serve({ certificate: own, clientCertificate: trusted.pem });
    const roots = Buffer.from(own.certificatePem);
    const channels = {
      trusted: () => credentials.createSsl(roots, trusted.key, Buffer.from(trusted.pem)),
      stranger: () => credentials.createSsl(roots, stranger.key, Buffer.from(stranger.pem)),
      anonymous: () => credentials.createSsl(roots),
      plain: () => credentials.createInsecure(),
    };
    return call(connect(address, channels[client]()), HEALTH).catch((error: ServiceError) => error);
  }

  test.each([
    ['h2', 'h2'],
    ['http/1.1', 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'],
  ])('with a client that offers %s by ALPN: %s', async (offered, expected) => {
    const { pem: cert, key } = await clientCertificate();
    const own = createServerCertificate();
    const address = await serve({ certificate: own, clientCertificate: cert });
    const place = address.startsWith('unix:') ? { path: address.slice(5) } : { port: Number(address.split(':')[1]) };
    const ALPNProtocols = [offered];
    const socket = connectTls({ ...place, key, cert, ca: own.certificatePem, servername: 'localhost', ALPNProtocols });
    try {
      await once(socket, 'secureConnect');
      expect(socket.alpnProtocol).toBe(expected);
    } catch (error) {
      expect(error).toMatchObject({ code: expected });
    } finally {
      socket.destroy();
    }
  });

  const unavailable: unknown = expect.objectContaining({ code: status.UNAVAILABLE });
  test.each([
    ['serve a client with the trusted certificate', 'trusted', expect.any(Buffer)],
    ['refuse a client with another certificate of the same kind', 'stranger', unavailable],
    ['refuse a client without a certificate', 'anonymous', unavailable],
    ['refuse a client without encryption', 'plain', unavailable],
  ] as const)('%s', async (_, client, outcome) => expect(await healthFor(client)).toEqual(outcome));
});

describe('createServerCertificate()', () => {
  test('creates one for localhost, self-signed, for servers, valid since 30 s ago', () => {
    const now = new Date('2026-03-04T05:06:07Z');
    const { der, certificatePem, privateKeyPem } = createServerCertificate(now);
    const certificate = new X509Certificate(der);
    expect(certificate.subjectAltName).toBe('DNS:localhost');
    expect(certificate.checkHost('localhost')).toBe('localhost');
    // The extended key usage for servers.
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(privateKeyPem))).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(new Date(certificate.validFrom)).toEqual(new Date('2026-03-04T05:05:37Z'));
    expect(new Date(certificate.validTo).getTime()).toBeGreaterThan(now.getTime());
    expect(new X509Certificate(certificatePem).fingerprint256).toBe(certificate.fingerprint256);
  });

  test('32 certificates have different serial numbers, and none is negative, which Go refuses', () => {
    const serials = Array.from({ length: 32 }, () => new X509Certificate(createServerCertificate().der).serialNumber);
    expect(new Set(serials).size).toBe(serials.length);
    expect(serials.filter((serial) => serial.startsWith('-'))).toEqual([]);
  });

  test('is readable after 2049', () => {
    const certificate = new X509Certificate(createServerCertificate(new Date('2060-01-01T00:00:30Z')).der);
    expect(new Date(certificate.validFrom)).toEqual(new Date('2060-01-01T00:00:00Z'));
  });
});
