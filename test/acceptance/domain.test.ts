/** A domain takes a certificate or a management policy, never both, and can let go of either. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator } from '../../src/emulator';
import { isJsonObject, type JsonObject } from '../../src/model/json';
import { type ProviderInProcess, providerInProcess } from './provider-in-process';
import { createWorkspace, type Workspace } from './workspace';

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

test('certificate, policy, certificate, neither: each replaces the other in place and can be let go of', async () => {
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
