/** A domain has a certificate or a management policy, never both, and either can be removed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator } from '../../src/emulator';
import { isJsonObject, type JsonObject } from '../../src/model/json';
import { type ProviderInProcess, providerInProcess } from '../support/acceptance/provider-in-process';
import { createWorkspace, type Workspace } from '../support/acceptance/workspace';

jest.setTimeout(180_000);

/** A template of Terraform with nothing but the expression. */
const tf = (expression: string): string => `\${${expression}}`;

let emulator: ReturnType<typeof createEmulator>;
let workspace: Workspace;
let inProcess: ProviderInProcess;

beforeAll(async () => {
  emulator = createEmulator({ certificates: { seconds: 0 } });
  const { url } = await emulator.listen();
  workspace = await createWorkspace(url);
  inProcess = await providerInProcess(workspace);
  inProcess.use();
});
afterAll(async () => {
  await inProcess?.close();
  await workspace?.remove();
  await emulator?.close();
});

const pem = (name: string): string => readFileSync(join(__dirname, `../fixtures/${name}-1.pem`), 'utf8');
const policy = { authority: 'letsencrypt' };
const uploaded = { certificate_id: tf('netingress_tls_certificate.own.id') };

const apply = async (domain: JsonObject): Promise<JsonObject> => {
  await workspace.configure({
    netingress_tls_certificate: { own: { certificate_pem: pem('tls-certificate'), private_key_pem: pem('tls-key') } },
    netingress_domain: { app: { domain: 'app.example.com', ...domain } },
  });
  await workspace.apply();
  expect(await workspace.changes()).toEqual({});
  return emulator.objects('domain')[0] ?? {};
};

const certificateId = ({ certificate }: JsonObject): unknown => (isJsonObject(certificate) ? certificate['id'] : null);

test('certificate, policy, certificate, neither: each replaces the other in place and can be removed', async () => {
  const first = await apply(uploaded);
  const own = certificateId(first);
  expect(own).toMatch(/^cert_/);

  const managed = await apply({ certificate_management_policy: policy, description: 'changed too' });
  expect(managed).toMatchObject({ id: first['id'], description: 'changed too', certificate_management_policy: policy });
  expect(certificateId(managed)).not.toBe(own);

  const back = await apply({ ...uploaded, description: 'changed too' });
  expect([certificateId(back), back['certificate_management_policy']]).toEqual([own, null]);

  const neither = await apply({ description: 'changed again' });
  expect([certificateId(neither), neither['description']]).toEqual([null, 'changed again']);

  await apply({ certificate_management_policy: policy });
  const unmanaged = await apply({});
  expect([unmanaged['certificate_management_policy'], unmanaged['id']]).toEqual([null, first['id']]);
  expect(
    emulator
      .requests()
      .filter(({ method, path }) => method === 'DELETE' && path.includes('/reserved_domains/'))
      .map(({ path }) => path.split('/').at(-1)),
  ).toEqual(['certificate_management_policy', 'certificate', 'certificate_management_policy']);
});

describe('at the public service, which has server defaults for domains', () => {
  let ngrok: ReturnType<typeof createEmulator>;
  let theirs: Workspace;
  let provider: ProviderInProcess;

  beforeAll(async () => {
    ngrok = createEmulator({ profile: 'ngrok', certificates: { seconds: 0 } });
    theirs = await createWorkspace((await ngrok.listen()).url);
    theirs.env['NETINGRESS_PROFILE'] = 'ngrok';
    provider = await providerInProcess(theirs);
    provider.use();
  });
  afterAll(async () => {
    await provider?.close();
    await theirs?.remove();
    await ngrok?.close();
  });

  const own = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  const policies = (): unknown =>
    Object.fromEntries(
      ngrok
        .objects('domain')
        .filter((each) => !each['is_dev'])
        .map((each) => [each['domain'], each['certificate_management_policy']]),
    );
  const withPolicy = (wildcard: JsonObject | null) => ({ 'app.example.com': null, '*.example.com': wildcard });
  const applied = async (wildcard: JsonObject, more: JsonObject = {}): Promise<void> => {
    await theirs.configure(
      {
        netingress_domain: {
          regional: { domain: 'app.example.com', region: 'us' },
          wildcard: { domain: '*.example.com', ...wildcard },
        },
      },
      more,
    );
    await theirs.apply();
    expect(await theirs.changes()).toEqual({});
  };

  test('no plan after an apply or an import removes a region or the policy of a wildcard, or replaces the domain', async () => {
    await applied({});
    expect(policies()).toEqual(withPolicy(own));
    const before = await theirs.allAttributes();
    expect(before.get('netingress_domain.regional')?.['region']).toBe('us');
    expect(before.get('netingress_domain.wildcard')?.['certificate_management_policy']).toBeNull();

    // Imported, with the region in the configuration.
    await theirs.ok('state', 'rm', 'netingress_domain.regional', 'netingress_domain.wildcard');
    const imports = ['regional', 'wildcard'].map((name) => ({
      to: `netingress_domain.${name}`,
      id: String(before.get(`netingress_domain.${name}`)?.['id']),
    }));
    await applied({}, { import: imports });
    expect((await theirs.attributes('netingress_domain.regional'))?.['region']).toBe('us');
    expect(policies()).toEqual(withPolicy(own));

    // A policy of one's own is set, and goes when it is removed.
    await applied({ certificate_management_policy: policy });
    expect(policies()).toEqual(withPolicy(own));
    await applied({});
    expect(policies()).toEqual(withPolicy(null));
    const created = ngrok.objects('domain').filter((each) => !each['is_dev']);
    const ids = created.map(({ id }) => id);
    expect(ids.sort()).toEqual(imports.map(({ id }) => id).sort());
  });
});
