import {
  type Evaluation,
  type Expression,
  evaluate,
  fromPlanModule,
  fromStack,
} from '../../../src/terraform/configuration/evaluate';
import { Reference } from '../../../src/terraform/configuration/expressions';
import { formatAddress } from '../../../src/values/address';
import { Identities, isUnknown, type KnownJson } from '../../../src/values/known';

const NETWORK = {
  outputs: {
    id: { expression: { references: ['netingress_ip_policy.office.id', 'netingress_ip_policy.office'] } },
    passed: { expression: { references: ['var.policy'] } },
    joined: { expression: { references: ['netingress_ip_policy.a.id', 'netingress_ip_policy.b.id'] } },
    json: { expression: { constant_value: `\${var.policy}` } },
    circle: { expression: { references: ['var.circle'] } },
  },
};

/** A plan whose root module calls one module; a configuration in JSON has constants, one in HCL references. */
const PLAN = fromPlanModule({
  module_calls: {
    network: {
      module: NETWORK,
      expressions: {
        policy: { references: ['netingress_ip_policy.root.id', 'netingress_ip_policy.root'] },
        circle: { references: ['module.network.circle'] },
      },
    },
  },
});

const NETWORKS = { name: 'networks', outputs: { office: { id: `\${netingress_ip_policy.office.id}` }, list: [1, 2] } };
const APP = {
  name: 'app',
  locals: {
    name: 'edge',
    title: `\${local.name}-1`,
    office: `\${data.terraform_remote_state.cross-stack-reference-input-networks.outputs.office}`,
    circle: `\${local.circle}`,
  },
};

const identities = new Identities();
const inPlan: Evaluation = { root: PLAN, path: [], stack: undefined, stacks: [], place: 'a place', identities };
const inApp: Evaluation = {
  ...inPlan,
  root: fromStack(APP),
  stack: 'app',
  stacks: [APP, NETWORKS],
  repeated: { key: 'eu', value: { cidr: '192.0.2.0/24' } },
};
const expressionOf = (text: string): Record<'template' | 'references', Expression> => ({
  template: { template: `\${${text}}` },
  references: { references: [text] },
});

function show(value: KnownJson): KnownJson {
  if (!(value instanceof Reference)) return isUnknown(value) ? 'unknown' : value;
  const path = value.path.map((step) => ('name' in step ? `.${step.name}` : `[${step.key}]`)).join('');
  return `${value.stack ?? 'plan'}: ${formatAddress(value.address)}${path}`;
}

const REMOTE = 'data.terraform_remote_state.cross-stack-reference-input-networks.outputs';

test.each<[string, Evaluation, KnownJson]>([
  ['netingress_ip_policy.a.id', inPlan, 'plan: netingress_ip_policy.a.id'],
  ['module.network.id', inPlan, 'plan: module.network.netingress_ip_policy.office.id'],
  ['module.network["eu"].id', inPlan, 'plan: module.network["eu"].netingress_ip_policy.office.id'],
  ['module.network.passed', inPlan, 'plan: netingress_ip_policy.root.id'],
  ['module.network.json', inPlan, 'plan: netingress_ip_policy.root.id'],
  ['module.network.joined', inPlan, 'unknown'],
  ['module.network.id.part', inPlan, 'unknown'],
  ['module.network.circle', inPlan, 'unknown'],
  ['module.network.missing', inPlan, 'unknown'],
  ['local.name', inPlan, 'unknown'],
  ['var.name', inPlan, 'unknown'],
  ['local.title', inApp, 'edge-1'],
  ['local.office.id', inApp, 'networks: netingress_ip_policy.office.id'],
  ['local.circle', inApp, 'unknown'],
  [`${REMOTE}.list[1]`, inApp, 2],
  [`${REMOTE}.missing`, inApp, `app: data.terraform_remote_state.cross-stack-reference-input-networks.outputs.missing`],
  ['each.key', inApp, 'eu'],
  ['each.value.cidr', inApp, '192.0.2.0/24'],
  ['self.id', inApp, 'unknown'],
])(
  '%s as a template and as a reference: each has this value, reference or unknown value',
  (text, evaluation, expected) => {
    const { template, references } = expressionOf(text);
    expect(show(evaluate(evaluation, template))).toEqual(expected);
    expect(show(evaluate(evaluation, references))).toEqual(expected);
  },
);

test('two unknown values of one reference are equal, except for those of an instance and of a joined output', () => {
  const isEqual = (text: string, other = text): boolean => {
    const values = [text, other].map((each) => evaluate(inPlan, expressionOf(each).references));
    const [a, b] = values.map((value) => (isUnknown(value) ? value.identity : undefined));
    return a !== undefined && a === b;
  };
  expect(isEqual('var.name')).toBe(true);
  expect(isEqual('var.name', 'var.other')).toBe(false);
  expect(isEqual('module.network.passed', 'netingress_ip_policy.root.id')).toBe(true);
  expect(isEqual('module.network.joined')).toBe(false);
  for (const text of ['each.key', 'each.value', 'count.index', 'self.id']) expect(isEqual(text)).toBe(false);
});
