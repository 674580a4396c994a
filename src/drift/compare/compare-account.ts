import { compareTexts } from '../../model/arrays';
import { ipPolicyRules } from '../../model/composites';
import type { DerivedObject } from '../../model/derived-objects';
import { formatStateSource } from '../../model/inventory';
import { KINDS } from '../../model/kinds';
import { resourceType } from '../../model/naming';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { nameInPolicies } from '../../model/traffic-policy/object-names';
import type { StateObject } from '../../objects/from-states';
import type { DescribedFailure } from '../../values/read-failure';
import { compareManaged, compareSet, findReplacements } from './compare-objects';
import { NONE_SUPPRESSED, type Suppressed, sumSuppressed } from './compare-values';
import { indexConfiguration } from './configuration-index';
import type { IncompleteCheck, KindCoverage } from './coverage';
import type { UnattributedFinding } from './finding';
import type { DriftInput, LostObject } from './input';
import { indexObjects, type ObjectIndex } from './object-index';
import { classifyObjects, findConflicts, findOwnedKeys } from './ownership';
import { findRemovedFromConfiguration, findUnappliedChanges, ignoresChange } from './pending';
import { findDanglingPolicyUses } from './policy-uses';

export interface Differences {
  readonly differences: readonly UnattributedFinding[];
  /** Keys of the objects that only states of {@link DriftInput.inOtherStates} manage. */
  readonly notCompared: ReadonlySet<string>;
  readonly derived: readonly DerivedObject[];
  readonly coverage: readonly KindCoverage[];
  readonly suppressed: Suppressed;
  readonly incomplete: readonly IncompleteCheck[];
}

export function findDifferences(input: DriftInput): Differences {
  const { configured, stacks = [], inState, lookups } = input;
  const index = indexObjects(input);
  const others = indexObjects({ ...input, inState: input.inOtherStates ?? [] });
  const compared = findOwnedKeys(index, input.now);
  const notCompared = new Set([...findOwnedKeys(others, input.now)].filter((key) => !compared.has(key)));
  const owned = new Set([...compared, ...notCompared]);
  const replacements = findReplacements(index, owned);
  const comparisons = [
    ...index.managed.map((managed) => compareManaged(managed, index, replacements)),
    ...index.ruleSets.map((set) => compareSet(set, index, input.now)),
  ];
  const unowned = KINDS.map(({ name }) => classifyObjects(name, index, input, owned, replacements));
  const gone = new Set(lookups.flatMap(({ id, found, failure }) => (found || failure ? [] : [id])));
  const found = [
    ...comparisons.flatMap(({ differences }) => differences),
    ...unowned.flatMap(({ differences }) => differences),
    ...findConflicts(index),
    ...findDanglingPolicyUses(index),
    ...(configured ? findUnappliedChanges(configured, inState) : []),
    // For an object that is gone there is nothing left to destroy: the finding `missing` suffices.
    ...findRemovedFromConfiguration(stacks, configured ?? [], inState).filter(({ id }) => id === null || !gone.has(id)),
  ];
  const isIgnored = createIgnoreChangesFilter(input);
  const kept = found
    .filter((finding) => !isIgnored(finding))
    .map((finding) => withLostObject(withPolicyUses(finding, index), index, input.lost ?? []));
  const ignored = { ...NONE_SUPPRESSED, ignored: found.length - kept.length };
  return {
    differences: sortDifferences(kept),
    notCompared,
    derived: unowned.flatMap(({ derived }) => derived),
    coverage: unowned.flatMap(({ coverage }) => (coverage ? [coverage] : [])),
    suppressed: sumSuppressed([...comparisons.map(({ suppressed }) => suppressed), ignored]),
    incomplete: findIncomplete(index, input),
  };
}

function withPolicyUses(difference: UnattributedFinding, { policyUses, managed }: ObjectIndex): UnattributedFinding {
  const { type, kind, id, name } = difference;
  if (type !== 'missing') return difference;
  const object = managed.find((each) => each.kind === kind && each.id === id);
  const named = (object && nameInPolicies(kind, object.values)) ?? id ?? name;
  const use = policyUses.find((each) => each.kind === kind && each.id === named);
  return use ? { ...difference, used_by: use.endpoints } : difference;
}

/**
 * Adds the pair of `moves --live` to a finding about either side of it. A rule in the account may be one of a set that
 * was lost: then the pair is that of the set, because the rule has no address of its own.
 */
function withLostObject(
  difference: UnattributedFinding,
  index: ObjectIndex,
  lost: readonly LostObject[],
): UnattributedFinding {
  const { type, kind, id, address, state, path, grant = null } = difference;
  if (type === 'pending' && path === null && address !== null && state !== null && 'stack' in state) {
    const found = lost.find((each) => each.stack === state.stack && each.address === address);
    return found ? { ...difference, lost: found } : difference;
  }
  // An overdue grant is to be deleted, not imported.
  if (type !== 'unmanaged' || id === null || grant !== null) return difference;
  const policy = kind === ipPolicyRule.name ? index.findRemote(kind, id)?.values['ip_policy_id'] : undefined;
  const found = lost.find(
    (each) => (each.kind === kind && each.id === id) || (each.kind === ipPolicyRules.name && each.id === policy),
  );
  return found ? { ...difference, lost: found } : difference;
}

function createIgnoreChangesFilter({ configured }: DriftInput): (difference: UnattributedFinding) => boolean {
  const findConfigured = indexConfiguration(configured ?? []);
  return ({ type, address, state, path }) => {
    const found = type === 'changed' && address !== null ? findConfigured(address, state) : undefined;
    return found !== undefined && path !== null && ignoresChange(found, path);
  };
}

function findIncomplete(index: ObjectIndex, { account, lookups }: DriftInput): IncompleteCheck[] {
  const kinds = account.kinds.flatMap(({ kind, failure, objects }) =>
    failure ? [toIncomplete(kind, null, failure, objects.length)] : [],
  );
  const objects = lookups.flatMap(({ kind, id, failure }) => (failure ? [toIncomplete(kind, id, failure, 0)] : []));
  const unsupported = index.unsupported.map((object) => {
    const type = resourceType({ name: object.kind });
    return toUnsupported(object, type, `this version supports no resource of type ${type} with an id.`);
  });
  const ofOtherProfile = index.managed
    .filter(({ kind }) => !index.listings.has(kind))
    .map((object) => {
      const type = resourceType({ name: object.kind });
      return toUnsupported(object, object.kind, `${type} does not exist in the profile of this run.`);
    });
  return [...kinds, ...objects, ...unsupported, ...ofOtherProfile];
}

function toUnsupported({ place, state }: StateObject, kind: string, why: string): IncompleteCheck {
  const subject = `${place.address} in ${formatStateSource(state)}`;
  const message = `${subject} was not checked: ${why}`;
  return { kind, reason: 'unsupported_type', subject, status: null, code: null, message, objects_read: 0 };
}

function toIncomplete(
  kind: string,
  subject: string | null,
  { reason, status, code, message }: DescribedFailure,
  objects_read: number,
): IncompleteCheck {
  return { kind, reason, subject, status: status ?? null, code: code ?? null, message, objects_read };
}

/** Sorts by the model's order of kinds, then by name and further members, so that equal inputs give equal reports. */
function sortDifferences(differences: readonly UnattributedFinding[]): UnattributedFinding[] {
  const order = new Map(
    [...KINDS.map(({ name }) => name), ipPolicyRules.name].map((name, position) => [name, position]),
  );
  const sortKey = ({ kind, name, id, address, path, type }: UnattributedFinding): string =>
    [
      String(order.get(kind) ?? order.size).padStart(3, '0'),
      name ?? '',
      id ?? '',
      address ?? '',
      path ?? '',
      type,
    ].join('\u0000');
  const keyed = differences.map((difference) => ({ difference, key: sortKey(difference) }));
  return keyed.sort((a, b) => compareTexts(a.key, b.key)).map(({ difference }) => difference);
}
