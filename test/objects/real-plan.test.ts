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
  // Only modules need `init`.
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

const a = expression(`${A}.id`);
const ALLOW = { cidr: '192.0.2.0/24', action: 'allow' };
const inJson = (id: unknown, more: object = {}) => ({ ...ALLOW, ip_policy_id: id, ...more });
const restrictInJson = (ids: unknown) => ({ type: 'api', enforced: true, ip_policy_ids: ids });
const each = { for_each: expression('toset(["x"])') };

/** Beside the resources in HCL, whose policies these name. */
const JSON_RESOURCES = {
  locals: { ids: [a] },
  resource: {
    netingress_ip_policy: { each },
    netingress_ip_policy_rule: {
      json_plain: inJson(a),
      json_index: inJson(expression(`[${A}.id, netingress_ip_policy.b.id][1]`)),
      json_text: inJson(`x${a}`),
      json_each: inJson(expression('netingress_ip_policy.each[each.key].id'), each),
    },
    netingress_ip_restriction: {
      json_list: restrictInJson([a, expression('netingress_ip_policy.each["x"].id'), 'ipp_existing']),
      json_expression: restrictInJson(expression(`[${A}.id]`)),
      json_part: restrictInJson([a, expression(`[${A}.id][0]`)]),
      json_other: restrictInJson([a, expression('terraform_data.t.id')]),
      json_local: restrictInJson(expression('local.ids')),
    },
  },
};

let read: PlannedObjects;

beforeAll(async () => {
  read = await plan('both', {
    'main.tf': [
      REQUIRED,
      POLICIES,
      `variable "use" {\n  default = true\n}\nlocals {\n  policy = ${A}.id\n}\nresource "terraform_data" "t" {}\n`,
      `module "edge" {\n  source = "./edge"\n  for_each = toset(["x"])\n  policy = ${A}.id\n}\n`,
      ...Object.entries(IDS).map(([name, [id]]) => rule(name, id)),
      ...Object.entries(SETS).map(([name, [ids]]) => restriction(name, ids)),
    ].join(''),
    'cdk.tf.json': JSON.stringify(JSON_RESOURCES),
    'edge/main.tf': [
      REQUIRED,
      'variable "policy" {}\nresource "netingress_ip_policy" "c" {}\n',
      rule('given', 'var.policy'),
      rule('own', 'netingress_ip_policy.c.id'),
      'output "policy" {\n  value = netingress_ip_policy.c.id\n}\noutput "list" {\n  value = [for id in [netingress_ip_policy.c.id] : id if id != ""]\n}\n',
    ].join(''),
  });
});

const policyOf = (name: string) => find(read, name, 'ip_policy_id');
const policiesOf = (name: string) => find(read, `netingress_ip_restriction.${name}`, 'ip_policy_ids');

test('in HCL an id is trusted if it is plain, and a set if all its unknown elements are', () => {
  expect(read.undecided).toEqual([]);
  for (const [name, [expression, id]] of Object.entries(IDS))
    expect([expression, known(policyOf(`netingress_ip_policy_rule.${name}`))]).toEqual([expression, id]);
  for (const [name, [expression, ids]] of Object.entries(SETS))
    expect([expression, known(policiesOf(name))]).toEqual([expression, ids]);
  expect(policyOf('module.edge["x"].netingress_ip_policy_rule.given')).toBe(A);
  expect(policyOf('module.edge["x"].netingress_ip_policy_rule.own')).toBe(EDGE);
  expect(policyOf('netingress_ip_policy_rule.index')).toMatchObject({
    cause: { kind: 'reference', reference: 'netingress_ip_policy_rule.index.ip_policy_id' },
  });
});

test('in JSON a reference to an id and a list of them are trusted, and no index of a list, each.key, template or local value', () => {
  const policies = ['plain', 'index', 'text', 'each["x"]'].map((name) =>
    known(policyOf(`netingress_ip_policy_rule.json_${name}`)),
  );
  expect(policies).toEqual([A, null, null, null]);
  expect(policiesOf('json_list')).toEqual(['ipp_existing', A, 'netingress_ip_policy.each["x"]']);
  expect(policiesOf('json_expression')).toEqual([A]);
  const ofReference = (reference: string) => ({ cause: { kind: 'reference', reference } });
  const part = 'netingress_ip_restriction.json_part.ip_policy_ids[1]';
  expect(policiesOf('json_part')).toMatchObject([A, ofReference(part)]);
  expect(policiesOf('json_other')).toMatchObject([A, ofReference('terraform_data.t.id')]);
  expect(known(policiesOf('json_local'))).toEqual([null]);
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
