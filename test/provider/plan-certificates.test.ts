/** Certificates that a plan reads or creates, for a domain of another name. */
import { getKind } from '../../src/model/kinds';
import { resourceType } from '../../src/model/naming';
import { createProvider } from '../../src/provider/create-provider';
import { UNKNOWN } from '../../src/values/cty-value';
import { makeCertificate } from '../support/emulator/pki';
import { createFakeService } from '../support/provider/fake-service';
import { configOf, configOfSchema } from '../support/provider/values';

const NONE = new Uint8Array();

/** Plans certificates, and then a domain that names one; returns the details of the warnings. */
async function planDomain(
  certificates: readonly { readonly id: unknown; readonly names: readonly string[] | undefined }[],
  certificateId: unknown,
): Promise<string[]> {
  const provider = createProvider({ environment: {}, connect: () => createFakeService().client });
  const settings = { base_url: 'https://service.test', api_key: 'key' };
  await provider.configure({ config: configOfSchema(provider.schema.provider, settings) });
  const plan = (name: string, values: object) => {
    const config = configOf(getKind(name), values as Record<string, unknown>);
    const prior = typeof (values as { readonly id: unknown }).id === 'string' ? config : null;
    const request = { prior, proposed: config, config, priorPrivate: NONE };
    return provider.planResource({ type: resourceType(getKind(name)), ...request });
  };
  for (const { id, names } of certificates) {
    const { pem, keyPem } = await makeCertificate({ dnsNames: names ?? [] });
    const certificate_pem = names ? pem : UNKNOWN;
    await plan('tls_certificate', { id, certificate_pem, private_key_pem: keyPem });
  }
  const { diagnostics } = await plan('domain', { id: UNKNOWN, domain: 'a.example.com', certificate_id: certificateId });
  return diagnostics.map(({ detail, path }) => `${path?.join('.')}: ${detail}`);
}

const wrong = { id: UNKNOWN, names: ['b.example.com'] };
const right = { id: UNKNOWN, names: ['*.example.com'] };
const exists = { ...wrong, id: `cert_${'2'.repeat(27)}` };

test('a certificate for another name is a warning, if the plan creates it or knows it', async () => {
  const warning =
    "certificate_id: certificate_id is a certificate for b.example.com, and domain is 'a.example.com'; expected a certificate for a.example.com or *.example.com, since clients reject others.";
  expect(await planDomain([wrong], UNKNOWN)).toEqual([warning]);
  expect(await planDomain([right, exists], exists.id)).toEqual([warning]);
});

test.each([
  ['another certificate of the plan has the name', [wrong, right], UNKNOWN],
  ['a certificate of the plan is known after apply', [wrong, { id: UNKNOWN, names: undefined }], UNKNOWN],
  ['the plan has not read the certificate', [wrong], exists.id],
  ['the domain names none', [wrong], null],
] as const)('there is no warning if %s', async (_, certificates, id) => {
  expect(await planDomain(certificates, id)).toEqual([]);
});
