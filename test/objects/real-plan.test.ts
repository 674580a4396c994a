import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromPlan, type PlannedObjects } from '../../src/objects/from-plan';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import type { PlanJson } from '../../src/terraform/plan-json';
import { isUnknown, type KnownJson } from '../../src/values/known';
import { expression } from '../support/expression';
import { appForAll } from '../support/preview/app';
import { testInCi } from '../support/requirements';

const app = appForAll();

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
  // Only modules need it.
  if (Object.keys(files).length > 1) await app.terraformIn(cwd, ['init']);
  await app.terraformIn(cwd, ['plan', '-out=plan.bin', ...options]);
  return fromPlan(JSON.parse(await app.terraformIn(cwd, ['show', '-json', 'plan.bin'])) as PlanJson);
}

const REQUIRED = `terraform {\n  required_providers { netingress = { source = "${PROVIDER_ADDRESS}" } }\n}\n`;
const POLICIES = 'resource "netingress_ip_policy" "a" {}\nresource "netingress_ip_policy" "b" {}\n';

const find = ({ after }: PlannedObjects, id: string, name: string): KnownJson | undefined =>
  after.find((object) => object.id === id)?.values[name];

/** The value with null for what is unknown. */
const known = (value: KnownJson | undefined): KnownJson | undefined => {
  if (isUnknown(value)) return null;
  return Array.isArray(value) ? value.map((each: KnownJson) => (isUnknown(each) ? null : each)) : value;
};

const rule = (name: string, id: string): string =>
  `resource "netingress_ip_policy_rule" "${name}" {\n  ip_policy_id = ${id}\n  cidr = "192.0.2.0/24"\n  action = "allow"\n}\n`;
const restriction = (name: string, ids: string): string =>
  `resource "netingress_ip_restriction" "${name}" {\n  type = "api"\n  enforced = true\n  ip_policy_ids = ${ids}\n}\n`;

const A = 'netingress_ip_policy.a';
const EDGE = 'module.edge["x"].netingress_ip_policy.c';

/** Expressions with what a plan proves of them: the id, or null. */
const IDS: Readonly<Record<string, [expression: string, id: string | null]>> = {
  plain: [`${A}.id`, A],
  output: ['module.edge["x"].policy', EDGE],
  index: [`[${A}.id, netingress_ip_policy.b.id][1]`, null],
  condition: [`var.use ? ${A}.id : "ipp_existing"`, null],
  splat: [`[for p in [${A}] : p.id][0]`, null],
  local: ['local.policy', null],
  other: ['terraform_data.t.id', null],
};
const SETS: Readonly<Record<string, [expression: string, ids: readonly (string | null)[] | null]>> = {
  one: [`[${A}.id]`, [A]],
  existing: [`[${A}.id, "ipp_existing"]`, ['ipp_existing', A]],
  filter: [`[for p in [${A}, netingress_ip_policy.b] : p.id if p.id != ""]`, null],
  index: [`[[${A}.id, netingress_ip_policy.b.id][1]]`, [null]],
  other: ['[terraform_data.t.id]', [null]],
  twice: [`[for n in [1, 2] : ${A}.id]`, [null, null]],
  // The plan has one reference of an output that is a list of unknown length.
  output: ['module.edge["x"].list', null],
};

test('in HCL an id is trusted if it is plain, and a set if all its unknown elements are', async () => {
  const read = await plan('hcl', {
    'main.tf': [
      REQUIRED,
      POLICIES,
      `variable "use" {\n  default = true\n}\nlocals {\n  policy = ${A}.id\n}\nresource "terraform_data" "t" {}\n`,
      `module "edge" {\n  source = "./edge"\n  for_each = toset(["x"])\n  policy = ${A}.id\n}\n`,
      ...Object.entries(IDS).map(([name, [id]]) => rule(name, id)),
      ...Object.entries(SETS).map(([name, [ids]]) => restriction(name, ids)),
    ].join(''),
    'edge/main.tf': [
      REQUIRED,
      'variable "policy" {}\nresource "netingress_ip_policy" "c" {}\n',
      rule('given', 'var.policy'),
      rule('own', 'netingress_ip_policy.c.id'),
      'output "policy" {\n  value = netingress_ip_policy.c.id\n}\noutput "list" {\n  value = [for id in [netingress_ip_policy.c.id] : id if id != ""]\n}\n',
    ].join(''),
  });
  expect(read.undecided).toEqual([]);
  const policyOf = (address: string) => find(read, address, 'ip_policy_id');
  for (const [name, [expression, id]] of Object.entries(IDS))
    expect([expression, known(policyOf(`netingress_ip_policy_rule.${name}`))]).toEqual([expression, id]);
  for (const [name, [expression, ids]] of Object.entries(SETS)) {
    const value = find(read, `netingress_ip_restriction.${name}`, 'ip_policy_ids');
    expect([expression, known(value)]).toEqual([expression, ids]);
  }
  expect(policyOf('module.edge["x"].netingress_ip_policy_rule.given')).toBe(A);
  expect(policyOf('module.edge["x"].netingress_ip_policy_rule.own')).toBe(EDGE);
  expect(policyOf('netingress_ip_policy_rule.index')).toMatchObject({
    cause: { kind: 'reference', reference: 'netingress_ip_policy_rule.index.ip_policy_id' },
  });
});

test('in JSON a reference to an id and a list of them are trusted, and no index of a list, each.key, template or local value', async () => {
  const a = expression(`${A}.id`);
  const rule = (id: string, more: object = {}) => ({
    ip_policy_id: id,
    cidr: '192.0.2.0/24',
    action: 'allow',
    ...more,
  });
  const restriction = (ids: unknown) => ({ type: 'api', enforced: true, ip_policy_ids: ids });
  const each = { for_each: expression('toset(["x"])') };
  const json = {
    terraform: { required_providers: { netingress: { source: PROVIDER_ADDRESS } } },
    locals: { ids: [a] },
    resource: {
      terraform_data: { t: {} },
      netingress_ip_policy: { a: {}, b: {}, each },
      netingress_ip_policy_rule: {
        plain: rule(a),
        index: rule(expression(`[${A}.id, netingress_ip_policy.b.id][1]`)),
        text: rule(`x${a}`),
        each: rule(expression('netingress_ip_policy.each[each.key].id'), each),
      },
      netingress_ip_restriction: {
        list: restriction([a, expression('netingress_ip_policy.each["x"].id'), 'ipp_existing']),
        expression: restriction(expression(`[${A}.id]`)),
        part: restriction([a, expression(`[${A}.id][0]`)]),
        other: restriction([a, expression('terraform_data.t.id')]),
        local: restriction(expression('local.ids')),
      },
    },
  };
  const read = await plan('json', { 'cdk.tf.json': JSON.stringify(json) });
  const policies = ['plain', 'index', 'text', 'each["x"]'].map((name) =>
    known(find(read, `netingress_ip_policy_rule.${name}`, 'ip_policy_id')),
  );
  expect(policies).toEqual([A, null, null, null]);
  const ids = (name: string) => find(read, `netingress_ip_restriction.${name}`, 'ip_policy_ids');
  expect(ids('list')).toEqual(['ipp_existing', A, 'netingress_ip_policy.each["x"]']);
  expect(ids('expression')).toEqual([A]);
  expect(ids('part')).toMatchObject([
    A,
    { cause: { kind: 'reference', reference: 'netingress_ip_restriction.part.ip_policy_ids[1]' } },
  ]);
  expect(ids('other')).toMatchObject([A, { cause: { kind: 'reference', reference: 'terraform_data.t.id' } }]);
  expect(known(ids('local'))).toEqual([null]);
});

testInCi('what a plan does not contain is said: targets, provisioners and several providers', async () => {
  const text = `${REQUIRED}provider "netingress" {}
provider "netingress" {
  alias = "b"
  api_key = "other"
}
resource "netingress_ip_policy" "a" {
  provisioner "local-exec" { command = "true" }
}
`;
  const { undecided } = await plan('hidden', { 'main.tf': text }, '-target=netingress_ip_policy.a');
  expect(undecided).toEqual([
    { kind: 'plan_without', part: 'targets' },
    { kind: 'provisioner', address: 'netingress_ip_policy.a' },
    { kind: 'several_providers', names: ['netingress', 'netingress.b'] },
  ]);
});
