import { RULE_SET_TYPE } from '../../src/model/composites/rule-set';
import type { AttributeValues } from '../../src/model/from-response';
import type { Kind } from '../../src/model/kind';
import { getKind, KINDS } from '../../src/model/kinds';
import { resourceType } from '../../src/model/naming';
import { fromAccount, fromSnapshot } from '../../src/objects/from-account';
import { fromPlan } from '../../src/objects/from-plan';
import { fromStacks } from '../../src/objects/from-stacks';
import { fromStates } from '../../src/objects/from-states';
import { expandRules, type Obj, toSingleRules } from '../../src/objects/objects';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import type { JsonObject } from '../../src/values/json';
import { fullConfig, namePoliciesById } from '../support/acceptance/samples';
import { stateResource } from '../support/state-resource';

const ID = 'id_1';

/** The objects of one resource, or of the object that it manages. */
type Read = (type: string, values: JsonObject) => readonly Obj[];

const ofKind = (type: string): string => type.replace(/^netingress_/, '');

const FROM_TERRAFORM: Readonly<Record<string, Read>> = {
  configuration: (type, values) => {
    const file = { resource: { [type]: { x: values } }, import: [{ to: `${type}.x`, id: ID }] };
    return expandRules(fromStacks([parseConfiguration('s', '/s', [file])]).lists).flatMap(({ objects }) => objects);
  },
  state: (type, values) => fromStates([stateResource(`${type}.x`, { ...values, id: ID })]).flatMap(toSingleRules),
  'plan before': (type, values) => fromPlan(planOf(type, values)).before,
  'plan after': (type, values) => fromPlan(planOf(type, values)).after,
};

const SOURCES: Readonly<Record<string, Read>> = {
  account: (type, values) => {
    const kinds = [{ kind: ofKind(type), objects: [{ id: ID, values: values as AttributeValues }], pages: 1 }];
    return fromAccount({ kinds }).flatMap(({ objects }) => objects);
  },
  snapshot: (type, values) =>
    fromSnapshot({ ac_1: { objects: { [ofKind(type)]: [{ id: ID, values }] } } }).flatMap(({ objects }) => objects),
  ...FROM_TERRAFORM,
};

function planOf(type: string, values: JsonObject) {
  const after = { ...values, id: ID };
  const change = { actions: ['no-op'], before: after, after, after_unknown: {} } as const;
  return { resource_changes: [{ address: `${type}.x`, mode: 'managed', type, name: 'x', change }] };
}

/** All arguments, with ids in place of references. */
const sampleOf = (kind: Kind): JsonObject =>
  JSON.parse(
    JSON.stringify(namePoliciesById(fullConfig(kind, 0, { object: 0 }))).replace(
      /\$\{netingress_(\w+)\.(\w+)\.id\}/g,
      '$1_$2',
    ),
  ) as JsonObject;

describe.each(Object.keys(SOURCES))('an object of the %s', (source) => {
  test.each(KINDS.map((kind) => [kind.name, kind] as const))('%s has its kind, id and values', (name, kind) => {
    const values = sampleOf(kind);
    const [object, ...others] = SOURCES[source]?.(resourceType(kind), values) ?? [];
    expect(others).toEqual([]);
    expect(object).toMatchObject({ kind: name, id: ID });
    const read = Object.fromEntries(Object.keys(values).map((member) => [member, object?.values[member]]));
    expect(read).toEqual(values);
    expect(object?.place?.address).toBe(source in FROM_TERRAFORM ? `${resourceType(kind)}.x` : undefined);
  });
});

test.each(Object.keys(FROM_TERRAFORM))(
  'a rule of a set of the %s has the kind and values of the rule of the account',
  (source) => {
    const rule = { ip_policy_id: 'ipp_1', cidr: '203.0.113.0/24', action: 'deny', description: 'a', metadata: null };
    const { ip_policy_id: policy, cidr, ...element } = rule;
    const set = { ip_policy_id: policy, rules: { [cidr]: element, '192.0.2.0/24': null } };
    const [inAccount] = SOURCES['account']?.(resourceType(getKind('ip_policy_rule')), rule) ?? [];
    const [inSet, ...others] = SOURCES[source]?.(RULE_SET_TYPE, set) ?? [];
    expect(others).toEqual([]);
    expect({ kind: inSet?.kind, values: inSet?.values }).toEqual({ kind: inAccount?.kind, values: rule });
    expect(inSet?.id).toContain(`${RULE_SET_TYPE}.x["${cidr}"]`);
  },
);
