import { createFacts } from '../../src/access/facts';
import { buildRestrictionAccess } from '../../src/access/restriction';
import { createSpace } from '../../src/access/space';
import { applyPlan } from '../../src/access-review/plan';
import type { Obj, Placed } from '../../src/objects/objects';
import type { PlanAction } from '../../src/terraform/plan-json';
import type { KnownObject } from '../../src/values/known';
import { decideAt } from '../access/engine';
import type { JsonObject } from '../access/reference/account';
import type { Truth } from '../access/reference/truth';
import { IDENTITIES } from '../support/unknown';
import type { Resource } from './random/half-way';

/** The engine's decision about the restriction of the API after a plan that may stop half-way. */
export function decideHalfWay(resources: readonly Resource[]): (address: string) => Truth {
  const policies = ['ipp_1', 'ipp_2'].map((id): Obj => ({ kind: 'ip_policy', id, values: {} }));
  // The creation of a domain may fail; else it has no effect.
  const kinds = ['ip_policy_rule', 'ip_restriction', 'domain'];
  const toObject = ({ kind, id }: Resource, values: JsonObject): Obj => ({ kind, id, values: values as KnownObject });
  const actionsOf = ({ before, after }: Resource): PlanAction[] => {
    if (before === after) return ['no-op'];
    return before === undefined ? ['create'] : after === undefined ? ['delete'] : ['update'];
  };
  const place = (resource: Resource, values: JsonObject): Placed => ({
    ...toObject(resource, values),
    place: { address: resource.id, account: 'netingress' },
    change: actionsOf(resource),
    ...(resource.before === undefined && { isNew: true as const }),
  });
  // The provider refuses to delete the last allow rule of an enforced restriction. With these rules it never is the
  // last.
  const others = policies.map(({ id }): Obj => {
    const values = { ip_policy_id: id, cidr: '198.18.0.0/24', action: 'allow' };
    return { kind: 'ip_policy_rule', id: `ipr_${id}`, values };
  });
  const lists = [
    { kind: 'ip_policy', objects: policies },
    ...kinds.map((kind) => ({
      kind,
      objects: [
        ...(kind === 'ip_policy_rule' ? others : []),
        ...resources.flatMap((each) => (each.kind === kind && each.before ? [toObject(each, each.before)] : [])),
      ],
    })),
  ];
  const { lists: after, undecided } = applyPlan(
    lists,
    {
      before: resources.flatMap((each) => (each.before ? [place(each, each.before)] : [])),
      after: resources.flatMap((each) => (each.after ? [place(each, each.after)] : [])),
      ...{ accountObjects: ['ipp_1'], guards: [], forgotten: [], undecided: [] },
      deletedFirst: resources.flatMap(({ id, after }) => (after ? [] : [id])),
      grantsOfSets: new Map(),
      writes: resources.map((each) => ({
        ...{ address: each.id, actions: actionsOf(each), waitsFor: each.waitsFor, hasCheck: each.hasCheck },
        ...{ mayWaitForMore: each.mayWaitForMore, dependedOn: each.dependedOn },
        risks: each.mayFail ? [{ kind: 'not_proved', address: each.id }] : [],
      })),
    },
    // Whether the account has the object of account_object.
    () => true,
  );
  if (undecided.length > 0) throw new Error(JSON.stringify(undecided));
  const space = createSpace();
  const { admits } = buildRestrictionAccess(space, createFacts(after, IDENTITIES), 'api');
  return (address) => decideAt(space, admits, address);
}
