// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/**
 * Adopted traffic policies, with references in all notations: the real Terraform imports HCL, in CI also TypeScript,
 * and then plans no changes. round-trip.test.ts has the kinds of the specification.
 */
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as cdktf from 'cdktf';
import ts from 'typescript';
import * as netingress from '../../src';
import { type Client, createClient } from '../../src/client';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { runInProcess } from '../support/cli/run-in-process';
import { testInCi } from '../support/requirements';
import { VALID_POLICIES } from '../support/traffic-policies/valid';

let account: AttachedAccount;
let client: Client;

beforeAll(async () => {
  account = await openAttachedAccount({ profile: 'ngrok' });
  client = createClient({ baseUrl: account.url, apiKey: 'key', profile: 'ngrok' });
  await fillAccount();
});
afterAll(async () => {
  await client?.close();
  await account?.close();
});

const reply = { actions: [{ type: 'custom-response', config: { body: 'ok ${req.host}' } }] };
const forward = (url: string, more: object = {}) => ({
  actions: [{ type: 'forward-internal', config: { url, ...more } }],
});

const createEndpoint = (url: string, ...rules: readonly object[]) =>
  client.cloudEndpoints.create({ url, traffic_policy: JSON.stringify({ on_http_request: rules }) });

/**
 * Every valid policy, secrets in all notations, endpoints that forward to each other, and what {@link OBJECTS} counts.
 */
async function fillAccount(): Promise<void> {
  const { id: vaultId } = await client.vaults.create({ name: 'team/web' });
  for (const name of ['admin', 'hook-1'])
    await client.secrets.create({ vault_id: vaultId, name, value: 'a long secret value' });
  const { id: policyId } = await client.ipPolicies.create({ description: 'Offices' });
  const { id: userId } = await client.serviceUsers.create({ name: 'ci' });
  await client.apiKeys.create({ description: 'deploys', owner_id: userId });
  await client.domains.create({ domain: '*.example.com' });
  await createEndpoint('https://c.internal', reply);
  await createEndpoint(
    'https://b.internal',
    { actions: [{ type: 'restrict-ips', config: { enforce: true, ip_policies: [policyId] } }] },
    forward('https://c.internal'),
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
    forward('https://b.internal', { on_error: 'continue' }),
    reply,
  );
  // Terraform would refuse a cycle of references, but their URLs are adopted as text.
  await createEndpoint('https://d.internal', forward('https://e.internal'));
  await createEndpoint('https://e.internal', forward('https://d.internal'));
  for (const [index, { policy, scheme = 'https', isInternal = scheme === 'tcp' }] of VALID_POLICIES.entries()) {
    const host = isInternal ? `p${index}.internal` : `p${index}.example.com`;
    const text = typeof policy === 'string' ? policy : JSON.stringify(policy);
    await client.cloudEndpoints.create({
      url: `${scheme}://${host}${scheme === 'tcp' ? ':5432' : ''}`,
      traffic_policy: text.replace('ipp_2abcdefghijklmnopqrstuvwxyz', policyId),
    });
  }
}

/** A vault with two secrets, an IP policy, a user with its key, a domain and five endpoints, beside the valid policies. */
const OBJECTS = 12 + VALID_POLICIES.length;

async function adopt(format: 'ts' | 'hcl'): Promise<string> {
  const { env, folder } = account.workspace;
  const out = join(folder, format);
  await mkdir(out);
  const adopted = await runInProcess(['adopt', '--format', format, '--out', out], { cwd: folder, env });
  expect(adopted).toMatchObject({ status: 0 });
  return out;
}

/** Imports the configuration of a folder, and plans again. Only GET requests are sent. */
async function expectImported(folder: string): Promise<void> {
  const { emulator, workspace } = account;
  const terraform = (...args: string[]): Promise<string> => workspace.ok(`-chdir=${folder}`, ...args);
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET').length;
  const before = writes();
  await terraform('init', '-no-color');
  const applied = await terraform('apply', '-auto-approve', '-no-color');
  expect(applied).toContain(`Apply complete! Resources: ${OBJECTS} imported, 0 added, 0 changed, 0 destroyed.`);
  expect(await terraform('plan', '-no-color')).toContain('No changes.');
  expect(writes()).toBe(before);
}

/** Synthesizes the app whose modules are in the folder. Returns the folder of its stack. */
function synthesize(folder: string): string {
  const outdir = join(folder, 'cdktf.out');
  class AdoptedApp extends cdktf.App {
    constructor() {
      super({ outdir });
    }
  }
  const modules = new Map<string, object>();
  const load = (path: string): object => {
    const known = modules.get(path);
    if (known) return known;
    const exports = {};
    modules.set(path, exports);
    const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
    });
    const requireModule = (name: string): unknown => {
      if (name === 'netingress') return netingress;
      if (name === 'cdktf') return { ...cdktf, App: AdoptedApp };
      return name.startsWith('.') ? load(`${join(dirname(path), name)}.ts`) : jest.requireActual<object>(name);
    };
    new Function('require', 'exports', outputText)(requireModule, exports);
    return exports;
  };
  // The local backend of CDKTF puts the state into the current folder.
  const inFolder = jest.spyOn(process, 'cwd').mockReturnValue(folder);
  try {
    load(join(folder, 'main.ts'));
  } finally {
    inFolder.mockRestore();
  }
  return join(outdir, 'stacks/ingress');
}

testInCi('TypeScript is imported without changes, and then plans none', async () => {
  await expectImported(synthesize(await adopt('ts')));
});

test('HCL is imported without changes, and then plans none', async () => {
  await expectImported(await adopt('hcl'));
});
