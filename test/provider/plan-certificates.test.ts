/** Certificates that a plan reads, for a domain of another name. */
import { getKind } from '../../src/model/kinds';
import { resourceType } from '../../src/model/naming';
import { createProvider } from '../../src/provider/create-provider';
import { UNKNOWN } from '../../src/values/cty-value';
import { makeCertificate } from '../support/emulator/pki';
import { createFakeService } from '../support/provider/fake-service';
import { configOf, configOfSchema } from '../support/provider/values';

const NONE = new Uint8Array();

/** Plans certificates, and then a domain that names one and may have had another name; returns the details of the warnings. */
async function planDomain(
  certificates: readonly { readonly id: unknown; readonly names: readonly string[] | undefined }[],
  certificateId: unknown,
  oldName?: string,
): Promise<string[]> {
  const provider = createProvider({ environment: {}, connect: () => createFakeService().client });
  const settings = { base_url: 'https://service.test', api_key: 'key' };
  await provider.configure({ config: configOfSchema(provider.schema.provider, settings) });
  const plan = (name: string, values: Record<string, unknown>, old = values) => {
    const config = configOf(getKind(name), values);
    const prior = typeof old['id'] === 'string' ? configOf(getKind(name), old) : null;
    const request = { prior, proposed: config, config, priorPrivate: NONE };
    return provider.planResource({ type: resourceType(getKind(name)), ...request });
  };
  for (const { id, names } of certificates) {
    const { pem, keyPem } = await makeCertificate({ dnsNames: names ?? [] });
    const certificate_pem = names ? pem : UNKNOWN;
    await plan('tls_certificate', { id, certificate_pem, private_key_pem: keyPem });
  }
  const id = oldName === undefined ? UNKNOWN : `rd_${'2'.repeat(27)}`;
  const values = { id, domain: 'a.example.com', certificate_id: certificateId };
  const { diagnostics } = await plan('domain', values, { ...values, domain: oldName });
  return diagnostics.map(({ detail, path }) => `${path?.join('.')}: ${detail}`);
}

const wrong = { id: `cert_${'2'.repeat(27)}`, names: ['b.example.com'] };
const right = { id: `cert_${'3'.repeat(27)}`, names: ['*.example.com'] };
const created = { ...wrong, id: UNKNOWN };

test('a certificate for another name is a warning for a new domain and for one that gets another name', async () => {
  const warning =
    "certificate_id: certificate_id is a certificate for b.example.com, and domain is 'a.example.com'; expected a certificate for a.example.com or *.example.com, since clients reject others.";
  expect(await planDomain([right, wrong], wrong.id)).toEqual([warning]);
  expect(await planDomain([wrong], wrong.id, 'b.example.com')).toEqual([warning]);
});

test.each([
  ['the certificate has the name', [wrong, right], right.id, undefined],
  ['which certificate it is is known after apply', [created], UNKNOWN, undefined],
  ['the certificate is known after apply', [{ ...wrong, names: undefined }], wrong.id, undefined],
  ['the plan has not read the certificate', [right], wrong.id, undefined],
  ['the domain names none', [wrong], null, undefined],
  ['neither the name nor the certificate changes', [wrong], wrong.id, 'a.example.com'],
] as const)('there is no warning if %s', async (_, certificates, id, oldName) => {
  expect(await planDomain(certificates, id, oldName)).toEqual([]);
});
