import type { AccountObject } from '../../model/inventory';
import { getKind } from '../../model/kinds';
import { findNaturalKey } from '../../model/natural-key';
import { objectKey } from '../../model/object-key';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import type { StateObject } from '../../objects/from-states';
import { compareValues, NONE_SUPPRESSED, type Suppressed } from './compare-values';
import type { UnattributedFinding } from './finding';
import type { ObjectIndex } from './object-index';
import { compareRuleSet, findRulesOfSet } from './rule-set';
import { findName, showChange } from './show-change';

export interface Comparison {
  readonly differences: readonly UnattributedFinding[];
  readonly suppressed: Suppressed;
}

const EMPTY: Comparison = { differences: [], suppressed: NONE_SUPPRESSED };

/** The objects that replaced deleted ones, by {@link objectKey} of the deleted object. */
export type Replacements = ReadonlyMap<string, AccountObject>;

export function compareManaged(
  { kind, id, values, marks, place: { address }, state }: StateObject,
  index: ObjectIndex,
  replacements: Replacements,
): Comparison {
  const remote = index.findRemote(kind, id);
  const base = { kind, id, name: findName(kind, values, marks), address, state };
  if (remote) {
    const { changes, suppressed } = compareValues(getKind(kind).attributes, values, remote.values);
    const differences = changes.map(
      (change): UnattributedFinding => ({
        type: 'changed',
        ...base,
        ...showChange(change, marks),
        auditQuery: { type: 'field', kind, id, path: change.path, value: change.after },
      }),
    );
    return { differences, suppressed };
  }
  // Its list or look-up failed, or its kind has no list in the profile: `findIncomplete` reports both.
  if (!index.isGone(kind, id)) return EMPTY;
  const replacement = replacements.get(objectKey(kind, id));
  if (!replacement) return missing(base, kind, id);
  const { changes } = compareValues(getKind(kind).attributes, values, replacement.values);
  const key = findNaturalKey(getKind(kind), replacement.values) ?? '';
  return {
    ...EMPTY,
    differences: [
      {
        type: 'replaced',
        ...base,
        path: 'id',
        before: id,
        after: replacement.id,
        differing_fields: changes.map(({ path }) => path),
        auditQuery: { type: 'natural_key_gained', kind, id: replacement.id, key },
      },
    ],
  };
}

export function compareSet(set: StateObject, index: ObjectIndex, now: number | undefined): Comparison {
  const { kind, id, marks, place, state } = set;
  const policy = index.findRemote(ipPolicy.name, id);
  const policyInState = index.managed.find((managed) => managed.kind === ipPolicy.name && managed.id === id);
  const values = policy?.values ?? policyInState?.values;
  const name = values ? findName(ipPolicy.name, values, policyInState?.marks) : null;
  const base = { kind, id, name, address: place.address, state };
  if (!policy && index.isGone(ipPolicy.name, id)) return missing(base, ipPolicy.name, id);
  // A failed list does not show which rules were added or removed.
  if (index.listings.get(ipPolicyRule.name)?.failure) return EMPTY;
  const { changes, suppressed } = compareRuleSet(id, set.values['rules'], findRulesOfSet(set, index, now), now);
  const differences = changes.map(({ auditQuery, grant = null, ...change }): UnattributedFinding => {
    const shown = showChange(change, marks);
    // The metadata of a rule contains its grant, so the grant is hidden where a part of the rule is.
    const isHidden = JSON.stringify(shown.after) !== JSON.stringify(change.after);
    return { type: 'changed', ...base, ...shown, grant: isHidden ? null : grant, auditQuery };
  });
  return { differences, suppressed };
}

function missing(
  base: Pick<UnattributedFinding, 'kind' | 'id' | 'name' | 'address' | 'state'>,
  kind: string,
  id: string,
): Comparison {
  const auditQuery = { type: 'deletion', kind, id } as const;
  return { ...EMPTY, differences: [{ type: 'missing', ...base, path: null, before: id, after: null, auditQuery }] };
}

/** A replacement is the only object with the natural key of the deleted one among those that no resource owns. */
export function findReplacements(index: ObjectIndex, owned: ReadonlySet<string>): Replacements {
  const found = new Map<string, AccountObject>();
  for (const { kind, id, values } of index.managed) {
    if (index.findRemote(kind, id) || !index.isGone(kind, id)) continue;
    const model = getKind(kind);
    const key = findNaturalKey(model, values);
    if (key === undefined) continue;
    const [replacement, second] = (index.listings.get(kind)?.objects ?? []).filter(
      (candidate) => !owned.has(objectKey(kind, candidate.id)) && findNaturalKey(model, candidate.values) === key,
    );
    if (replacement && !second) found.set(objectKey(kind, id), replacement);
  }
  return found;
}
