// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL and Terraform have this form.
/**
 * Adopted traffic policies with references. The real Terraform imports the TypeScript and then plans no changes. Of the HCL
 * only the references are tested here; round-trip.test.ts imports HCL.
 */
import { dirname, join } from 'node:path/posix';
import { App, type TerraformStack } from 'cdktf';
import ts from 'typescript';
import * as netingress from '../../src';
import { readAccount } from '../../src/account/read-account';
import { type AdoptedFile, buildAdoption, renderAdoption } from '../../src/adopt';
import { type Client, createClient } from '../../src/client';
import { type Ingress, startIngress } from '../../src/testing';
import { newFolder, removeFolders } from '../support/constructs/synth';

jest.setTimeout(240_000);

let ingress: Ingress;
let client: Client;
let files: readonly AdoptedFile[];

beforeAll(async () => {
  ingress = await startIngress({ profile: 'ngrok' });
  const { emulator } = ingress;
  const { apiKey, fetch } = emulator;
  client = createClient({ baseUrl: 'http://emulator.localhost', apiKey, fetch, profile: 'ngrok' });
  await fillAccount();
  files = await adopt('ts');
});
afterAll(async () => {
  await client?.close();
  await ingress?.close();
  removeFolders();
});

const reply = { actions: [{ type: 'custom-response', config: { body: 'ok ${req.host}' } }] };

const createEndpoint = (url: string, ...rules: readonly object[]) =>
  client.cloudEndpoints.create({ url, traffic_policy: JSON.stringify({ on_http_request: rules }) });

/** Secrets in all notations, endpoints that forward to each other, and an IP policy. */
async function fillAccount(): Promise<void> {
  const { id: vaultId } = await client.vaults.create({ name: 'team/web' });
  for (const name of ['admin', 'hook-1'])
    await client.secrets.create({ vault_id: vaultId, name, value: 'a long secret value' });
  const { id: policyId } = await client.ipPolicies.create({ description: 'Offices' });
  const { id: userId } = await client.serviceUsers.create({ name: 'ci' });
  await client.apiKeys.create({ description: 'deploys', owner_id: userId });
  await createEndpoint('https://c.internal', reply);
  await createEndpoint(
    'https://b.internal',
    { actions: [{ type: 'restrict-ips', config: { enforce: true, ip_policies: [policyId] } }] },
    { actions: [{ type: 'forward-internal', config: { url: 'https://c.internal' } }] },
  );
  await createEndpoint(
    'https://a.internal',
    {
      expressions: ["getReqHeader('X-Token')[0] == secrets.get('team/web', 'admin') || req.url.path == '/`'"],
      actions: [{ type: 'deny', config: { status_code: 401 } }],
    },
    {
      actions: [
        {
          type: 'basic-auth',
          config: {
            credentials: [
              "admin:${secrets.get('team/web', 'admin')}",
              '${basic_auth.encode("root", secrets.get("team/web","hook-1"))}',
              "${req.host}:${secrets.get( 'team/web', 'hook-1' )}",
            ],
          },
        },
        { type: 'verify-webhook', config: { provider: 'github', secret: "${secrets.get('team/web', 'hook-1')}" } },
        { type: 'http-request', config: { url: 'https://c.internal/audit?host=${req.host}', method: 'POST' } },
      ],
    },
    { actions: [{ type: 'forward-internal', config: { url: 'https://b.internal', on_error: 'continue' } }] },
    reply,
  );
  // Terraform would refuse a cycle.
  await createEndpoint('https://d.internal', {
    actions: [{ type: 'forward-internal', config: { url: 'https://e.internal' } }],
  });
  await createEndpoint('https://e.internal', {
    actions: [{ type: 'forward-internal', config: { url: 'https://d.internal' } }],
  });
}

async function adopt(format: 'ts' | 'hcl'): Promise<AdoptedFile[]> {
  const plan = buildAdoption({ account: await readAccount(client), stateResources: [] });
  const options = { version: '0.1.0', providerAddress: 'terraform.local/netingress/netingress', profile: 'ngrok' };
  return renderAdoption(plan, format, { ...options, dependencies: { runtime: {}, development: {} } });
}

/** Runs `main.ts` with its imports, and returns its stack. */
function runApp(): TerraformStack {
  const apps: App[] = [];
  class AdoptedApp extends App {
    constructor() {
      super({ outdir: newFolder() });
      apps.push(this);
    }

    override synth(): void {
      // The stack is planned by the test.
    }
  }
  const modules = new Map<string, object>();
  const load = (path: string): object => {
    const known = modules.get(path);
    if (known) return known;
    const exports = {};
    modules.set(path, exports);
    const { text } = files.find((file) => file.path === path) ?? { text: '' };
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
    });
    const requireModule = (name: string): unknown => {
      if (name === 'netingress') return netingress;
      if (name === 'cdktf') return { ...jest.requireActual<object>('cdktf'), App: AdoptedApp };
      return name.startsWith('.') ? load(`${join(dirname(path), name)}.ts`) : jest.requireActual<object>(name);
    };
    new Function('require', 'exports', outputText)(requireModule, exports);
    return exports;
  };
  load('main.ts');
  return apps[0]?.node.children[0] as TerraformStack;
}

const isWrite = ({ method }: { readonly method: string }): boolean => method !== 'GET';

test('TypeScript has the typed form with constructs, and the notation of the policy', () => {
  const text = files.find(({ path }) => path === 'adopted/cloud-endpoints.ts')?.text ?? '';
  expect(text).not.toContain('fromText');
  expect(text.match(/secretOf\(secrets\.\w+\)/g)).toHaveLength(2);
  expect(text.match(/secrets\.\w+\.vaultName/g)).toHaveLength(3);
  expect(text.match(/act\.forwardInternal\(\s*\w+/g)).toHaveLength(3);
  expect(text.match(/act\.forwardInternal\('https:/g)).toHaveLength(1);
});

test('TypeScript is imported without changes, and then plans none', async () => {
  const writes = ingress.emulator.requests().filter(isWrite).length;
  const planned = await ingress.plan(runApp());
  expect(planned.changes.filter(({ action }) => action !== 'import')).toEqual([]);
  // A vault, two secrets, a policy with its rules, a user with its key, and five endpoints.
  expect(planned.changes.length).toBeGreaterThanOrEqual(11);
  await ingress.deploy(runApp());
  expect((await ingress.plan(runApp())).changes).toEqual([]);
  expect(ingress.emulator.requests().filter(isWrite)).toHaveLength(writes);
});

test('HCL has references in every notation', async () => {
  const main = (await adopt('hcl')).find(({ path }) => path === 'main.tf')?.text ?? '';
  expect(main.match(/\$\{netingress_secret\.\w+\.vault_name\}/g)).toHaveLength(5);
  expect(main.match(/= netingress_cloud_endpoint\.\w+\.url/g)).toHaveLength(3);
  expect(main).toMatch(/owner_id *= netingress_service_user\.\w+\.id/);
});
