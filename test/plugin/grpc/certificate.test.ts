import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createServerCertificate } from '../../../src/plugin/grpc/certificate';

describe('createServerCertificate()', () => {
  test('creates what Terraform accepts: for localhost, self-signed, for servers, valid since 30 s ago', () => {
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
