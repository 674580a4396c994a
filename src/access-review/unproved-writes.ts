/**
 * Writes of a plan of which neither the plan nor the account proves that they succeed. The account after the apply is
 * judged with and without each of them. Other writes count as applied: that the service may fail is not considered.
 */

import { defaultBinding } from '../access/facts';
import { ACCESS_ATTRIBUTES } from '../model/access-attributes';
import { distinct, groupBy } from '../model/arrays';
import type { AttributeTarget } from '../model/kind';
import { getKind } from '../model/kinds';
import { objectKey } from '../model/object-key';
import { listBlockingReferences, refersTo } from '../model/references';
import type { PlannedObjects } from '../objects/from-plan';
import { isKept, type ObjectList, type Placed } from '../objects/objects';
import type { WriteRisk } from '../values/cause';
import { isFullyKnown, type KnownJson } from '../values/known';
import { findLockOuts } from './lock-outs';
import { findGuardRefusals } from './plan-guards';
import { type FoundObject, findPossibleRefusals } from './plan-refusals';

/** Why writes may fail, by their addresses. */
export function findUnproved(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
): ReadonlyMap<string, readonly WriteRisk[]> {
  const changed = plan.after.filter((each) => !isKept(each));
  const ids = new Set(
    [...lists.flatMap(({ objects }) => objects), ...plan.after].map(({ kind, id }) => objectKey(kind, id)),
  );
  const ofAccount = [
    ...plan.writes.flatMap(({ risks }) => risks),
    ...[...changed, ...plan.before.filter(({ change }) => change?.includes('delete'))].flatMap(findOther),
    ...findPossibleRefusals(lists, plan, found),
  ];
  // In the worst order of the writes that the plan leaves unordered.
  const guarded = findGuardRefusals(lists, plan, found, 'worst');
  // A guard is reason enough.
  const lockOuts = findLockOuts(lists, plan, found).filter(
    ({ address }) => !guarded.some((each) => each.address === address),
  );
  const ofValues = changed.flatMap((each) => [
    ...findUnknown(each),
    ...findMissing(ids, each),
    ...findHost(lists, each),
  ]);
  return groupBy([...distinct(ofAccount), ...lockOuts, ...guarded, ...distinct(ofValues)], ({ address }) => address);
}

/** Kinds of which the reasons of the service to refuse a write are checked. A write of another kind is not proved. */
const PROVABLE = [...Object.keys(ACCESS_ATTRIBUTES), 'ip_policy'];

function findOther({ kind, place: { address } }: Placed): WriteRisk[] {
  return PROVABLE.includes(kind) ? [] : [{ kind: 'not_proved', address }];
}

function findUnknown({ values, place: { address } }: Placed): WriteRisk[] {
  const attribute = Object.keys(values).find((each) => !isFullyKnown(values[each] ?? null));
  return attribute === undefined ? [] : [{ kind: 'value', address, attribute }];
}

function findMissing(ids: ReadonlySet<string>, { kind, values, place: { address } }: Placed): WriteRisk[] {
  return Object.entries(getKind(kind).attributes).flatMap(([name, attribute]) => {
    const reference: AttributeTarget | undefined = 'ref' in attribute ? attribute.ref : undefined;
    if (!reference) return [];
    return ([values[name] ?? []].flat() as readonly KnownJson[])
      .filter((id) => typeof id === 'string' && !ids.has(objectKey(reference.kind, id)))
      .map((id) => ({ kind: 'names_missing', address, id: String(id) }));
  });
}

/** What an account reserves for the hosts of endpoints. */
export const HOST_KINDS = ['domain', 'tcp_address'];

/** The host of a new endpoint must be reserved in the account, unless it ends in `.internal`. */
function findHost(lists: readonly ObjectList[], { kind, values, isNew, place }: Placed): WriteRisk[] {
  const { url } = values;
  if (kind !== 'cloud_endpoint' || !isNew || (typeof url === 'string' && defaultBinding(url) === 'internal')) return [];
  const isReserved = HOST_KINDS.some((target) =>
    listBlockingReferences(target)
      .filter((reference) => reference.kind.name === kind)
      .some((reference) =>
        lists.find((list) => list.kind === target)?.objects.some((each) => refersTo(reference, values, each) === true),
      ),
  );
  return isReserved ? [] : [{ kind: 'host', address: place.address }];
}
