import { groupBy } from '../../model/arrays';
import { type DerivedObject, derivedReason, describeRuleGrant } from '../../model/derived-objects';
import { objectKey } from '../../model/object-key';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import type { Replacements } from './compare-objects';
import { type KindCoverage, toCoverage } from './coverage';
import type { UnattributedFinding } from './finding';
import { type DriftInput, isFoundById } from './input';
import type { ObjectIndex } from './object-index';
import { findRulesOfSet } from './rule-set';
import { findName } from './show-change';

/** Includes the rules of exclusive sets, without the grants that they keep, and deposed objects. */
export function findOwnedKeys(index: ObjectIndex, now: number | undefined): Set<string> {
  const rules = index.ruleSets.flatMap((set) =>
    findRulesOfSet(set, index, now).map((rule) => objectKey(ipPolicyRule.name, rule.id)),
  );
  return new Set([...[...index.managed, ...index.deposed].map(({ kind, id }) => objectKey(kind, id)), ...rules]);
}

/**
 * Replacements count as unmanaged, but are the difference `replaced`. `coverage` is undefined for a kind without a
 * list.
 */
export function classifyObjects(
  kind: string,
  index: ObjectIndex,
  input: DriftInput,
  owned: ReadonlySet<string>,
  replacements: Replacements,
): { differences: UnattributedFinding[]; derived: DerivedObject[]; coverage: KindCoverage | undefined } {
  const listing = index.listings.get(kind);
  if (!listing) return { differences: [], derived: [], coverage: undefined };
  const replacementIds = new Set([...replacements.values()].map(({ id }) => id));
  const ofKind = input.lookups.filter((lookup) => lookup.kind === kind);
  const found = ofKind.filter(isFoundById).map((lookup) => lookup.found);
  const objects = [...listing.objects, ...found];
  const unowned = objects.filter(({ id }) => !owned.has(objectKey(kind, id)));
  const derived = unowned.flatMap((object): DerivedObject[] => {
    const reason = derivedReason(kind, object, input);
    return reason === undefined ? [] : [{ kind, id: object.id, name: findName(kind, object.values), reason }];
  });
  const derivedIds = new Set(derived.map(({ id }) => id));
  const unmanaged = unowned.filter(({ id }) => !derivedIds.has(id));
  const differences = unmanaged
    .filter(({ id }) => !replacementIds.has(id))
    .map(
      ({ id, values }): UnattributedFinding => ({
        type: 'unmanaged',
        kind,
        id,
        name: findName(kind, values),
        address: null,
        state: null,
        path: null,
        before: null,
        after: id,
        grant: kind === ipPolicyRule.name ? describeRuleGrant(values, input.now) : null,
        auditQuery: { type: 'creation', kind, id },
      }),
    );
  const counts = {
    managed: objects.length - unowned.length,
    unmanaged: unmanaged.length,
    derived: derived.length,
  };
  return { differences, derived, coverage: { kind, ...toCoverage(counts, listing.failure === undefined) } };
}

/** Finds objects of several resources, and rules that both a single resource and an exclusive set own. */
export function findConflicts(index: ObjectIndex): UnattributedFinding[] {
  const rules = index.ruleSets.flatMap((set) =>
    index.rulesOf(set.id).map(({ id }) => ({ ...set, kind: ipPolicyRule.name, id })),
  );
  const managedKeys = new Set(index.managed.map(({ kind, id }) => objectKey(kind, id)));
  const owners = [
    ...index.managed,
    ...rules.filter(({ kind, id }) => managedKeys.has(objectKey(kind, id))),
    ...index.ruleSets,
  ];
  return [...groupBy(owners, ({ kind, id }) => objectKey(kind, id)).values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return [];
    const { kind, id, values, marks, place, state } = first;
    return [
      {
        type: 'conflict',
        kind,
        id,
        name: findName(kind, values, marks),
        address: place.address,
        state,
        path: null,
        before: null,
        after: null,
        other_owners: others.map((other) => ({ address: other.place.address, state: other.state })),
        auditQuery: { type: 'none' },
      } satisfies UnattributedFinding,
    ];
  });
}
