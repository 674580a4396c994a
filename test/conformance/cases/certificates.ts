/**
 * Certificate authorities and TLS certificates: docs/internals/event-sources.md, docs/internals/gaps.md sections 1.6
 * and 2.
 */
// Must be first: @peculiar/x509 requires it while loading.
import 'reflect-metadata';
import { createPrivateKey } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { type Api, type Case, expectRefusals } from '../api';
import { authorityPem, caExtension, type KeyType, makeCertificate } from '../keys';

const { KeyUsageFlags: usage } = x509;
const authorities = '/certificate_authorities';

/** Base64 without one line: valid PEM, but not DER. */
const withoutLine = (pem: string): string => pem.split('\n').toSpliced(2, 1).join('\n');

const postCertificate = (api: Api, certificate_pem: string, private_key_pem: string) =>
  api.send('POST', '/tls_certificates', { certificate_pem, private_key_pem });

export const certificateCases: readonly Case[] = [
  {
    title: 'an authority has the properties of its certificate and the PEM as sent',
    async run(api) {
      const usages = new x509.KeyUsagesExtension(usage.keyCertSign | usage.cRLSign | usage.digitalSignature, true);
      const made = await makeCertificate({ subject: 'CN=My CA, O=Example', extensions: [caExtension, usages] });
      const pem = `A comment before it\n${made.pem.replaceAll('\n', '\r\n')}`;
      expect(await api.create(authorities, { ca_pem: pem })).toMatchObject({
        ca_pem: pem,
        subject_common_name: 'My CA',
        not_before: '2030-01-01T00:00:00Z',
        not_after: '2031-01-01T12:30:15Z',
        key_usages: ['digitalSignature', 'keyCertSign', 'cRLSign'],
        extended_key_usages: [],
      });
    },
  },
  {
    title: 'what is not one CA certificate is no authority (1910, 1911, 1912, 1913, 1920)',
    async run(api) {
      const pem = await authorityPem();
      const { pem: leaf, keyPem } = await makeCertificate();
      const headers = pem.replace('CERTIFICATE-----\n', 'CERTIFICATE-----\nX-Header: 1\n\n');
      await expectRefusals(api, (sent) => api.send('POST', authorities, { ca_pem: sent }), [
        [pem + pem, 1912],
        [leaf, 1913],
        [keyPem, 1911],
        ['nonsense', 1920],
        [withoutLine(pem), 1920],
        [headers, 1910],
      ]);
    },
  },
  {
    title: 'a certificate has the properties of its leaf, and its create does not return the key',
    async run(api) {
      const issuer = await makeCertificate({ subject: 'CN=Issuer', extensions: [caExtension] });
      const leaf = await makeCertificate({
        subject: 'CN=app.example.com, O=Example Ltd, OU=Edge, L=Berlin, ST=BE, C=DE',
        issuer,
        serialNumber: '0abc',
        extensions: [
          new x509.KeyUsagesExtension(usage.digitalSignature | usage.keyEncipherment, true),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth, '1.3.6.1.5.5.7.3.9', '1.2.3.4']),
          new x509.SubjectAlternativeNameExtension([
            { type: 'dns', value: 'app.example.com' },
            { type: 'dns', value: '*.app.example.com' },
            { type: 'ip', value: '203.0.113.7' },
            { type: 'ip', value: '2001:db8::1' },
            { type: 'email', value: 'nobody@example.com' },
          ]),
        ],
      });
      const chain = leaf.pem + issuer.pem;
      const { status, body, text } = await postCertificate(api, chain, leaf.keyPem);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        certificate_pem: chain,
        subject_common_name: 'app.example.com',
        subject_organization: 'Example Ltd',
        subject_organizational_unit: 'Edge',
        subject_locality: 'Berlin',
        subject_province: 'BE',
        subject_country: 'DE',
        subject_alternative_names: {
          dns_names: ['app.example.com', '*.app.example.com'],
          ips: ['203.0.113.7', '2001:db8::1'],
        },
        issuer_common_name: 'Issuer',
        not_before: '2030-01-01T00:00:00Z',
        not_after: '2031-01-01T12:30:15Z',
        // The serial number is hexadecimal; the leading zero of its first byte is optional.
        serial_number: expect.stringMatching(/^0?abc$/i),
        private_key_type: 'ecdsa',
        issued_at: null,
        key_usages: ['digitalSignature', 'keyEncipherment'],
        extended_key_usages: ['serverAuth', 'OCSPSigning', '1.2.3.4'],
      });
      expect(text).not.toContain(leaf.keyPem.split('\n')[1]);
    },
  },
  {
    title: 'properties that a certificate does not have are empty',
    async run(api) {
      const { pem, keyPem } = await makeCertificate({ subject: '' });
      expect((await postCertificate(api, pem, keyPem)).body).toMatchObject({
        subject_common_name: '',
        issuer_common_name: '',
        subject_alternative_names: { dns_names: [], ips: [] },
        key_usages: [],
        extended_key_usages: [],
        subject_organization: '',
        subject_organizational_unit: '',
        subject_locality: '',
        subject_province: '',
        subject_country: '',
      });
    },
  },
  ...(['rsa', 'ed25519'] as KeyType[]).map((keyType) => ({
    title: `a key of type ${keyType} is recognized`,
    async run(api: Api) {
      const { pem, keyPem } = await makeCertificate({ keyType });
      expect((await postCertificate(api, pem, keyPem)).body['private_key_type']).toBe(keyType);
    },
  })),
  {
    title:
      'a chain that is not in order or not signed (1926), another key (1923), and a text that cannot be read are rejected',
    async run(api) {
      const issuer = await makeCertificate({ subject: 'CN=Issuer', extensions: [caExtension] });
      const impostor = await makeCertificate({ subject: 'CN=Issuer', extensions: [caExtension] });
      const { pem, keyPem } = await makeCertificate({ subject: 'CN=leaf', issuer });
      const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const;
      const encrypted = createPrivateKey(keyPem).export(options).toString();
      await expectRefusals<readonly [string, string]>(api, (sent) => postCertificate(api, ...sent), [
        [[issuer.pem + pem, issuer.keyPem], 1926],
        [[pem + impostor.pem, keyPem], 1926],
        [[pem, issuer.keyPem], 1923],
        [['nonsense', keyPem], 1922],
        [[keyPem, keyPem], 1925],
        [[withoutLine(pem), keyPem], 1900],
        [[pem, pem], 1924],
        [[pem, 'nonsense'], 1903],
        [[pem, encrypted], 1902],
      ]);
    },
  },
];
