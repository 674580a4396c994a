/** Adopted endpoints in HCL are imported by the real Terraform without a change of their policies. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../src/client';
import { createEmulator, type Emulator } from '../../src/emulator';
import { run } from '../../src/terraform/run';
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';
import { runInProcess } from '../support/cli/run-in-process';
import { VALID_POLICIES, type ValidPolicy } from '../support/traffic-policies/valid';

jest.setTimeout(180_000);

let emulator: Emulator;
let url: string;
let workspace: Workspace;

beforeAll(async () => {
  emulator = createEmulator({ profile: 'ngrok' });
  ({ url } = await emulator.listen());
  workspace = await createAttachedWorkspace(url);
  await fillAccount();
});
afterAll(async () => {
  await workspace?.remove();
  await emulator?.close();
});

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
}

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
  expect(summary?.changes).toMatchObject({ add: 0, change: 0, remove: 0, import: VALID_POLICIES.length + 2 });
});
