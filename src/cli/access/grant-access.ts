/** Creates a grant, or extends the one that exists. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client';
import { canonicalTimestamp } from '../../model/formats/time';
import { formatGrant, GRANT_DESCRIPTION, type Grant, validateGrant } from '../../model/grants/grant';
import { CliError } from '../context';
import { decideGrant } from './decide-grant';
import {
  type AccessPolicy,
  type AccessRule,
  deleteRule,
  type GrantRule,
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

const MAX_ATTEMPTS = 4;

/** Grants access. Throws a {@link CliError} if a deny rule makes the grant useless, or the grant does not fit. */
export async function grantAccess(client: Client, request: AccessRequest): Promise<GrantResult> {
  const { policy, cidr } = request;
  for (let attempt = 1; ; attempt++) {
    const rules = await listAccessRules(client, policy.id);
    const grant = createGrant(client, request);
    const decision = decideGrant(rules, cidr, grant.until, serviceNow(client));
    if (decision.type === 'denied') throw denied(cidr, decision.rule);
    if (decision.type === 'allowed') return { outcome: 'allowed', rule: decision.rule };
    if (decision.type === 'unchanged') return { outcome: 'unchanged', rule: decision.rule as GrantRule };
    try {
      if (decision.type === 'extend')
        return { outcome: 'extended', rule: await storeGrant(client, decision.rule as GrantRule, grant) };
      if (decision.type === 'replace') await deleteRule(client, decision.rule.id);
      return { outcome: 'granted', rule: await createRule(client, policy.id, cidr, grant) };
    } catch (caught) {
      // Another client created or removed the rule since the list.
      const { status, notFound } = client.toServiceError(caught);
      if ((status !== 409 && !notFound) || attempt === MAX_ATTEMPTS) throw caught;
      await delay(100 * attempt);
    }
  }
}

/** Replaces the grant of a rule. Rejects with `notFound` if the rule was deleted. */
export async function storeGrant(client: Client, rule: GrantRule, grant: Grant): Promise<GrantRule> {
  const metadata = formatGrant(grant, rule.metadata);
  return { ...toAccessRule(await client.update(RULE, rule.id, { metadata })), grant };
}

async function createRule(client: Client, policyId: string, cidr: string, grant: Grant): Promise<GrantRule> {
  const metadata = formatGrant(grant);
  const body = { ip_policy_id: policyId, cidr, action: 'allow', description: GRANT_DESCRIPTION, metadata };
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

function denied(cidr: string, { id, cidr: deniedCidr }: AccessRule): CliError {
  return new CliError(
    `Cannot grant access to ${cidr}: rule ${id} denies ${deniedCidr}, and a deny always wins. Remove the rule first.`,
  );
}
