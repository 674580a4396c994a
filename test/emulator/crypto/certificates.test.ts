/** Fields of uploaded certificates; this test creates the certificates. */
// Must be first: @peculiar/x509 requires it while loading.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { createApi } from '../../support/emulator/api';
import { caExtension, type KeyType, makeCertificate } from '../../support/emulator/pki';

const { KeyUsageFlags: usage } = x509;

test('a certificate authority has the fields of its certificate', async () => {
  const api = createApi();
  const usages = new x509.KeyUsagesExtension(usage.keyCertSign | usage.cRLSign | usage.digitalSignature, true);
  const { pem } = await makeCertificate({ subject: 'CN=My CA, O=Example', extensions: [caExtension, usages] });
  expect(await api.create('/certificate_authorities', { ca_pem: pem })).toMatchObject({
    ca_pem: pem,
    subject_common_name: 'My CA',
    not_before: '2030-01-01T00:00:00Z',
    not_after: '2031-01-01T12:30:15Z',
    key_usages: ['digitalSignature', 'keyCertSign', 'cRLSign'],
    extended_key_usages: [],
  });
});

test('a TLS certificate has the subject, issuer, names and usages of its leaf', async () => {
  const api = createApi();
  const authority = await makeCertificate({ subject: 'CN=Issuing CA', extensions: [caExtension] });
  const leaf = await makeCertificate({
    subject: 'CN=app.example.com, O=Example Ltd, OU=Edge, L=Berlin, ST=BE, C=DE',
    issuer: authority,
    serialNumber: '0fedcba987',
    extensions: [
      new x509.KeyUsagesExtension(usage.digitalSignature | usage.keyEncipherment, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth, '1.2.3.4']),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'app.example.com' },
        { type: 'dns', value: '*.app.example.com' },
        { type: 'ip', value: '203.0.113.7' },
        { type: 'ip', value: '2001:db8::1' },
        { type: 'email', value: 'nobody@example.com' },
      ]),
    ],
  });
  const sent = { certificate_pem: leaf.pem + authority.pem, private_key_pem: leaf.keyPem };
  const created = await api.create('/tls_certificates', sent);
  expect(created).toEqual({
    id: expect.any(String),
    uri: expect.any(String),
    created_at: expect.any(String),
    certificate_pem: sent.certificate_pem,
    subject_common_name: 'app.example.com',
    subject_alternative_names: {
      dns_names: ['app.example.com', '*.app.example.com'],
      ips: ['203.0.113.7', '2001:db8::1'],
    },
    issued_at: null,
    not_before: '2030-01-01T00:00:00Z',
    not_after: '2031-01-01T12:30:15Z',
    key_usages: ['digitalSignature', 'keyEncipherment'],
    extended_key_usages: ['serverAuth', '1.2.3.4'],
    private_key_type: 'ecdsa',
    issuer_common_name: 'Issuing CA',
    serial_number: '0fedcba987',
    subject_organization: 'Example Ltd',
    subject_organizational_unit: 'Edge',
    subject_locality: 'Berlin',
    subject_province: 'BE',
    subject_country: 'DE',
  });
});

test('missing fields of a certificate are empty', async () => {
  const api = createApi();
  const { pem, keyPem } = await makeCertificate({ subject: '' });
  expect(await api.create('/tls_certificates', { certificate_pem: pem, private_key_pem: keyPem })).toMatchObject({
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
});

test.each(['rsa', 'ecdsa', 'ed25519'] as KeyType[])('a key of type %s is recognized', async (keyType) => {
  const api = createApi();
  const { pem, keyPem } = await makeCertificate({ keyType });
  const { private_key_type: recognized } = await api.create('/tls_certificates', {
    certificate_pem: pem,
    private_key_pem: keyPem,
  });
  expect(recognized).toBe(keyType);
});

test('responses, events, recorded requests and the objects at /_emulator/state do not contain the private key', async () => {
  const api = createApi();
  const { pem, keyPem } = await makeCertificate();
  const secret = keyPem.split('\n')[1] as string;
  const { id } = await api.create('/tls_certificates', { certificate_pem: pem, private_key_pem: keyPem });
  const texts = [
    (await api.send('GET', `/tls_certificates/${id}`)).body,
    (await api.send('PATCH', `/tls_certificates/${id}`, { description: 'x' })).body,
    (await api.send('GET', '/_emulator/state')).body,
    api.emulator.events(),
    api.emulator.requests(),
  ].map((value) => JSON.stringify(value));
  for (const text of texts) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('private_key_pem');
  }
});

test('a certificate keeps its fields when its description changes', async () => {
  const api = createApi();
  const { pem, keyPem } = await makeCertificate({ subject: 'CN=kept' });
  const created = await api.create('/tls_certificates', { certificate_pem: pem, private_key_pem: keyPem });
  const { body } = await api.send('PATCH', `/tls_certificates/${created.id}`, { description: 'x' });
  expect(body).toEqual({ ...created, description: 'x' });
});
