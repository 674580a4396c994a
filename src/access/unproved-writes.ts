/**
 * Writes of a plan of which neither the plan nor the account proves that they succeed. A proved write is not judged against
 * an outage of the service.
 */
import { ACCESS_ATTRIBUTES } from '../model/access-attributes';
import type { AttributeTarget } from '../model/kind';
import { getKind } from '../model/kinds';
import { objectKey } from '../model/object-key';
import { listUsers, refersTo } from '../model/references';
import type { PlannedObjects } from '../objects/from-plan';
import { isKept, type ObjectList, type Placed } from '../objects/objects';
import { isFullyKnown, type KnownJson } from '../values/known';
import { defaultBinding } from './facts';
import { findGuardRefusals } from './plan-guards';
import { type FoundObject, findPossibleRefusals, type RefusedWrite } from './plan-refusals';

/** Returns why they may fail, as clauses, by their addresses. */
export function findUnproved(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
): ReadonlyMap<string, readonly string[]> {
  const unproved = new Map<string, string[]>();
  const changed = plan.after.filter((each) => !isKept(each));
  const ids = new Set(
    [...lists.flatMap(({ objects }) => objects), ...plan.after].map(({ kind, id }) => objectKey(kind, id)),
  );
  const all: RefusedWrite[] = [
    ...plan.writes.flatMap(({ address, mayFail }) => mayFail.map((clause) => ({ address, clause }))),
    ...[...changed, ...plan.before.filter(({ change }) => change?.includes('delete'))].flatMap(describeOther),
    ...findPossibleRefusals(lists, plan, found),
    ...findGuardRefusals(lists, plan, found),
    ...changed.flatMap((each) => [
      ...describeUnknown(each),
      ...describeMissing(ids, each),
      ...describeHost(lists, each),
    ]),
  ];
  for (const { address, clause } of all) {
    const clauses = unproved.get(address) ?? [];
    if (!clauses.includes(clause)) unproved.set(address, [...clauses, clause]);
  }
  return unproved;
}

/** Kinds of which the rules of the service are all here. */
const PROVABLE = [...Object.keys(ACCESS_ATTRIBUTES), 'ip_policy'];

function describeOther({ kind, place: { address } }: Placed): RefusedWrite[] {
  return PROVABLE.includes(kind) ? [] : [{ address, clause: `the plan does not prove the changes of ${address}` }];
}

function describeUnknown({ values, place: { address } }: Placed): RefusedWrite[] {
  const name = Object.keys(values).find((each) => !isFullyKnown(values[each] ?? null));
  return name === undefined ? [] : [{ address, clause: `${name} of ${address} is known after apply` }];
}

/** What an object names, and neither the account nor the plan has. */
function describeMissing(ids: ReadonlySet<string>, { kind, values, place: { address } }: Placed): RefusedWrite[] {
  return Object.entries(getKind(kind).attributes).flatMap(([name, attribute]) => {
    const reference: AttributeTarget | undefined = 'ref' in attribute ? attribute.ref : undefined;
    if (!reference) return [];
    return ([values[name] ?? []].flat() as readonly KnownJson[])
      .filter((id) => typeof id === 'string' && !ids.has(objectKey(reference.kind, id)))
      .map((id) => ({ address, clause: `${address} names ${String(id)}, which the account does not have` }));
  });
}

/** What an account reserves for the hosts of endpoints. */
export const HOST_KINDS = ['domain', 'tcp_address'];

/** The host of an endpoint must be reserved in the account, unless the endpoint is internal. */
function describeHost(lists: readonly ObjectList[], { kind, values, isNew, place }: Placed): RefusedWrite[] {
  const { url } = values;
  if (kind !== 'cloud_endpoint' || !isNew || (typeof url === 'string' && defaultBinding(url) === 'internal')) return [];
  const isReserved = HOST_KINDS.some((target) =>
    listUsers(target)
      .filter((reference) => reference.kind.name === kind)
      .some((reference) =>
        lists.find((list) => list.kind === target)?.objects.some((each) => refersTo(reference, values, each) === true),
      ),
  );
  return isReserved
    ? []
    : [{ address: place.address, clause: `whether the host of ${place.address} is reserved is not known` }];
}
