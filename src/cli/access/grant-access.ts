/** Creates a grant, or extends the one that exists. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client';
import { canonicalTimestamp, parseTimestamp } from '../../model/formats/time';
import { formatGrant, type Grant, validateGrant } from '../../model/grants/grant';
import { cidrContains, parseCidr } from '../../model/ip/cidr';
import { CliError } from '../context';
import {
  type AccessPolicy,
  type AccessRule,
  deleteRule,
  type GrantRule,
  isGrantRule,
  listAccessRules,
  RULE,
  serviceNow,
  toAccessRule,
} from './rules';

export interface AccessRequest {
  readonly policy: AccessPolicy;
  /** Canonical notation. */
  readonly cidr: string;
  readonly durationMs: number;
  readonly by: string;
  readonly reason: string;
  readonly ticket: string | null;
}

export type GrantResult =
  | { readonly outcome: 'granted' | 'extended' | 'unchanged'; readonly rule: GrantRule }
  /** A rule without an end allows the network already. */
  | { readonly outcome: 'allowed'; readonly rule: AccessRule };

/**
 * A grant that ends within this time is replaced by a new rule instead of being extended: `reap` or an apply may be about
 * to delete it, and then deletes a rule that does not exist any more.
 */
const REPLACE_BEFORE_END_MS = 60_000;

const MAX_ATTEMPTS = 4;

const DESCRIPTION = 'Temporary access';

/** Grants access. Throws a {@link CliError} if a deny rule makes the grant useless, or the grant does not fit. */
export async function grantAccess(client: Client, request: AccessRequest): Promise<GrantResult> {
  const { policy, cidr } = request;
  for (let attempt = 1; ; attempt++) {
    const rules = await listAccessRules(client, policy.id);
    rejectDenied(cidr, rules);
    const allowing = findPermanent(cidr, rules);
    if (allowing) return { outcome: 'allowed', rule: allowing };
    const existing = rules.find((rule): rule is GrantRule => rule.cidr === cidr && isGrantRule(rule));
    const grant = createGrant(client, request);
    try {
      if (!existing) return { outcome: 'granted', rule: await createRule(client, policy.id, cidr, grant) };
      return await extend(client, existing, grant);
    } catch (caught) {
      // Another client created or removed the rule since the list.
      const { status, notFound } = client.toServiceError(caught);
      if ((status !== 409 && !notFound) || attempt === MAX_ATTEMPTS) throw caught;
      await delay(100 * attempt);
    }
  }
}

async function extend(client: Client, existing: GrantRule, grant: Grant): Promise<GrantResult> {
  const [end, newEnd] = [parseTimestamp(existing.grant.until) as number, parseTimestamp(grant.until) as number];
  if (end - serviceNow(client) < REPLACE_BEFORE_END_MS) {
    await deleteRule(client, existing.id);
    return { outcome: 'granted', rule: await createRule(client, existing.policyId, existing.cidr, grant) };
  }
  if (newEnd <= end) return { outcome: 'unchanged', rule: existing };
  return { outcome: 'extended', rule: await storeGrant(client, existing, grant) };
}

/** Replaces the grant of a rule. Rejects with `notFound` if the rule was deleted. */
export async function storeGrant(client: Client, rule: GrantRule, grant: Grant): Promise<GrantRule> {
  const metadata = formatGrant(grant, rule.metadata);
  return { ...toAccessRule(await client.update(RULE, rule.id, { metadata })), grant };
}

async function createRule(client: Client, policyId: string, cidr: string, grant: Grant): Promise<GrantRule> {
  const metadata = formatGrant(grant);
  const body = { ip_policy_id: policyId, cidr, action: 'allow', description: DESCRIPTION, metadata };
  try {
    return { ...toAccessRule(await client.create(RULE, body)), grant };
  } catch (caught) {
    const error = client.toServiceError(caught);
    if (error.sideEffect !== 'unknown') throw error;
    // The response was lost. A policy has one rule per network, so equal metadata makes it the rule of this request.
    const rules = await listAccessRules(client, policyId);
    const created = rules.find((rule) => rule.cidr === cidr && rule.metadata === metadata);
    if (created) return { ...created, grant };
    throw error.withEffect('The rule was not created.');
  }
}

function createGrant(client: Client, { by, reason, ticket, durationMs }: AccessRequest): Grant {
  const grant = { until: endAfter(client, durationMs), by, reason, ticket };
  const [problem] = validateGrant(grant);
  if (problem)
    throw new CliError(`Cannot grant access: ${problem.subject} ${problem.problem}; expected ${problem.expected}.`);
  return grant;
}

/** The time at the end of a duration from now, by the clock of the service. */
export function endAfter(client: Client, durationMs: number): string {
  const end = new Date(serviceNow(client) + durationMs);
  if (Number.isNaN(end.getTime()) || end.getUTCFullYear() > 9998)
    throw new CliError('Cannot grant access: --for ends after the year 9998; expected a duration such as 1h.');
  return canonicalTimestamp(end.toISOString());
}

function rejectDenied(cidr: string, rules: readonly AccessRule[]): void {
  const deny = rules.find((rule) => rule.action === 'deny' && contains(rule.cidr, cidr));
  if (!deny) return;
  throw new CliError(
    `Cannot grant access to ${cidr}: rule ${deny.id} denies ${deny.cidr}, and a deny always wins. Remove the rule first.`,
  );
}

function findPermanent(cidr: string, rules: readonly AccessRule[]): AccessRule | undefined {
  return rules.find((rule) => rule.action === 'allow' && !rule.grant && contains(rule.cidr, cidr));
}

function contains(outer: string, inner: string): boolean {
  const [outerCidr, innerCidr] = [parseCidr(outer), parseCidr(inner)];
  return !('problem' in outerCidr) && !('problem' in innerCidr) && cidrContains(outerCidr, innerCidr);
}
