import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../client';
import { CliError } from '../command/context';
import { EXIT } from '../model/exit-status';
import {
  endTime,
  formatGrant,
  GRANT_DESCRIPTION,
  type Grant,
  hasInvalidGrant,
  validateGrant,
} from '../model/grants/grant';
import { canonicalTimestamp } from '../model/time';
import type { Json } from '../values/json';
import type { Words } from '../values/words';
import { decideGrant, findDeniedParts, isStored, type RequestedGrant } from './decide-grant';
import {
  type AccessPolicy,
  type AccessRule,
  deleteRule,
  type GrantRule,
  isGrantRule,
  listAccessRules,
  RULE,
  readAccessRule,
  toAccessRule,
} from './rules';

export interface GrantRequest {
  readonly policy: AccessPolicy;
  /** Canonical notation. */
  readonly cidr: string;
  readonly durationMs: number;
  readonly by: string;
  readonly reason: string;
  readonly ticket: string | null;
  /** Id of the command that relies on the grant; undefined for `access grant`. */
  readonly runId?: string;
}

/** `unchanged`: the access does not end later than before; its metadata may be new, see `update` in decide-grant.ts. */
export type GrantResult = { readonly warnings: readonly string[] } & (
  | { readonly outcome: 'granted' | 'extended' | 'unchanged'; readonly rule: GrantRule }
  | { readonly outcome: 'allowed'; readonly rule: AccessRule }
);

/** A choice: the pauses between the attempts are a second in all. */
const MAX_ATTEMPTS = 5;

/**
 * How long to wait for another client that has read the grant and not yet written what it made of it. A choice: a
 * client that takes longer can undo the write of this one.
 */
export const REREAD_DELAY_MS = 1_000;

/**
 * Throws a {@link CliError} if access cannot be granted, for example because a deny rule contains the network, and the
 * error of a request that failed; of a 404 or 409 only in the last attempt.
 */
export async function grantAccess(client: Client, request: GrantRequest): Promise<GrantResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await tryToGrant(client, request);
      if (result) return result;
      if (attempt === MAX_ATTEMPTS) throw contended(request.cidr);
    } catch (caught) {
      if (caught instanceof CliError) throw caught;
      // 409 or 404: another client created or removed the rule after it was listed. The next attempt lists the rules
      // again.
      const { status, notFound } = client.toApiError(caught);
      if ((status !== 409 && !notFound) || attempt === MAX_ATTEMPTS) throw caught;
    }
    await delay(100 * attempt);
  }
}

/** Returns undefined if another client overwrote the grant or deleted the rule; the caller then tries again. */
async function tryToGrant(
  client: Client,
  { policy, cidr, durationMs, by, reason, ticket, runId }: GrantRequest,
): Promise<GrantResult | undefined> {
  const rules = await listAccessRules(client, policy.id);
  const terms = { until: endAfter(client, durationMs), by, reason, ticket, runId };
  const decision = decideGrant(rules, cidr, terms, client.serviceTime());
  if (decision.type === 'denied') throw denied(cidr, decision.rule);
  const warnings = listWarnings(rules, cidr);
  if (decision.type === 'allowed') return { outcome: 'allowed', rule: decision.rule, warnings };
  if (decision.type === 'unchanged') return { outcome: 'unchanged', rule: decision.rule as GrantRule, warnings };
  const { grant } = decision;
  requireValid(grant, decision.type === 'update' ? decision.rule.metadata : undefined);
  if (decision.type === 'update') {
    const before = decision.rule as GrantRule;
    await storeGrant(client, before, grant);
    const rule = await confirmGrant(client, before, terms);
    return rule && { outcome: decision.outcome, rule, warnings };
  }
  if (decision.type === 'replace') await deleteRule(client, decision.rule.id);
  return { outcome: 'granted', rule: await createRule(client, policy.id, cidr, grant), warnings };
}

/** Keeps the other members of the metadata. Rejects with `notFound` if the rule was deleted. */
export async function storeGrant(client: Client, rule: GrantRule, grant: Grant): Promise<GrantRule> {
  const metadata = formatGrant(grant, rule.metadata);
  return { ...toAccessRule(await client.update(RULE, rule.id, { metadata })), grant };
}

/**
 * Reads the rule after an update, because the service has no conditional update: another client may have read the rule
 * before the update, and stored its own version after it. Returns undefined if this update was lost.
 */
async function confirmGrant(
  client: Client,
  before: GrantRule,
  terms: Pick<RequestedGrant, 'until' | 'runId'>,
): Promise<GrantRule | undefined> {
  // Another client may still delete the rule, because of what it read before the update: a reaper that saw the earlier
  // end pass, or a command that ended and saw no other command. So read only after they had the time to do so.
  const mayBeReaped = client.serviceTime() >= endTime(before.grant.until) - REREAD_DELAY_MS;
  const hasOtherRuns = Object.keys(before.grant.shares?.runs ?? {}).some((id) => id !== terms.runId);
  if (mayBeReaped || hasOtherRuns) await delay(REREAD_DELAY_MS);
  const rule = await readAccessRule(client, before.id);
  return rule && isGrantRule(rule) && isStored(rule.grant, terms) ? rule : undefined;
}

function contended(cidr: string): CliError {
  return new CliError(
    `Cannot grant access to ${cidr}: other clients changed its rule at the same time. Run the command again.`,
    EXIT.undecided,
  );
}

function listWarnings(rules: readonly AccessRule[], cidr: string): string[] {
  const denied = findDeniedParts(rules, cidr).map(
    ({ id, cidr: part }) => `Rule ${id} denies ${part}, which is a part of ${cidr}; a deny always wins.`,
  );
  const invalid = rules
    .filter((rule) => hasInvalidGrant(rule.metadata) && rule.cidr === cidr)
    .map(({ id }) => describeInvalidGrant(id, cidr));
  return [...denied, ...invalid];
}

export function describeInvalidGrant(id: string, cidr: string): Words {
  return `Rule ${id} (${cidr}) has an invalid grant in its metadata, so nothing ends its access. Delete the rule, or correct \`netingress_grant\`.`;
}

async function createRule(client: Client, policyId: string, cidr: string, grant: Grant): Promise<GrantRule> {
  const metadata = formatGrant(grant);
  const body = { ip_policy_id: policyId, cidr, action: 'allow', description: GRANT_DESCRIPTION, metadata };
  try {
    return { ...toAccessRule(await client.create(RULE, body)), grant };
  } catch (caught) {
    const error = client.toApiError(caught);
    if (error.sideEffect !== 'unknown') throw error;
    // There was no response, one of 5xx, or one that cannot be used. A policy has at most one rule for a network. If
    // its metadata is equal, this request created it, or an equal one of another client.
    const rules = await listAccessRules(client, policyId);
    const created = rules.find((rule) => rule.cidr === cidr && rule.metadata === metadata);
    if (created) return { ...created, grant };
    throw error.withEffect('The policy has no such rule now.');
  }
}

/** Throws if the grant has an invalid text, or is too long for the metadata, whose other members are kept. */
function requireValid(grant: Grant, metadata: Json | undefined): void {
  const [problem] = validateGrant(grant, metadata);
  if (problem)
    throw new CliError(`Cannot grant access: ${problem.subject} ${problem.problem}; expected ${problem.expected}.`);
}

/** By the clock of the service. Throws a {@link CliError} for an end after the year 9998. */
function endAfter(client: Client, durationMs: number): string {
  const end = new Date(client.serviceTime() + durationMs);
  // A year has four digits in RFC 3339, and in any time zone if it is at most 9998.
  if (Number.isNaN(end.getTime()) || end.getUTCFullYear() > 9998)
    throw new CliError('Cannot grant access: --for ends after the year 9998; expected a duration such as 1h.');
  return canonicalTimestamp(end.toISOString());
}

function denied(cidr: string, { id, cidr: deniedCidr }: AccessRule): CliError {
  return new CliError(
    `Cannot grant access to ${cidr}: rule ${id} denies ${deniedCidr}, and a deny always wins. Remove the rule first.`,
    EXIT.failed,
  );
}
