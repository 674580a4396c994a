/** Why addresses are newly admitted or shut out by a restriction: the rules and changes that cause it, for people. */
import { type AddressRange, findOverlapping, toRange } from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { isUnknown } from '../model/known';
import type { AccessFacts, Restriction, Rule, RuleAction } from './facts';
import type { RestrictionChange } from './review';

/** A network of a difference with its causes. */
export interface CausedNetwork {
  readonly cidr: string;
  /** Number of addresses. */
  readonly addresses: bigint;
  readonly causes: readonly Cause[];
}

/** A rule that only one state has, or what happened to the restriction. */
export interface Cause {
  /** `allow 203.0.113.0/24 'Berlin' of Office`, or a sentence. */
  readonly text: string;
  /** Of a rule. */
  readonly verb?: 'new' | 'removed' | 'attached' | 'detached';
  /** The object that differs: the rule, or the restriction that is changed, created or destroyed. */
  readonly object: { readonly kind: string; readonly id: string } | undefined;
}

/** `allow 203.0.113.0/24 'Berlin' of Office (new)`. */
export function formatCause({ text, verb }: Cause): string {
  return verb === undefined ? text : `${text} (${verb})`;
}

interface State {
  readonly facts: AccessFacts;
  readonly restriction: Restriction | undefined;
}

/**
 * The addresses that one state admits and the other does not are caused by allow rules that only the wider state has, deny
 * rules that only the narrower one has, or the enforcement.
 */
export function findCauses(
  change: RestrictionChange,
  [before, after]: readonly [AccessFacts, AccessFacts],
  direction: 'admitted' | 'shut_out',
): CausedNetwork[] {
  const isNew = direction === 'admitted';
  const old: State = { facts: before, restriction: change.restrictions[0] };
  const now: State = { facts: after, restriction: change.restrictions[1] };
  const [wider, narrower] = isNew ? [now, old] : [old, now];
  const { networks } = (isNew ? change.newlyAdmitted : change.newlyShutOut).sure;
  const ranges = networks.map((cidr) => ({ cidr, range: toRange(parseCidr(cidr) as Cidr) }));
  const causes = new Map<AddressRange, Cause[]>(ranges.map(({ range }) => [range, []]));
  if (wider.restriction?.enforced !== true) {
    const cause = { text: describeEnforcement(wider, isNew), object: toObject(wider) ?? toObject(narrower) };
    for (const list of causes.values()) list.push(cause);
  } else {
    const inOrder = ranges.map(({ range }) => range);
    for (const { range, cause } of listRuleCauses(wider, narrower, isNew))
      for (const found of findOverlapping(inOrder, range)) causes.get(found)?.push(cause);
  }
  return ranges.map(({ cidr, range }) => ({
    cidr,
    addresses: range.last - range.first + 1n,
    causes: causes.get(range) ?? [],
  }));
}

function toObject({ restriction }: State): Cause['object'] {
  return restriction && { kind: 'ip_restriction', id: restriction.id };
}

function describeEnforcement({ restriction }: State, isNew: boolean): string {
  if (isNew) return restriction ? 'the restriction is no longer enforced' : 'the restriction is destroyed';
  return restriction ? 'the restriction is now enforced' : 'the restriction is created';
}

function listRuleCauses(
  wider: State,
  narrower: State,
  isNew: boolean,
): { readonly range: AddressRange; readonly cause: Cause }[] {
  const describe = (state: State, other: State, action: RuleAction, isAdded: boolean) => {
    const others = new Set(listRules(other).map(ruleKey));
    const attached = listPolicyIds(other.restriction);
    return listRules(state).flatMap((rule) => {
      if (rule.action !== action || isUnknown(rule.network) || others.has(ruleKey(rule))) return [];
      const isAttached = !isUnknown(rule.policyId) && attached.includes(rule.policyId);
      const cause = {
        text: `${formatRule(rule)} of ${namePolicy(state.facts, rule)}`,
        ...(isAttached
          ? { verb: isAdded ? ('new' as const) : ('removed' as const), object: { kind: 'ip_policy_rule', id: rule.id } }
          : {
              verb: isAdded ? ('attached' as const) : ('detached' as const),
              object: toObject(other) ?? toObject(state),
            }),
      };
      return [{ range: toRange(rule.network), cause }];
    });
  };
  return [...describe(wider, narrower, 'allow', isNew), ...describe(narrower, wider, 'deny', !isNew)];
}

/** The ids that are known. */
export function listPolicyIds(restriction: Restriction | undefined): string[] {
  if (!restriction || isUnknown(restriction.policyIds)) return [];
  return restriction.policyIds.flatMap((id) => (isUnknown(id) ? [] : [id]));
}

function listRules({ facts, restriction }: State): Rule[] {
  const ids = new Set(listPolicyIds(restriction));
  return facts.rules.objects.filter(({ policyId }) => !isUnknown(policyId) && ids.has(policyId));
}

/** The description of the policy of a rule, or its id. */
export function namePolicy({ policies }: Pick<AccessFacts, 'policies'>, { policyId }: Pick<Rule, 'policyId'>): string {
  if (isUnknown(policyId)) return 'a policy';
  return policies.objects.find(({ id }) => id === policyId)?.name ?? policyId;
}

function ruleKey({ policyId, action, network }: Rule): string {
  const text = isUnknown(network) ? network.why : network.canonical;
  return JSON.stringify([isUnknown(policyId) ? policyId.why : policyId, action, text]);
}

/** `allow 203.0.113.0/24 'Berlin'`. */
export function formatRule({ action, network, description }: Rule): string {
  const [verb, text] = [
    isUnknown(action) ? 'rule' : action,
    isUnknown(network) ? 'an unknown network' : network.canonical,
  ];
  return `${verb} ${text}${description === null ? '' : ` '${description}'`}`;
}
