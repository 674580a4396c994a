// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/** Adopted endpoints in HCL are imported by the real Terraform without a change of their policies. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../src/client';
import { run } from '../../src/terraform/run';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';
import { runInProcess } from '../support/cli/run-in-process';
import { VALID_POLICIES, type ValidPolicy } from '../support/traffic-policies/valid';

jest.setTimeout(180_000);

let account: AttachedAccount;
let url: string;
let workspace: Workspace;

beforeAll(async () => {
  account = await openAttachedAccount({ profile: 'ngrok' });
  ({ url, workspace } = account);
  await fillAccount();
});
afterAll(() => account?.close());

const textOf = ({ policy }: ValidPolicy): string => (typeof policy === 'string' ? policy : JSON.stringify(policy));

async function fillAccount(): Promise<void> {
  const client = createClient({ baseUrl: url, apiKey: 'key', profile: 'ngrok' });
  await client.domains.create({ domain: '*.example.com' });
  const { id } = await client.ipPolicies.create({ description: 'Offices' });
  for (const [index, each] of VALID_POLICIES.entries()) {
    const { scheme = 'https', isInternal = scheme === 'tcp' } = each;
    const host = isInternal ? `p${index}.internal` : `p${index}.example.com`;
    await client.cloudEndpoints.create({
      url: `${scheme}://${host}${scheme === 'tcp' ? ':5432' : ''}`,
      traffic_policy: textOf(each).replace('ipp_2abcdefghijklmnopqrstuvwxyz', id),
    });
  }
  const { id: vaultId } = await client.vaults.create({ name: 'team/web' });
  await client.secrets.create({ vault_id: vaultId, name: 'admin', value: 'a long secret value' });
  const credentials = [
    "admin:${secrets.get('team/web', 'admin')}",
    '${basic_auth.encode("root", secrets.get("team/web","admin"))}',
  ];
  const actions = [
    { type: 'basic-auth', config: { credentials } },
    { type: 'http-request', config: { url: 'https://target.internal/audit?host=${req.host}' } },
    { type: 'forward-internal', config: { url: 'https://target.internal' } },
  ];
  const policyOf = (each: object) => JSON.stringify({ on_http_request: [{ actions: each }] });
  await client.cloudEndpoints.create({ url: 'https://target.internal', traffic_policy: policyOf([{ type: 'deny' }]) });
  await client.cloudEndpoints.create({ url: 'https://source.internal', traffic_policy: policyOf(actions) });
}

/** The vault, its secret, and two endpoints. */
const REFERRED = 4;

test('with all their policies', async () => {
  const env = { ...workspace.env, NETINGRESS_PROFILE: 'ngrok' };
  const folder = join(workspace.folder, 'adopted');
  await mkdir(folder);
  const adopted = await runInProcess(['adopt', '--format', 'hcl', '--out', folder], { cwd: workspace.folder, env });
  expect(adopted).toMatchObject({ status: 0 });
  const terraform = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await run('terraform', args, { cwd: folder, env });
    if (status !== 0) throw new Error(`terraform ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
    return stdout;
  };
  await terraform('init', '-no-color');
  const lines = (await terraform('plan', '-json')).split('\n').filter((line) => line !== '');
  const summary = lines
    .map((line) => JSON.parse(line) as { type: string; changes?: Record<string, unknown> })
    .find(({ type }) => type === 'change_summary');
  expect(summary?.changes).toMatchObject({
    add: 0,
    change: 0,
    remove: 0,
    import: VALID_POLICIES.length + 2 + REFERRED,
  });
  const main = await readFile(join(folder, 'main.tf'), 'utf8');
  expect(main.match(/\$\{netingress_secret\.\w+\.vault_name\}/g)).toHaveLength(2);
  expect(main.match(/netingress_cloud_endpoint\.\w+\.url/g)).toHaveLength(2);
});
