/**
 * Grants among the rules of a `netingress_ip_policy_rules`: allow rules with an end in their metadata, which
 * `netingress access grant` makes. A read decides by the clock which grants have ended, and stores the decision in the
 * private state; so a plan does not depend on the clock. With `grants = "keep"`, a live grant is not part of the state,
 * so no plan shows it, and a read adds an overdue one to the state, so the plan shows its deletion.
 */
import { findRuleGrant, grantStatus } from '../../model/grants/grant';
import type { ObjectValue } from '../../values/cty-value';
import { isJsonObject, type Json } from '../../values/json';
import type { PrivateState } from '../protocol/provider';
import { readPrivateMember, withPrivateMember } from '../state/private-state';
import type { DeclaredRule, RemoteRule, RulesByCidr } from './rules';

/**
 * Canonical networks of the grants that the last read, create or update found beside the declared rules. With
 * `grants = "refuse"` there are none.
 */
export interface KnownGrants {
  /** Grants before their end: not in the state. */
  readonly live: readonly string[];
  /** Grants after their end: in the state after a read, so that the plan deletes them. */
  readonly overdue: readonly string[];
}

interface Separation {
  readonly visible: RulesByCidr<RemoteRule>;
  readonly grants: KnownGrants;
}

interface SeparateOptions {
  readonly keep: boolean;
  /** The rules of the configuration, or of the state, which may also have overdue grants. */
  readonly declared: RulesByCidr<DeclaredRule>;
  readonly known: KnownGrants;
  readonly now: number;
}

/** `keep` is the default; the other value is `refuse`. */
export function keepsGrants(values: ObjectValue): boolean {
  return values['grants'] !== 'refuse';
}

export function isGrant(rule: RemoteRule): boolean {
  return findRuleGrant(rule.values) !== undefined;
}

export function isLiveGrantRule(rule: RemoteRule, now: number): boolean {
  const grant = findRuleGrant(rule.values);
  return grant !== undefined && grantStatus(grant, now) === 'live';
}

/**
 * Without `keep` all rules are visible. A declared rule is not a grant, whatever its metadata is, unless it is declared
 * only by a state that has it as an overdue grant.
 */
export function separateGrants(
  remote: RulesByCidr<RemoteRule>,
  { keep, declared, known, now }: SeparateOptions,
): Separation {
  const visible = new Map(remote);
  const grants = { live: [] as string[], overdue: [] as string[] };
  for (const [network, rule] of remote) {
    const isDeclared = declared.has(network) && !known.overdue.includes(network);
    if (!keep || isDeclared || !isGrant(rule)) continue;
    const isLive = isLiveGrantRule(rule, now);
    if (isLive) visible.delete(network);
    grants[isLive ? 'live' : 'overdue'].push(network);
  }
  return { visible, grants };
}

export const NO_GRANTS: KnownGrants = { live: [], overdue: [] };

export function parseKnownGrants(privateState: PrivateState): KnownGrants {
  const grants = readPrivateMember(privateState, 'grants');
  if (!isJsonObject(grants)) return NO_GRANTS;
  return { live: keepStrings(grants['live']), overdue: keepStrings(grants['overdue']) };
}

export function formatKnownGrants(grants: KnownGrants, privateState: PrivateState): PrivateState {
  const { live, overdue } = grants;
  return withPrivateMember(privateState, 'grants', live.length + overdue.length > 0 ? { live, overdue } : undefined);
}

function keepStrings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
