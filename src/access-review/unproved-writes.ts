/**
 * Writes of a plan of which neither the plan nor the account proves that they succeed. The account after the apply is
 * judged with and without each of them, and without what may wait for them (planned-presence.ts). Other writes count as
 * applied: that the service may fail is not considered.
 */

import { defaultBinding } from '../access/facts';
import { ACCESS_ATTRIBUTES } from '../model/access-attributes';
import { distinct, groupBy } from '../model/arrays';
import { isNamedBy, parseEndpointUrl } from '../model/formats/endpoint-url';
import { canonicalHostname } from '../model/formats/hostname';
import type { AttributeTarget } from '../model/kind';
import { getKind } from '../model/kinds';
import { objectKey } from '../model/object-key';
import type { PlannedObjects } from '../objects/from-plan';
import { isKept, type Obj, type ObjectList, type Placed } from '../objects/objects';
import type { WriteRisk } from '../values/cause';
import { isFullyKnown, type KnownJson, stringifyKnown } from '../values/known';
import { findLockOuts } from './lock-outs';
import { findGuardRefusals } from './plan-guards';
import { type FoundObject, findPossibleRefusals } from './plan-refusals';

/**
 * Why writes may fail, by their addresses. Needs the lists of the kinds that decide who gets in; an object of another
 * kind that no list has, and that a changed object needs, is a reason.
 */
export function findUnproved(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
): ReadonlyMap<string, readonly WriteRisk[]> {
  const changed = plan.after.filter((each) => !isKept(each));
  const ids = new Set(
    [...lists.flatMap(({ objects }) => objects), ...plan.after].map(({ kind, id }) => objectKey(kind, id)),
  );
  const risks = [
    ...plan.writes.flatMap(({ risks }) => risks),
    ...[...changed, ...plan.before.filter(isDeleted)].flatMap(findOther),
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
    ...findHost(lists, plan, each),
  ]);
  return groupBy([...distinct(risks), ...lockOuts, ...guarded, ...distinct(ofValues)], ({ address }) => address);
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

/** What an account reserves for the hosts of public endpoints: an address for `tcp://`, else a domain. */
export const HOST_KINDS = ['domain', 'tcp_address'];

/**
 * Whether the plan creates an endpoint that may need a public host, or changes the URL or binding of one. An endpoint
 * whose URL and binding stay has its host already.
 */
export function needsHost({ before }: Pick<PlannedObjects, 'before'>, { kind, id, values }: Placed): boolean {
  if (kind !== 'cloud_endpoint') return false;
  const { url = null, bindings = null } = values;
  const old = before.find((each) => each.kind === kind && each.id === id)?.values;
  const isSame =
    old && stringifyKnown([old['url'] ?? null, old['bindings'] ?? null]) === stringifyKnown([url, bindings]);
  const isKubernetes = Array.isArray(bindings) && bindings[0] === 'kubernetes';
  return !isSame && !isKubernetes && !(typeof url === 'string' && defaultBinding(url) === 'internal');
}

function findHost(lists: readonly ObjectList[], plan: PlannedObjects, endpoint: Placed): WriteRisk[] {
  if (!needsHost(plan, endpoint)) return [];
  const { url } = endpoint.values;
  const reserved = lists
    .filter(({ kind }) => HOST_KINDS.includes(kind))
    .flatMap(({ objects }) => objects)
    .filter(({ kind, id }) => !plan.before.some((each) => each.kind === kind && each.id === id && isDeleted(each)));
  const isReserved = typeof url === 'string' && reserved.some((each) => isHostOf(url, each));
  return isReserved ? [] : [{ kind: 'host', address: endpoint.place.address }];
}

function isDeleted({ change }: Placed): boolean {
  return change?.includes('delete') ?? false;
}

/** The host `*.a.example.com` needs a domain of this name, and `b.a.example.com` may have `*.example.com`. */
function isHostOf(url: string, { kind, values: { addr, domain } }: Obj): boolean {
  const parsed = parseEndpointUrl(url);
  if ('problem' in parsed) return false;
  const { scheme, host, port } = parsed;
  if (scheme === 'tcp') return kind === 'tcp_address' && addr === `${host}:${port}`;
  if (kind !== 'domain' || typeof domain !== 'string') return false;
  const name = canonicalHostname(domain);
  return host === name || (!host.startsWith('*.') && isNamedBy(host, name));
}
