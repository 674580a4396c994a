/** `netingress moves` as it is called, in this process: sources, formats, statuses. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/model/json';
import { type RanInProcess, runInProcess } from '../support/cli/run-in-process';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netingress-moves-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]): Promise<RanInProcess> => runInProcess(['moves', ...args], { cwd: folder });

/** A folder of one stack: policies with their descriptions, each with one rule. */
async function configure(name: string, policies: Readonly<Record<string, string>>): Promise<void> {
  const names = Object.keys(policies);
  const rule = (policy: string, index: number): JsonObject => ({
    ip_policy_id: `\${netingress_ip_policy.${policy}.id}`,
    cidr: `10.${index}.0.0/16`,
    action: 'allow',
  });
  const resource = {
    netingress_ip_policy: Object.fromEntries(names.map((policy) => [policy, { description: policies[policy] }])),
    netingress_ip_policy_rule: Object.fromEntries(
      names.map((policy, index) => [`rule_${policy}`, rule(policy, index)]),
    ),
  };
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'main.tf.json'), JSON.stringify({ resource }));
}

const state = (policies: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    version: 4,
    resources: Object.entries(policies).flatMap(([name, description], index) => [
      instance('ip_policy', name, { id: `ipp_${name}`, description }),
      instance('ip_policy_rule', `rule_${name}`, {
        id: `ipr_${name}`,
        ip_policy_id: `ipp_${name}`,
        cidr: `10.${index}.0.0/16`,
        action: 'allow',
      }),
    ]),
  });

function instance(type: string, name: string, attributes: JsonObject): JsonObject {
  const provider = 'provider["registry.opentofu.org/acme/netingress"]';
  return { mode: 'managed', type: `netingress_${type}`, name, provider, instances: [{ attributes }] };
}

test('the moves of a state are TypeScript, HCL and JSON', async () => {
  await configure('app', { site: 'Office' });
  await writeFile(join(folder, 'state.json'), state({ office: 'Office' }));
  const typescript = await run('--app', 'app', '--state', 'state.json');
  expect(typescript).toMatchObject({ status: 0, stderr: expect.stringContaining('2 objects moved within a stack') });
  expect(typescript.stdout).toContain("{ from: 'netingress_ip_policy.office', to: 'netingress_ip_policy.site' },");
  await run('--app', 'app', '--state', 'state.json', '--format', 'hcl', '--output', 'moves.tf');
  expect(await readFile(join(folder, 'moves.tf'), 'utf8')).toBe(`moved {
  from = netingress_ip_policy.office
  to   = netingress_ip_policy.site
}

moved {
  from = netingress_ip_policy_rule.rule_office
  to   = netingress_ip_policy_rule.rule_site
}
`);
  const json = await run('--app', 'app', '--state', 'state.json', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ stacks: [{ stack: 'app', removed: [], imports: [] }], created: [] });
});

test('an earlier configuration takes the place of the state', async () => {
  await configure('before', { office: 'Office' });
  await configure('after', { site: 'Office' });
  const { status, stdout } = await run('--app', 'after', '--from', 'before', '--format', 'hcl');
  expect([status, stdout.match(/moved \{/g)?.length]).toEqual([0, 2]);
});

test('of two equal objects none is chosen, and the status is 2', async () => {
  await configure('app', { a: 'Office', b: 'Office' });
  await writeFile(join(folder, 'state.json'), state({ c: 'Office', d: 'Office' }));
  const { status, stdout, stderr } = await run('--app', 'app', '--state', 'state.json');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('app: netingress_ip_policy.d');
});

test('an object without a new address is listed as destroyed', async () => {
  await configure('app', { a: 'Office' });
  await writeFile(join(folder, 'state.json'), state({ a: 'Office', b: 'Home' }));
  const { status, stdout, stderr } = await run('--app', 'app', '--state', 'state.json');
  expect([status, stdout]).toEqual([0, '']);
  expect(stderr).toContain('The next apply destroys these objects');
  expect(stderr).toContain('app: netingress_ip_policy.b');
});

test('a missing configuration is an error', async () => {
  expect(await run('--app', 'nowhere')).toMatchObject({ status: 1, stderr: expect.stringContaining('nowhere') });
});
