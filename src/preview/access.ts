/** Who gets in and who is shut out: the addresses that each restriction admits before and after the change. Pure. */
import type { Snapshot, SnapshotObject } from '../emulator';
import {
  type AddressRange,
  ALL_ADDRESSES,
  containsRange,
  countAddresses,
  findOverlapping,
  rangesToCidrs,
  subtractRanges,
  toRange,
} from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { admittedRanges, type PolicyRule } from '../model/ip/policy';
import { ipRestriction } from '../model/resources/ip-restriction';

export interface AccessRule extends PolicyRule {
  readonly id: string;
  readonly policyId: string;
  readonly description: string | null;
}

export interface AccessPolicy {
  readonly id: string;
  readonly name: string;
  readonly rules: readonly AccessRule[];
}

export interface AccessRestriction {
  readonly id: string;
  readonly type: string;
  readonly enforced: boolean;
  readonly policies: readonly AccessPolicy[];
}

/** Policies and restrictions of one account. */
export interface AccessState {
  readonly policies: ReadonlyMap<string, AccessPolicy>;
  /** By type. */
  readonly restrictions: ReadonlyMap<string, AccessRestriction>;
}

/** One of the fewest networks of a difference. */
export interface ChangedNetwork {
  readonly cidr: string;
  /** Number of addresses, in decimal digits. */
  readonly addresses: string;
  /** Rules and changes that cause it. */
  readonly causes: readonly string[];
}

export interface NetworkChanges {
  readonly networks: readonly ChangedNetwork[];
  readonly ipv4: bigint;
  readonly ipv6: bigint;
}

export type Enforcement = 'absent' | 'not_enforced' | 'enforced';

/** The access to one part of the account, before and after. */
export interface RestrictionAccess {
  readonly type: string;
  readonly before: Enforcement;
  readonly after: Enforcement;
  readonly admittedBefore: readonly AddressRange[];
  readonly admittedAfter: readonly AddressRange[];
  readonly newlyAdmitted: NetworkChanges;
  readonly newlyShutOut: NetworkChanges;
  /** Policies that the restriction did not have before. */
  readonly newPolicies: readonly AccessPolicy[];
}

/** Reads policies and restrictions of a snapshot. */
export function readAccessState(snapshot: Snapshot): AccessState {
  const accounts = Object.values(snapshot.accounts);
  const list = (kind: string): readonly SnapshotObject[] => accounts.flatMap(({ objects }) => objects[kind] ?? []);
  const rules = list('ip_policy_rule').flatMap((object) => toRule(object));
  const byPolicy = new Map<string, AccessRule[]>();
  for (const rule of rules) byPolicy.set(rule.policyId, [...(byPolicy.get(rule.policyId) ?? []), rule]);
  const policies = new Map(
    list('ip_policy').map(({ id, values }): [string, AccessPolicy] => [
      id,
      { id, name: text(values['description']) ?? id, rules: byPolicy.get(id) ?? [] },
    ]),
  );
  const restrictions = list('ip_restriction').map(({ id, values }): [string, AccessRestriction] => {
    const ids = Array.isArray(values['ip_policy_ids']) ? (values['ip_policy_ids'] as readonly unknown[]) : [];
    const type = String(values['type']);
    const attached = ids.flatMap((policyId) => policies.get(String(policyId)) ?? []);
    return [type, { id, type, enforced: values['enforced'] === true, policies: attached }];
  });
  return { policies, restrictions: new Map(restrictions) };
}

function toRule({ id, values }: SnapshotObject): AccessRule[] {
  const cidr = parseCidr(String(values['cidr']));
  const action = values['action'];
  if ('problem' in cidr || (action !== 'allow' && action !== 'deny')) return [];
  const description = text(values['description']);
  return [{ id, cidr, action, policyId: String(values['ip_policy_id']), description }];
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Types of restrictions, in the order of the model. */
const { type: typeAttribute } = ipRestriction.attributes;
const RESTRICTION_TYPES: readonly string[] =
  typeAttribute && 'enum' in typeAttribute && typeAttribute.enum ? typeAttribute.enum : [];

export function compareAccess(before: AccessState, after: AccessState): RestrictionAccess[] {
  return RESTRICTION_TYPES.flatMap((type) => {
    const [old, now] = [before.restrictions.get(type), after.restrictions.get(type)];
    return old || now ? [compareRestriction(type, old, now)] : [];
  });
}

function compareRestriction(
  type: string,
  old: AccessRestriction | undefined,
  now: AccessRestriction | undefined,
): RestrictionAccess {
  const [admittedBefore, admittedAfter] = [admitted(old), admitted(now)];
  return {
    type,
    before: enforcement(old),
    after: enforcement(now),
    admittedBefore,
    admittedAfter,
    newlyAdmitted: describeNetworks(subtractRanges(admittedAfter, admittedBefore), now, old, 'allow'),
    newlyShutOut: describeNetworks(subtractRanges(admittedBefore, admittedAfter), old, now, 'deny'),
    newPolicies: (now?.policies ?? []).filter(({ id }) => !old?.policies.some((policy) => policy.id === id)),
  };
}

function enforcement(restriction: AccessRestriction | undefined): Enforcement {
  if (!restriction) return 'absent';
  return restriction.enforced ? 'enforced' : 'not_enforced';
}

/** A restriction that is not enforced admits every address. */
function admitted(restriction: AccessRestriction | undefined): readonly AddressRange[] {
  if (!restriction?.enforced) return ALL_ADDRESSES;
  return admittedRanges(restriction.policies.flatMap(({ rules }) => rules));
}

/**
 * Describes the addresses that `wider` admits and `narrower` does not. They are caused by allow rules that only `wider`
 * has, deny rules that only `narrower` has, or the enforcement. `direction` says which of the two is the new one.
 */
function describeNetworks(
  ranges: readonly AddressRange[],
  wider: AccessRestriction | undefined,
  narrower: AccessRestriction | undefined,
  direction: 'allow' | 'deny',
): NetworkChanges {
  const networks = rangesToCidrs(ranges).map((cidr) => ({ cidr, range: toRange(parseCidr(cidr) as Cidr) }));
  const causes = new Map<AddressRange, string[]>(networks.map(({ range }) => [range, []]));
  const inOrder = networks.map(({ range }) => range);
  const isNew = direction === 'allow';
  if (!wider?.enforced) {
    const cause = describeEnforcement(wider, isNew);
    for (const list of causes.values()) list.push(cause);
  } else {
    for (const { rule, cause } of findCauses(wider, narrower, isNew)) {
      for (const range of findOverlapping(inOrder, toRange(rule.cidr))) causes.get(range)?.push(cause);
    }
  }
  const { ipv4, ipv6 } = countAddresses(ranges);
  return {
    networks: networks.map(({ cidr, range }) => ({
      cidr,
      addresses: String(range.last - range.first + 1n),
      causes: causes.get(range) ?? [],
    })),
    ipv4,
    ipv6,
  };
}

function describeEnforcement(wider: AccessRestriction | undefined, isNew: boolean): string {
  if (isNew) return wider ? 'the restriction is no longer enforced' : 'the restriction is destroyed';
  return wider ? 'the restriction is now enforced' : 'the restriction is created';
}

function findCauses(
  wider: AccessRestriction,
  narrower: AccessRestriction | undefined,
  isNew: boolean,
): { readonly rule: AccessRule; readonly cause: string }[] {
  const only = (a: AccessRestriction | undefined, b: AccessRestriction | undefined, action: PolicyRule['action']) => {
    const others = new Set(b?.policies.flatMap(({ rules }) => rules.map(keyOfRule)));
    return (a?.policies ?? []).flatMap((policy) =>
      policy.rules
        .filter((rule) => rule.action === action && !others.has(keyOfRule(rule)))
        .map((rule) => ({ rule, policy, isAttached: Boolean(b?.policies.some(({ id }) => id === policy.id)) })),
    );
  };
  const describe = (found: ReturnType<typeof only>, isAdded: boolean) =>
    found.map(({ rule, policy, isAttached }) => {
      const verb = isAttached ? (isAdded ? 'new' : 'removed') : isAdded ? 'attached' : 'detached';
      return { rule, cause: `${formatRule(rule)} of ${policy.name} (${verb})` };
    });
  return [...describe(only(wider, narrower, 'allow'), isNew), ...describe(only(narrower, wider, 'deny'), !isNew)];
}

function keyOfRule({ policyId, action, cidr }: AccessRule): string {
  return `${policyId} ${action} ${cidr.canonical}`;
}

export function formatRule({ action, cidr, description }: AccessRule): string {
  return `${action} ${cidr.canonical}${description === null ? '' : ` '${description}'`}`;
}

export function containsNetwork(ranges: readonly AddressRange[], cidr: Cidr): boolean {
  return containsRange(ranges, toRange(cidr));
}

/** Returns whether the ranges contain an address of the network. */
export function intersectsNetwork(ranges: readonly AddressRange[], cidr: Cidr): boolean {
  return findOverlapping(ranges, toRange(cidr)).length > 0;
}
