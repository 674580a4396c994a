/** Which rules and changes cause a difference of access, and which rules match a network, in words. */

import type { RestrictionChange } from '../access/compare-accounts';
import type { AccessFacts, Restriction, Rule, RuleAction } from '../access/facts';
import { listDecisive, listMatchingRules } from '../access/ip-policy';
import type { RestrictionAccess } from '../access/restriction';
import { type AddressRange, completeFamilies, findOverlapping, rangeOf, toRange } from '../model/ip/address-set';
import { type Cidr, cidrContains } from '../model/ip/cidr';
import { memoizeObject } from '../model/memoize';
import { quoteName } from '../model/text';
import { isUnknown, type Known } from '../values/known';
import type { Words } from '../values/words';

export interface CausedNetwork {
  readonly cidr: string;
  readonly addresses: bigint;
  readonly causes: readonly DifferenceCause[];
}

export interface DifferenceCause {
  /** `allow 203.0.113.0/24 'Berlin' of 'Office'`, or a sentence. */
  readonly text: Words;
  /**
   * `attached`, `detached`: the policy of the rule, with all rules. Otherwise of the rule; undefined then if the rules
   * of the other state were not all read.
   */
  readonly verb?: 'new' | 'removed' | 'attached' | 'detached';
  /** The rule, or the restriction that is changed, created or destroyed. Undefined if that is not certain. */
  readonly object: { readonly kind: string; readonly id: string } | undefined;
}

/** `allow 203.0.113.0/24 'Berlin' of 'Office' (new)`. */
export function formatCause({ text, verb }: DifferenceCause): string {
  return verb === undefined ? text : `${text} (${verb})`;
}

interface State {
  readonly facts: AccessFacts;
  readonly policyIds: Restriction['policyIds'];
  readonly restriction?: Restriction | undefined;
}

export interface CausingRule {
  readonly rule: Rule;
  readonly range: AddressRange;
  readonly cause: DifferenceCause;
}

/**
 * One element for each network that surely differs. It has no cause if it is not certain which restriction exists, or
 * if none of {@link findCausingRules} overlaps it.
 */
export function findCauses(
  change: RestrictionChange,
  [before, after]: readonly [AccessFacts, AccessFacts],
  direction: 'admitted' | 'shut_out',
): CausedNetwork[] {
  const isNew = direction === 'admitted';
  const [old, now] = change.restrictions.map((restriction, index): State => {
    return { facts: index === 0 ? before : after, policyIds: restriction?.policyIds ?? [], restriction };
  }) as [State, State];
  const [wider, narrower] = isNew ? [now, old] : [old, now];
  const enforcement = isNew ? change.after : change.before;
  const { networks } = (isNew ? change.newlyAdmitted : change.newlyShutOut).sure;
  const ranges = networks.map((cidr) => ({ cidr, range: rangeOf(cidr) }));
  const causes = new Map<AddressRange, DifferenceCause[]>(ranges.map(({ range }) => [range, []]));
  if (enforcement === 'absent' || enforcement === 'not_enforced') {
    const text = DESCRIBED_ENFORCEMENT[enforcement][direction];
    const cause = { text, object: toObject(wider) ?? toObject(narrower) };
    for (const list of causes.values()) list.push(cause);
  } else if (wider.restriction && narrower.restriction) {
    const inOrder = ranges.map(({ range }) => range);
    for (const { range, cause } of findCausingRules(old, now, direction))
      for (const found of findOverlapping(inOrder, range)) causes.get(found)?.push(cause);
  }
  return ranges.map(({ cidr, range }) => ({
    cidr,
    addresses: range.last - range.first + 1n,
    causes: causes.get(range) ?? [],
  }));
}

function toObject({ restriction }: State): DifferenceCause['object'] {
  return restriction && { kind: 'ip_restriction', id: restriction.id };
}

/** What changed, by the enforcement in the state that admits more. */
const DESCRIBED_ENFORCEMENT = {
  absent: { admitted: 'the restriction is destroyed', shut_out: 'the restriction is created' },
  not_enforced: { admitted: 'the restriction is no longer enforced', shut_out: 'the restriction is now enforced' },
} as const;

/**
 * Rules of one state without an equal one in the other: of the same policy, action and network. A rule counts if its
 * policy is known to be among those of the state, its action and network are known, and it has no `presence`. If a
 * policy of the other state is unknown, each rule of its account may be the equal one.
 */
export function findCausingRules(before: State, after: State, direction: 'admitted' | 'shut_out'): CausingRule[] {
  const find = (state: State, other: State, action: RuleAction): CausingRule[] => {
    const others = new Set(listCandidates(other).map(ruleKey));
    const describe = createDescribeChange(state, other, state === after);
    return listMatchingRules(state.facts, toKnownIds(state.policyIds), () => true).flatMap((rule): CausingRule[] => {
      if (rule.action !== action || others.has(ruleKey(rule))) return [];
      const text = describeRule(state.facts, rule);
      return [{ rule, range: toRange(rule.network), cause: { text, ...describe(rule) } }];
    });
  };
  const [wider, narrower] = direction === 'admitted' ? [after, before] : [before, after];
  return [...find(wider, narrower, 'allow'), ...find(narrower, wider, 'deny')];
}

function createDescribeChange(
  state: State,
  other: State,
  isAdded: boolean,
): (rule: Rule) => Pick<DifferenceCause, 'verb' | 'object'> {
  const otherIds = new Set<Known<string>>(toKnownIds(other.policyIds));
  return ({ id, policyId }) => {
    if (knowsAllIds(other) && !otherIds.has(policyId))
      return { verb: isAdded ? 'attached' : 'detached', object: toObject(other) ?? toObject(state) };
    const object = { kind: 'ip_policy_rule', id };
    return other.facts.rules.incomplete ? { object } : { verb: isAdded ? 'new' : 'removed', object };
  };
}

/** The rules that the state may have: those of its policies, or if one of these is unknown, of all. */
function listCandidates(state: State): readonly Rule[] {
  const { objects } = state.facts.rules;
  const ids = new Set<Known<string>>(toKnownIds(state.policyIds));
  return knowsAllIds(state) ? objects.filter(({ policyId }) => ids.has(policyId)) : objects;
}

function knowsAllIds({ policyIds }: State): boolean {
  return !isUnknown(policyIds) && !policyIds.some(isUnknown);
}

/**
 * Why every address of a family is admitted: `there is no restriction`, `the restriction is not enforced`, or the rules
 * of which each allows the whole family. Empty if the networks contain no whole family, if rules admit it only
 * together, or if it is not certain which restriction exists.
 */
export function explainOpen(
  facts: AccessFacts,
  { restriction, enforcement }: Pick<RestrictionAccess, 'restriction' | 'enforcement'>,
  networks: readonly string[],
): Words[] {
  const families = completeFamilies(networks.map(rangeOf));
  if (families.length === 0) return [];
  if (enforcement === 'absent') return ['there is no restriction'];
  if (enforcement === 'not_enforced') return ['the restriction is not enforced'];
  const isComplete = (network: Cidr): boolean =>
    completeFamilies([toRange(network)]).some((family) => families.includes(family));
  return listMatchingRules(facts, listPolicyIds(restriction), isComplete)
    .filter(({ action }) => action === 'allow')
    .map((rule) => describeRule(facts, rule));
}

/** Leaves out ids that are not known. */
export function listPolicyIds(restriction: Restriction | undefined): string[] {
  return restriction ? toKnownIds(restriction.policyIds) : [];
}

function toKnownIds(policyIds: Restriction['policyIds']): string[] {
  return isUnknown(policyIds) ? [] : policyIds.flatMap((id) => (isUnknown(id) ? [] : [id]));
}

export function namePolicy({ policies }: Pick<AccessFacts, 'policies'>, id: string): string {
  return indexNames(policies).get(id) ?? id;
}

const indexNames = memoizeObject(
  ({ objects }: AccessFacts['policies']): ReadonlyMap<string, string> =>
    new Map(objects.map(({ id, name }) => [id, name])),
);

export function quotePolicy(facts: Pick<AccessFacts, 'policies'>, { policyId }: Pick<Rule, 'policyId'>): string {
  return isUnknown(policyId) ? 'a policy' : quoteName(namePolicy(facts, policyId), policyId);
}

function ruleKey({ policyId, action, network }: Rule): string {
  const text = isUnknown(network) ? String(network.identity) : network.canonical;
  return JSON.stringify([isUnknown(policyId) ? policyId.identity : policyId, action, text]);
}

function describeRule(facts: Pick<AccessFacts, 'policies'>, rule: Rule): Words {
  return `${formatRule(rule)} of ${quotePolicy(facts, rule)}`;
}

export type RuleContents = Pick<Rule, 'action' | 'network' | 'description'>;

/** `allow 203.0.113.0/24 'Berlin'`. */
export function formatRule({ action, network, description }: RuleContents): Words {
  const [verb, text] = [
    isUnknown(action) ? 'rule' : action,
    isUnknown(network) ? 'an unknown network' : network.canonical,
  ];
  return `${verb} ${text}${description === null ? '' : ` '${description}'`}`;
}

/**
 * The rules that decide about the network; if some contain only a part of it, all rules that overlap it. Leaves out
 * rules with `presence`, which may not exist, and those of which the network is not known.
 */
export function explainRules(facts: AccessFacts, policyIds: readonly Known<string>[], network: Cidr): Words[] {
  const overlaps = (other: Cidr): boolean => findOverlapping([toRange(other)], toRange(network)).length > 0;
  const found = listMatchingRules(facts, policyIds, overlaps);
  const isWhole = found.every((rule) => cidrContains(rule.network, network));
  return (isWhole ? listDecisive(found) : found).map((rule) => describeRule(facts, rule));
}
