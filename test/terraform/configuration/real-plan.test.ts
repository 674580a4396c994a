/** Plans that Terraform itself has printed, of the same objects in HCL and in JSON. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnknown, type KnownJson } from '../../../src/model/known';
import { type PlannedObjects, readPlan } from '../../../src/terraform/configuration/planned-objects';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import type { PlanJson } from '../../../src/terraform/plan-json';
import { createApp, expression, type PreviewApp } from '../../support/preview/app';

let app: PreviewApp;
beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app.remove());

/** Plans a folder with these files. */
async function plan(
  name: string,
  files: Readonly<Record<string, string>>,
  ...options: string[]
): Promise<PlannedObjects> {
  const cwd = join(app.folder, name);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(cwd, file, '..'), { recursive: true });
    await writeFile(join(cwd, file), text);
  }
  await app.terraformIn(cwd, ['init']);
  await app.terraformIn(cwd, ['plan', '-out=plan.bin', ...options]);
  return readPlan(JSON.parse(await app.terraformIn(cwd, ['show', '-json', 'plan.bin'])) as PlanJson);
}

const REQUIRED = `terraform {\n  required_providers { netingress = { source = "${PROVIDER_ADDRESS}" } }\n}\n`;
const POLICIES = 'resource "netingress_ip_policy" "a" {}\nresource "netingress_ip_policy" "b" {}\n';

const find = ({ after }: PlannedObjects, id: string, name: string): KnownJson | undefined =>
  after.find((object) => object.id === id)?.values[name];

const rule = (name: string, id: string): string =>
  `resource "netingress_ip_policy_rule" "${name}" {\n  ip_policy_id = ${id}\n  cidr = "192.0.2.0/24"\n  action = "allow"\n}\n`;
const restriction = (type: string, ids: string): string =>
  `resource "netingress_ip_restriction" "${type}" {\n  type = "${type}"\n  enforced = true\n  ip_policy_ids = ${ids}\n}\n`;

test('in HCL an id is trusted if it is plain, and a set if all its unknown elements are', async () => {
  const read = await plan('hcl', {
    'main.tf': [
      REQUIRED,
      POLICIES,
      rule('plain', 'netingress_ip_policy.a.id'),
      rule('index', '[netingress_ip_policy.a.id, netingress_ip_policy.b.id][1]'),
      rule('output', 'module.edge.policy'),
      restriction('api', '[netingress_ip_policy.a.id]'),
      restriction('agent', '[netingress_ip_policy.a.id, "ipp_existing"]'),
      restriction('dashboard', '[for p in [netingress_ip_policy.a, netingress_ip_policy.b] : p.id if p.id != ""]'),
      'module "edge" {\n  source = "./edge"\n}\n',
    ].join(''),
    'edge/main.tf': `${REQUIRED}resource "netingress_ip_policy" "c" {}\noutput "policy" {\n  value = netingress_ip_policy.c.id\n}\n`,
  });
  expect(read.undecided).toEqual([]);
  const policyOf = (name: string) => find(read, `netingress_ip_policy_rule.${name}`, 'ip_policy_id');
  expect(policyOf('plain')).toBe('netingress_ip_policy.a');
  expect(policyOf('output')).toBe('module.edge.netingress_ip_policy.c');
  expect(isUnknown(policyOf('index'))).toBe(true);
  const ids = (type: string) => find(read, `netingress_ip_restriction.${type}`, 'ip_policy_ids');
  expect(ids('api')).toEqual(['netingress_ip_policy.a']);
  expect(ids('agent')).toEqual(['ipp_existing', 'netingress_ip_policy.a']);
  expect(isUnknown(ids('dashboard'))).toBe(true);
}, 120_000);

test('in JSON every expression that this package evaluates is trusted', async () => {
  const a = expression('netingress_ip_policy.a.id');
  const json = {
    terraform: { required_providers: { netingress: { source: PROVIDER_ADDRESS } } },
    resource: {
      netingress_ip_policy: { a: {}, each: { for_each: expression('toset(["x"])') } },
      netingress_ip_restriction: {
        api: { type: 'api', enforced: true, ip_policy_ids: [a, expression('netingress_ip_policy.each["x"].id')] },
        agent: { type: 'agent', enforced: true, ip_policy_ids: expression('[netingress_ip_policy.a.id]') },
        dashboard: {
          type: 'dashboard',
          enforced: true,
          ip_policy_ids: [a, expression('[netingress_ip_policy.a.id][0]')],
        },
      },
    },
  };
  const read = await plan('json', { 'cdk.tf.json': JSON.stringify(json) });
  const ids = (type: string) => find(read, `netingress_ip_restriction.${type}`, 'ip_policy_ids');
  expect(ids('api')).toEqual(['netingress_ip_policy.a', 'netingress_ip_policy.each["x"]']);
  expect(ids('agent')).toEqual(['netingress_ip_policy.a']);
  expect(ids('dashboard')).toMatchObject([
    'netingress_ip_policy.a',
    { why: 'netingress_ip_restriction.dashboard.ip_policy_ids[1] is known after apply' },
  ]);
}, 120_000);

test('what a plan does not contain is said: targets, provisioners and several providers', async () => {
  const { undecided } = await plan(
    'hidden',
    {
      'main.tf': `${REQUIRED}provider "netingress" {}
provider "netingress" {
  alias = "b"
  api_key = "other"
}
resource "netingress_ip_policy" "a" {
  provisioner "local-exec" {
    command = "true"
  }
}
`,
    },
    '-target=netingress_ip_policy.a',
  );
  expect(undecided).toEqual([
    expect.stringContaining('made with -target'),
    expect.stringContaining('a provisioner of netingress_ip_policy.a'),
    expect.stringContaining('several provider configurations'),
  ]);
}, 120_000);
