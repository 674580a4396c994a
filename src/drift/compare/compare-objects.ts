/** Compares the resources of states with their objects in the account. */

import type { AccountObject } from '../../model/inventory';
import { getKind } from '../../model/kinds';
import { getNaturalKey } from '../../model/natural-key';
import { objectKey } from '../../model/object-key';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { compareValues, NONE_SUPPRESSED, type Suppressed } from './compare-values';
import type { Difference } from './finding';
import type { AccountIndex, Managed } from './match-state-to-account';
import { findDisplayName, redactIfSensitive } from './redact';
import { compareRuleSet, findRulesOfSet } from './rule-set';

export interface Comparison {
  readonly differences: readonly Difference[];
  readonly suppressed: Suppressed;
}

const EMPTY: Comparison = { differences: [], suppressed: NONE_SUPPRESSED };

/** The objects that replaced deleted ones, by {@link objectKey} of the deleted object. */
export type Replacements = ReadonlyMap<string, AccountObject>;

export function compareManaged(
  { kind, id, resource }: Managed,
  index: AccountIndex,
  replacements: Replacements,
): Comparison {
  const remote = index.findRemote(kind, id);
  const { address, state, values, sensitive } = resource;
  const base = { kind, id, name: findDisplayName(kind, values, sensitive), address, state };
  if (remote) {
    const { changes, suppressed } = compareValues(getKind(kind).attributes, values, remote.values);
    const differences = changes.map(
      (change): Difference => ({
        type: 'changed',
        ...base,
        ...redactIfSensitive(change, sensitive),
        auditQuery: { type: 'field', kind, id, path: change.path, value: change.after },
      }),
    );
    return { differences, suppressed };
  }
  // No GET confirmed that the object was deleted. The report lists what was not checked.
  if (!index.isGone(kind, id)) return EMPTY;
  const replacement = replacements.get(objectKey(kind, id));
  if (!replacement) return missing(base, kind, id);
  const { changes } = compareValues(getKind(kind).attributes, values, replacement.values);
  const key = getNaturalKey(getKind(kind), replacement.values) ?? '';
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

/** Compares a rule set. `now` decides which rules are live grants, as in `DriftInput`. */
export function compareSet(set: Managed, index: AccountIndex, now: number | undefined): Comparison {
  const { kind, id, resource } = set;
  const policy = index.findRemote(ipPolicy.name, id);
  const policyResource = index.managed.find((managed) => managed.kind === ipPolicy.name && managed.id === id)?.resource;
  const values = policy?.values ?? policyResource?.values;
  const name = values ? findDisplayName(ipPolicy.name, values, policyResource?.sensitive ?? []) : null;
  const base = { kind, id, name, address: resource.address, state: resource.state };
  if (!policy && index.isGone(ipPolicy.name, id)) return missing(base, ipPolicy.name, id);
  // A failed list does not show which rules were added or removed.
  if (index.listings.get(ipPolicyRule.name)?.failure) return EMPTY;
  const { changes, suppressed } = compareRuleSet(id, resource.values['rules'], findRulesOfSet(set, index, now), now);
  const differences = changes.map(({ auditQuery, grant = null, ...change }): Difference => {
    // A redacted rule does not show its grant.
    const shown = redactIfSensitive(change, resource.sensitive);
    return { type: 'changed', ...base, ...shown, grant: shown.after === change.after ? grant : null, auditQuery };
  });
  return { differences, suppressed };
}

function missing(
  base: Pick<Difference, 'kind' | 'id' | 'name' | 'address' | 'state'>,
  kind: string,
  id: string,
): Comparison {
  const auditQuery = { type: 'deletion', kind, id } as const;
  return { ...EMPTY, differences: [{ type: 'missing', ...base, path: null, before: id, after: null, auditQuery }] };
}

/** Finds the replacement of each deleted object: the only object with its natural key, if no resource owns it. */
export function findReplacements(index: AccountIndex, owned: ReadonlySet<string>): Replacements {
  const found = new Map<string, AccountObject>();
  for (const { kind, id, resource } of index.managed) {
    if (index.findRemote(kind, id) || !index.isGone(kind, id)) continue;
    const model = getKind(kind);
    const key = getNaturalKey(model, resource.values);
    if (key === undefined) continue;
    const [replacement, second] = (index.listings.get(kind)?.objects ?? []).filter(
      (candidate) => !owned.has(objectKey(kind, candidate.id)) && getNaturalKey(model, candidate.values) === key,
    );
    if (replacement && !second) found.set(objectKey(kind, id), replacement);
  }
  return found;
}
