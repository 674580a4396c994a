/** The comparison itself: what differs between the account, the states and the declaration. */

import { ipPolicyRules } from '../../model/composites';
import { groupBy } from '../../model/group-by';
import type { AccountObject, KindListing, ListFailure, StateResource } from '../../model/inventory';
import { getKind, KINDS } from '../../model/kinds';
import { naturalKeyOf } from '../../model/natural-key';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import type { DriftInput } from '../input';
import { type Incomplete, type KindCoverage, kindCoverage } from '../report/coverage';
import { nameOf } from '../report/display-name';
import type { Difference } from '../report/finding';
import { hideMarked, shownName } from '../report/redact-sensitive';
import { compareValues, type Folded, NOTHING_FOLDED, sumFolded } from './compare-values';
import { declarationFinder } from './configuration-index';
import { type AccountIndex, indexAccount, type Managed } from './match-state-to-account';
import { findPending, findUndeclared, ignoresChange } from './pending';
import { compareRuleSet } from './rule-set';
import { type Derived, derivedReason } from './service-managed';

/** What was found, before authors and remedies. */
export interface Differences {
  readonly differences: readonly Difference[];
  readonly derived: readonly Derived[];
  readonly coverage: readonly KindCoverage[];
  readonly folded: Folded;
  readonly incomplete: readonly Incomplete[];
}

/** Compares everything. A pure function of its input; the order of what it finds is that of {@link KINDS}, then of names. */
export function findDifferences(input: DriftInput): Differences {
  const index = indexAccount(input);
  const ignores = ignoredFields(input);
  const replacements = findReplacements(index);
  const parts = index.managed.map((managed) => judgeManaged(managed, index, replacements));
  const sets = index.sets.map((set) => judgeSet(set, index));
  const all = [...parts, ...sets];
  const claimed = claimedIds(index);
  const unclaimed = KINDS.map(({ name }) => unclaimedOf(name, index, input, claimed, replacements));
  const gone = new Set(input.confirmations.flatMap(({ id, found, failure }) => (found || failure ? [] : [id])));
  const found = [
    ...all.flatMap(({ differences }) => differences),
    ...unclaimed.flatMap(({ differences }) => differences),
    ...claimedTwice(index),
    ...(input.declared ? findPending(input.declared, input.stated) : []),
    // What is gone is destroyed already: a refresh forgets it.
    ...findUndeclared(input.stacks ?? [], input.declared ?? [], input.stated).filter(
      ({ id }) => id === null || !gone.has(id),
    ),
  ];
  const kept = found.filter((each) => !ignores(each));
  const ignored = { ...NOTHING_FOLDED, ignored: found.length - kept.length };
  return {
    differences: sortDifferences(kept),
    derived: unclaimed.flatMap(({ derived }) => derived),
    coverage: unclaimed.flatMap(({ coverage }) => (coverage ? [coverage] : [])),
    folded: sumFolded([...all.map(({ folded }) => folded), ignored]),
    incomplete: findIncomplete(index, input),
  };
}

interface Judged {
  readonly differences: readonly Difference[];
  readonly folded: Folded;
}

const nothing: Judged = { differences: [], folded: NOTHING_FOLDED };

/** Identifier of the object that took an object's place, by kind and old identifier. */
type Replacements = ReadonlyMap<string, AccountObject>;

const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

function judgeManaged({ kind, id, stated }: Managed, index: AccountIndex, replacements: Replacements): Judged {
  const live = index.live(kind, id);
  const base = { kind, id, name: statedName(kind, stated), address: stated.address, state: stated.state, also: [] };
  if (live) {
    const { changes, folded } = compareValues(getKind(kind).attributes, stated.values, live.values);
    const differences = changes.map(
      (change): Difference => ({
        type: 'changed',
        ...base,
        ...hideMarked(change, stated.sensitive),
        trace: { of: 'field', kind, id, path: change.path, value: change.after },
      }),
    );
    return { differences, folded };
  }
  if (!index.gone(kind, id)) return nothing;
  const other = replacements.get(keyOf(kind, id));
  if (!other) {
    const trace = { of: 'deletion', kind, id } as const;
    return { ...nothing, differences: [{ type: 'missing', ...base, path: null, before: id, after: null, trace }] };
  }
  const { changes } = compareValues(getKind(kind).attributes, stated.values, other.values);
  const key = naturalKeyOf(getKind(kind), other.values) ?? '';
  const trace = { of: 'key gained', kind, id: other.id, key } as const;
  const also = changes.map(({ path }) => path);
  return {
    ...nothing,
    differences: [{ type: 'replaced', ...base, path: 'id', before: id, after: other.id, also, trace }],
  };
}

function judgeSet({ kind, id, stated }: Managed, index: AccountIndex): Judged {
  const policy = index.live(ipPolicy.name, id);
  const declaring = index.managed.find((each) => each.kind === ipPolicy.name && each.id === id);
  const values = policy?.values ?? declaring?.stated.values;
  const marks = declaring?.stated.sensitive ?? [];
  const base = {
    kind,
    id,
    name: values ? shownName(ipPolicy.name, values, marks) : null,
    address: stated.address,
    state: stated.state,
    also: [],
  };
  if (!policy && index.gone(ipPolicy.name, id)) {
    const trace = { of: 'deletion', kind: ipPolicy.name, id } as const;
    return { ...nothing, differences: [{ type: 'missing', ...base, path: null, before: id, after: null, trace }] };
  }
  // What a list did not reach is neither added nor removed.
  if (index.readings.get(ipPolicyRule.name)?.failure) return nothing;
  const { changes, folded } = compareRuleSet(id, stated.values['rules'], index.rulesOf(id));
  const differences = changes.map(
    ({ trace, ...change }): Difference => ({
      type: 'changed',
      ...base,
      ...hideMarked(change, stated.sensitive),
      trace,
    }),
  );
  return { differences, folded };
}

/** Objects that are gone, and the one unmanaged object that has the natural key of each. */
function findReplacements(index: AccountIndex): Replacements {
  const claimed = claimedIds(index);
  const found = new Map<string, AccountObject>();
  for (const { kind, id, stated } of index.managed) {
    if (index.live(kind, id) || !index.gone(kind, id)) continue;
    const model = getKind(kind);
    const key = naturalKeyOf(model, stated.values);
    if (key === undefined) continue;
    const twins = (index.readings.get(kind)?.objects ?? []).filter(
      (each) => !claimed.has(keyOf(kind, each.id)) && naturalKeyOf(model, each.values) === key,
    );
    const [twin] = twins;
    if (twin && twins.length === 1) found.set(keyOf(kind, id), twin);
  }
  return found;
}

function claimedIds(index: AccountIndex): Set<string> {
  const rules = index.sets.flatMap(({ id }) => index.rulesOf(id).map((rule) => keyOf(ipPolicyRule.name, rule.id)));
  return new Set([...[...index.managed, ...index.deposed].map(({ kind, id }) => keyOf(kind, id)), ...rules]);
}

function unclaimedOf(
  kind: string,
  index: AccountIndex,
  input: DriftInput,
  claimed: ReadonlySet<string>,
  replacements: Replacements,
): { differences: Difference[]; derived: Derived[]; coverage: KindCoverage | undefined } {
  const reading = index.readings.get(kind);
  if (!reading) return { differences: [], derived: [], coverage: undefined };
  const replacing = new Set([...replacements.values()].map(({ id }) => id));
  const differences: Difference[] = [];
  const derived: Derived[] = [];
  let managed = 0;
  let unmanaged = 0;
  for (const object of objectsOf(reading, input)) {
    const { id, values } = object;
    const name = nameOf(kind, values);
    if (claimed.has(keyOf(kind, id))) {
      managed += 1;
      continue;
    }
    const reason = derivedReason(kind, object, input.ownKey);
    if (reason !== undefined) {
      derived.push({ kind, id, name, reason });
      continue;
    }
    unmanaged += 1;
    if (replacing.has(id)) continue;
    const trace = { of: 'creation', kind, id } as const;
    differences.push({
      type: 'unmanaged',
      kind,
      id,
      name,
      address: null,
      state: null,
      path: null,
      before: null,
      after: id,
      also: [],
      trace,
    });
  }
  return { differences, derived, coverage: kindCoverage(reading, { managed, unmanaged, derived: derived.length }) };
}

function objectsOf({ kind, objects }: KindListing, { confirmations }: DriftInput): AccountObject[] {
  const late = confirmations.flatMap((each) => (each.kind === kind && each.found ? [each.found] : []));
  return [...objects, ...late];
}

/** One object in two places: two resources, or a single rule and the exclusive set of its policy. */
function claimedTwice(index: AccountIndex): Difference[] {
  const rules = index.sets.flatMap(({ id: policyId, stated }) =>
    index.rulesOf(policyId).map(({ id }): Managed => ({ kind: ipPolicyRule.name, id, stated })),
  );
  const single = new Set(index.managed.map(({ kind, id }) => keyOf(kind, id)));
  const claims = [
    ...index.managed,
    ...rules.filter(({ kind, id }) => single.has(keyOf(kind, id))),
    ...index.sets.map(({ id, stated }): Managed => ({ kind: ipPolicyRules.name, id, stated })),
  ];
  return [...groupBy(claims, ({ kind, id }) => keyOf(kind, id)).values()].flatMap((group) => {
    const [first, ...others] = group;
    if (!first || others.length === 0) return [];
    const { kind, id, stated } = first;
    const places = others.map((each) => `${each.stated.address} in ${each.stated.state}`);
    return [
      {
        type: 'claimed twice',
        kind,
        id,
        name: statedName(kind, stated),
        address: stated.address,
        state: stated.state,
        path: null,
        before: null,
        after: null,
        also: places,
        trace: { of: 'nobody' },
      } satisfies Difference,
    ];
  });
}

/** What is said of a kind that could not be read, or not to its end: `read` objects of it were. */
function unread(kind: string, { reason, status, code, message }: ListFailure, read: number): Incomplete {
  return { kind, reason, status: status ?? null, code: code ?? null, message, read };
}

function findIncomplete(index: AccountIndex, { account, confirmations }: DriftInput): Incomplete[] {
  const kinds = account.kinds.flatMap(({ kind, failure, objects }) =>
    failure ? [unread(kind, failure, objects.length)] : [],
  );
  const objects = confirmations.flatMap(({ kind, failure }) => (failure ? [unread(kind, failure, 0)] : []));
  const unjudged = index.unjudged.map(({ address, state, type }): Incomplete => {
    const message = `${address} in ${state} was not looked at: this program knows no resource of type ${type} with an identifier.`;
    return { kind: type, reason: 'unknown', status: null, code: null, message, read: 0 };
  });
  return [...kinds, ...objects, ...unjudged];
}

/** Whether Terraform was told to leave the changed field alone. */
function ignoredFields({ declared }: DriftInput): (difference: Difference) => boolean {
  const findDeclaration = declarationFinder(declared ?? []);
  return ({ type, address, state, path }) => {
    const found = type === 'changed' && address !== null ? findDeclaration(address, state) : undefined;
    return found !== undefined && path !== null && ignoresChange(found, path);
  };
}

function statedName(kind: string, { values, sensitive }: StateResource): string | null {
  return shownName(kind, values, sensitive);
}

function sortDifferences(differences: readonly Difference[]): Difference[] {
  const order = new Map(
    [...KINDS.map(({ name }) => name), ipPolicyRules.name].map((name, position) => [name, position]),
  );
  const key = ({ kind, name, id, address, path, type }: Difference): string =>
    [
      String(order.get(kind) ?? order.size).padStart(3, '0'),
      name ?? '',
      id ?? '',
      address ?? '',
      path ?? '',
      type,
    ].join('\u0000');
  const keyed = differences.map((difference) => ({ difference, key: key(difference) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ difference }) => difference);
}
