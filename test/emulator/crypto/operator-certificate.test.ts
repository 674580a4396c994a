import { X509Certificate } from 'node:crypto';
import { type Api, createApi, createTestClock } from '../../support/emulator/api';
import { createCsr, keyTypes } from '../../support/emulator/csr';

interface Binding {
  cert: { cert: string; not_before: string; not_after: string } | null;
}

function makeOperator(api: Api, csr?: string) {
  return api.create('/kubernetes_operators', {
    enabled_features: ['bindings'],
    binding: { endpoint_selectors: ['true'], ...(csr !== undefined && { csr }) },
  });
}

const bindingOf = (body: { readonly [member: string]: unknown }) => body['binding'] as Binding;

test.each(Object.keys(keyTypes) as (keyof typeof keyTypes)[])(
  'a request with an %s key gets a certificate for that key, signed by the authority',
  async (keyType) => {
    const api = createApi({ clock: createTestClock() });
    const { csr, publicKey } = await createCsr(keyType);
    const operator = await makeOperator(api, csr);
    const { cert } = bindingOf(operator);
    const certificate = new X509Certificate(String(cert?.cert));
    const authority = new X509Certificate(await api.emulator.certificateAuthority());
    expect(certificate.publicKey.export({ type: 'spki', format: 'der' })).toEqual(publicKey);
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(certificate.checkIssued(authority)).toBe(true);
    expect([certificate.ca, authority.ca]).toEqual([false, true]);
    expect(certificate.subject).toBe(`CN=${operator.id}`);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(cert?.not_before).toBe('2030-01-01T00:00:00Z');
    expect(new Date(certificate.validTo).toISOString()).toBe(cert?.not_after.replace('Z', '.000Z'));
    expect(JSON.stringify(operator)).not.toContain('CERTIFICATE REQUEST');
  },
);

test('changes are serialized while a certificate is signed', async () => {
  const api = createApi();
  const { csr } = await createCsr();
  const { id } = await makeOperator(api);
  const responses = await Promise.all([
    api.send('PATCH', `/kubernetes_operators/${id}`, { binding: { csr } }),
    api.send('PATCH', `/kubernetes_operators/${id}`, { description: 'kept' }),
    api.send('PATCH', `/kubernetes_operators/${id}`, { metadata: 'kept too' }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [operator] = api.emulator.objects('kubernetes_operator');
  expect(operator).toMatchObject({ description: 'kept', metadata: 'kept too' });
  expect(bindingOf(operator ?? {}).cert?.cert).toContain('BEGIN CERTIFICATE');
});
