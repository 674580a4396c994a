/** The account and the states, arranged for looking up. */

import { COMPOSITES, ipPolicyRules } from '../../model/composites';
import { groupBy } from '../../model/group-by';
import type { AccountObject, KindListing, StateResource } from '../../model/inventory';
import { getKind, tryFindKind } from '../../model/kinds';
import { kindNameOf } from '../../model/naming';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import type { DriftInput } from '../input';

/** A resource of a state that stands for an object of the account. */
export interface Managed {
  readonly kind: string;
  readonly id: string;
  readonly stated: StateResource;
}

/** Everything by kind and identifier. */
export interface AccountIndex {
  readonly readings: ReadonlyMap<string, KindListing>;
  live(kind: string, id: string): AccountObject | undefined;
  /** Whether a GET said that there is no such object. */
  gone(kind: string, id: string): boolean;
  /** Live rules of a policy. */
  rulesOf(policyId: string): readonly AccountObject[];
  /** What the states hold, one entry a resource; deposed objects are in {@link deposed}. */
  readonly managed: readonly Managed[];
  /** Exclusive rule sets of the states, by policy. */
  readonly sets: readonly Managed[];
  readonly deposed: readonly Managed[];
  /** Resources of our provider that this program cannot judge: of a type it does not know, or without identifier. */
  readonly unjudged: readonly StateResource[];
}

/** Name under which exclusive rule sets are reported. */
export const RULE_SET = ipPolicyRules.name;

/** Arranges what was read; objects that only a GET found are among the live ones. */
export function indexAccount({ account, stated, confirmations }: DriftInput): AccountIndex {
  const live = new Map(
    account.kinds.map(({ kind, objects }) => [kind, new Map(objects.map((each) => [each.id, each]))]),
  );
  for (const { kind, found } of confirmations) if (found) live.get(kind)?.set(found.id, found);
  const rules = groupBy([...(live.get(ipPolicyRule.name)?.values() ?? [])], ({ values }) =>
    String(values['ip_policy_id']),
  );
  const gone = new Set(
    confirmations.filter(({ found, failure }) => !found && !failure).map(({ kind, id }) => `${kind} ${id}`),
  );
  const sorted = stated.map(sort);
  const of = (group: Sorted['group']): Managed[] =>
    sorted.flatMap((each) => (each.group === group && each.managed ? [each.managed] : []));
  return {
    readings: new Map(account.kinds.map((reading) => [reading.kind, reading])),
    live: (kind, id) => live.get(kind)?.get(id),
    gone: (kind, id) => gone.has(`${kind} ${id}`),
    rulesOf: (policyId) => rules.get(policyId) ?? [],
    managed: of('kind'),
    sets: of('set'),
    deposed: of('deposed'),
    unjudged: sorted.flatMap(({ group, stated: each }) => (group === 'unjudged' ? [each] : [])),
  };
}

interface Sorted {
  readonly group: 'kind' | 'set' | 'deposed' | 'unjudged' | 'nothing';
  readonly stated: StateResource;
  readonly managed?: Managed;
}

function sort(stated: StateResource): Sorted {
  const kind = kindNameOf(stated.type);
  if (kind === undefined) return { group: 'nothing', stated };
  const isSet = kind === RULE_SET;
  // Waits stand for no object of their own.
  if (!isSet && COMPOSITES.some(({ name }) => name === kind)) return { group: 'nothing', stated };
  const id = stated.values[isSet ? 'ip_policy_id' : 'id'];
  if (typeof id !== 'string' || (!isSet && !tryFindKind(kind))) return { group: 'unjudged', stated };
  const managed = { kind, id, stated };
  if (stated.deposed !== undefined) return { group: 'deposed', stated, managed };
  return { group: isSet ? 'set' : 'kind', stated, managed };
}

/** An object of the state that no list held, and that has to be asked for before anything is said about it. */
export interface Candidate {
  readonly kind: string;
  readonly id: string;
}

/**
 * Objects that states hold and no list did, each once; those of a kind that could not be read to its end are left out,
 * since a list that broke off says nothing about what it did not reach.
 */
export function findCandidates(input: Omit<DriftInput, 'confirmations' | 'declared'>): Candidate[] {
  const index = indexAccount({ ...input, declared: undefined, confirmations: [] });
  const wanted = [
    ...index.managed.map(({ kind, id }) => ({ kind, id })),
    ...index.sets.map(({ id }) => ({ kind: ipPolicy.name, id })),
  ];
  const candidates = new Map<string, Candidate>();
  for (const { kind, id } of wanted) {
    const reading = index.readings.get(kind);
    if (!reading || reading.failure || index.live(kind, id)) continue;
    candidates.set(`${getKind(kind).name} ${id}`, { kind, id });
  }
  return [...candidates.values()];
}
