/** Why addresses are newly admitted or shut out by a restriction: the rules and changes that cause it, for people. */

import { type AddressRange, completeFamilies, findOverlapping, rangeOf, toRange } from '../model/ip/address-set';
import { memoizeObject } from '../model/memoize';
import { quoteName } from '../model/text';
import { isUnknown } from '../values/known';
import type { Words } from '../values/words';
import type { AccessFacts, Restriction, Rule, RuleAction } from './facts';
import type { RestrictionChange } from './review';

/** A network of a difference with its causes. */
export interface CausedNetwork {
  readonly cidr: string;
  /** Number of addresses. */
  readonly addresses: bigint;
  readonly causes: readonly DifferenceCause[];
}

/** A rule that only one state has, or what happened to the restriction. */
export interface DifferenceCause {
  /** `allow 203.0.113.0/24 'Berlin' of 'Office'`, or a sentence. */
  readonly text: Words;
  /** What happened to a rule; undefined if the cause is not a rule. */
  readonly verb?: 'new' | 'removed' | 'attached' | 'detached';
  /** The object that differs: the rule, or the restriction that is changed, created or destroyed. */
  readonly object: { readonly kind: string; readonly id: string } | undefined;
}

/** `allow 203.0.113.0/24 'Berlin' of 'Office' (new)`. */
export function formatCause({ text, verb }: DifferenceCause): string {
  return verb === undefined ? text : `${text} (${verb})`;
}

/** Policies of a state, and the restriction that they are of. */
interface State {
  readonly facts: AccessFacts;
  readonly policyIds: readonly string[];
  readonly restriction?: Restriction | undefined;
}

/** A rule that only one of the states has. Its network is known. */
export interface CausingRule {
  readonly rule: Rule;
  readonly range: AddressRange;
  readonly cause: DifferenceCause;
}

/**
 * The causes of each network that surely differs. If the state that admits more enforces no restriction, that is the
 * only cause; otherwise the rules of {@link findCausingRules} that overlap the network. A network has no cause if what
 * causes the difference is not known.
 */
export function findCauses(
  change: RestrictionChange,
  [before, after]: readonly [AccessFacts, AccessFacts],
  direction: 'admitted' | 'shut_out',
): CausedNetwork[] {
  const isNew = direction === 'admitted';
  const [old, now] = change.restrictions.map((restriction, index): State => {
    return { facts: index === 0 ? before : after, policyIds: listPolicyIds(restriction), restriction };
  }) as [State, State];
  const [wider, narrower] = isNew ? [now, old] : [old, now];
  const { networks } = (isNew ? change.newlyAdmitted : change.newlyShutOut).sure;
  const ranges = networks.map((cidr) => ({ cidr, range: rangeOf(cidr) }));
  const causes = new Map<AddressRange, DifferenceCause[]>(ranges.map(({ range }) => [range, []]));
  if (wider.restriction?.enforced !== true) {
    const cause = { text: describeEnforcement(wider, isNew), object: toObject(wider) ?? toObject(narrower) };
    for (const list of causes.values()) list.push(cause);
  } else {
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

function describeEnforcement({ restriction }: State, isNew: boolean): Words {
  if (isNew) return restriction ? 'the restriction is no longer enforced' : 'the restriction is destroyed';
  return restriction ? 'the restriction is now enforced' : 'the restriction is created';
}

/**
 * The rules that let the policies admit more, or less, than before: allow rules that only the wider state has, and deny
 * rules that only the narrower one has.
 */
export function findCausingRules(before: State, after: State, direction: 'admitted' | 'shut_out'): CausingRule[] {
  const find = (state: State, other: State, action: RuleAction): CausingRule[] => {
    const others = new Set(listRules(other).map(ruleKey));
    const isAdded = state === after;
    return listRules(state).flatMap((rule): CausingRule[] => {
      if (rule.action !== action || isUnknown(rule.network) || others.has(ruleKey(rule))) return [];
      const isAttached = !isUnknown(rule.policyId) && other.policyIds.includes(rule.policyId);
      const cause: DifferenceCause = {
        text: `${formatRule(rule)} of ${quotePolicy(state.facts, rule)}`,
        ...(isAttached
          ? { verb: isAdded ? 'new' : 'removed', object: { kind: 'ip_policy_rule', id: rule.id } }
          : { verb: isAdded ? 'attached' : 'detached', object: toObject(other) ?? toObject(state) }),
      };
      return [{ rule, range: toRange(rule.network), cause }];
    });
  };
  const [wider, narrower] = direction === 'admitted' ? [after, before] : [before, after];
  return [...find(wider, narrower, 'allow'), ...find(narrower, wider, 'deny')];
}

/**
 * Why a restriction that surely admits the networks admits every address of a family. Empty if it does not, or if
 * several rules do only together.
 */
export function explainOpen(
  facts: AccessFacts,
  restriction: Restriction | undefined,
  networks: readonly string[],
): Words[] {
  const families = completeFamilies(networks.map(rangeOf));
  if (families.length === 0) return [];
  if (!restriction) return ['there is no restriction'];
  if (restriction.enforced === false) return ['the restriction is not enforced'];
  return listRules({ facts, policyIds: listPolicyIds(restriction) })
    .filter(
      ({ action, network }) =>
        action === 'allow' &&
        !isUnknown(network) &&
        completeFamilies([toRange(network)]).some((family) => families.includes(family)),
    )
    .map((rule) => `${formatRule(rule)} of ${quotePolicy(facts, rule)}`);
}

/** The ids that are known; none without a restriction. */
export function listPolicyIds(restriction: Restriction | undefined): string[] {
  if (!restriction || isUnknown(restriction.policyIds)) return [];
  return restriction.policyIds.flatMap((id) => (isUnknown(id) ? [] : [id]));
}

function listRules({ facts, policyIds }: State): Rule[] {
  const ids = new Set(policyIds);
  return facts.rules.objects.filter(({ policyId }) => !isUnknown(policyId) && ids.has(policyId));
}

/** The description of a policy, or its id. */
export function namePolicy({ policies }: Pick<AccessFacts, 'policies'>, id: string): string {
  return indexNames(policies).get(id) ?? id;
}

const indexNames = memoizeObject(
  ({ objects }: AccessFacts['policies']): ReadonlyMap<string, string> =>
    new Map(objects.map(({ id, name }) => [id, name])),
);

/** The description of the policy of a rule in quotes, or its id. */
export function quotePolicy(facts: Pick<AccessFacts, 'policies'>, { policyId }: Pick<Rule, 'policyId'>): string {
  return isUnknown(policyId) ? 'a policy' : quoteName(namePolicy(facts, policyId), policyId);
}

function ruleKey({ policyId, action, network }: Rule): string {
  const text = isUnknown(network) ? String(network.identity) : network.canonical;
  return JSON.stringify([isUnknown(policyId) ? policyId.identity : policyId, action, text]);
}

/** What a reader sees of a rule. */
export type RuleContents = Pick<Rule, 'action' | 'network' | 'description'>;

/** `allow 203.0.113.0/24 'Berlin'`. */
export function formatRule({ action, network, description }: RuleContents): Words {
  const [verb, text] = [
    isUnknown(action) ? 'rule' : action,
    isUnknown(network) ? 'an unknown network' : network.canonical,
  ];
  return `${verb} ${text}${description === null ? '' : ` '${description}'`}`;
}
