import { handshakeLine, readPluginEnvironment } from '../../../src/plugin/process/handshake';

const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2' };

describe('readPluginEnvironment()', () => {
  test.each([
    ['no cookie', {}],
    ['another cookie', { TF_PLUGIN_MAGIC_COOKIE: 'x' }],
  ])('with %s returns undefined', (_, environment) => {
    expect(readPluginEnvironment(environment)).toBeUndefined();
  });

  test.each([
    ['absent', {}],
    ['empty', { PLUGIN_CLIENT_CERT: '' }],
  ])('an %s client certificate means no encryption', (_, environment) => {
    expect(readPluginEnvironment({ ...COOKIE, ...environment })?.clientCertificate).toBeUndefined();
  });

  test.each([
    ['given', { PLUGIN_MIN_PORT: '12000', PLUGIN_MAX_PORT: '12010' }, { min: 12_000, max: 12_010 }],
    ['missing', {}, { min: 10_000, max: 25_000 }],
    ['not numbers', { PLUGIN_MIN_PORT: 'x', PLUGIN_MAX_PORT: '0' }, { min: 10_000, max: 25_000 }],
  ])('reads ports that are %s', (_, environment, ports) => {
    expect(readPluginEnvironment({ ...COOKIE, ...environment })?.ports).toEqual(ports);
  });
});

describe('handshakeLine()', () => {
  test('names protocol 6, gRPC and the address', () => {
    expect(handshakeLine({ network: 'unix', path: '/t/p.sock' }, undefined)).toBe('1|6|unix|/t/p.sock|grpc|\n');
    expect(handshakeLine({ network: 'tcp', port: 12_345 }, undefined)).toBe('1|6|tcp|127.0.0.1:12345|grpc|\n');
  });

  test.each([30, 31, 32])('writes a certificate of %i bytes without padding, in the standard alphabet', (length) => {
    const line = handshakeLine({ network: 'unix', path: '/p' }, Buffer.alloc(length, 0xfb));
    const encoded = line.trimEnd().split('|')[5] ?? '';
    expect(encoded).toMatch(/^[A-Za-z0-9+/]+$/);
    expect(Buffer.from(encoded, 'base64')).toEqual(Buffer.alloc(length, 0xfb));
  });
});
