import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createServerCertificate, element, oid, time, unsigned } from '../../../src/plugin/grpc/certificate';

describe('createServerCertificate()', () => {
  test('creates what Terraform accepts: for localhost, self-signed, for servers, valid for 30 s', () => {
    const now = new Date('2026-03-04T05:06:07Z');
    const { der, certificatePem, privateKeyPem } = createServerCertificate(now);
    const certificate = new X509Certificate(der);
    expect(certificate.subjectAltName).toBe('DNS:localhost');
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(privateKeyPem))).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(new Date(certificate.validFrom)).toEqual(new Date('2026-03-04T05:05:37Z'));
    expect(new Date(certificate.validTo).getTime()).toBeGreaterThan(now.getTime());
    expect(new X509Certificate(certificatePem).fingerprint256).toBe(certificate.fingerprint256);
  });

  test('never repeats a serial number', () => {
    const [a, b] = [createServerCertificate(), createServerCertificate()];
    expect(new X509Certificate(a.der).serialNumber).not.toBe(new X509Certificate(b.der).serialNumber);
  });

  test('is readable after 2049', () => {
    const certificate = new X509Certificate(createServerCertificate(new Date('2060-01-01T00:00:30Z')).der);
    expect(new Date(certificate.validFrom)).toEqual(new Date('2060-01-01T00:00:00Z'));
  });
});

describe('DER', () => {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

  test.each([
    [0x7f, '047f'],
    [0x80, '048180'],
    [0x1_00, '04820100'],
  ])('writes the length %i', (length, head) => {
    expect(hex(element(0x04, Buffer.alloc(length))).slice(0, head.length)).toBe(head);
  });

  test.each([
    ['zero', [0, 0], '020100'],
    ['a first bit that is set', [0x80], '02020080'],
    ['leading zeros', [0, 0, 1], '020101'],
  ])('writes an integer with %s', (_, bytes, expected) => {
    expect(hex(unsigned(Buffer.from(bytes)))).toBe(expected);
  });

  test('writes object ids and times', () => {
    expect(hex(oid('1.2.840.10045.4.3.2'))).toBe('06082a8648ce3d040302');
    expect(time(new Date('2049-12-31T23:59:59Z')).toString('latin1')).toBe('\x17\x0d491231235959Z');
    expect(time(new Date('2050-01-01T00:00:00Z')).toString('latin1')).toBe('\x18\x0f20500101000000Z');
  });
});
