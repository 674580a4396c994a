/** Decides what `access grant` changes, and `access run` at the start and the end of its command. Pure. */

import { endTime, type Grant, type GrantShares, grantStatus } from '../model/grants/grant';
import { cidrContains, parseCidr } from '../model/ip/cidr';

export interface GrantableRule {
  readonly id: string;
  readonly cidr: string;
  readonly action: string;
  /** Undefined for a rule without an end: one without a valid grant in its metadata, and every deny rule. */
  readonly grant: Grant | undefined;
}

export interface RequestedGrant {
  readonly until: string;
  readonly by: string;
  readonly reason: string;
  readonly ticket: string | null;
  /** Id of the command that relies on the grant; undefined for `access grant`. */
  readonly runId?: string | undefined;
}

export type GrantDecision<Rule> =
  | { readonly type: 'create'; readonly grant: Grant }
  /** Delete the overdue rule and create another one, which a reaper that has seen the overdue rule does not delete. */
  | { readonly type: 'replace'; readonly rule: Rule; readonly grant: Grant }
  /**
   * Store the grant in the metadata of the rule. The outcome is `unchanged` if the access does not end later than
   * before: a command joins a grant that outlasts it, or `access grant` asks for less than a command does.
   */
  | { readonly type: 'update'; readonly rule: Rule; readonly grant: Grant; readonly outcome: 'extended' | 'unchanged' }
  /** The grant already has the requested end, or a later one. */
  | { readonly type: 'unchanged'; readonly rule: Rule }
  /** A rule without an end allows the network, or a wider one. */
  | { readonly type: 'allowed'; readonly rule: Rule }
  /** A deny rule contains the network, so a grant would admit nothing. */
  | { readonly type: 'denied'; readonly rule: Rule };

/**
 * Only a grant of exactly this network is extended; beside a grant of a wider network, a new rule is created.
 *
 * @param rules all rules of the policy
 * @param cidr in canonical notation
 * @param now milliseconds since 1970
 */
export function decideGrant<Rule extends GrantableRule>(
  rules: readonly Rule[],
  cidr: string,
  request: RequestedGrant,
  now: number,
): GrantDecision<Rule> {
  const containing = rules.filter((rule) => contains(rule.cidr, cidr));
  const deny = containing.find(({ action }) => action === 'deny');
  if (deny) return { type: 'denied', rule: deny };
  const permanent = containing.find(({ grant }) => grant === undefined);
  if (permanent) return { type: 'allowed', rule: permanent };
  const rule = containing.find((candidate) => contains(cidr, candidate.cidr));
  if (!rule?.grant) return { type: 'create', grant: createGrant(request) };
  if (grantStatus(rule.grant, now) === 'overdue') return { type: 'replace', rule, grant: createGrant(request) };
  if (isStored(rule.grant, request)) return { type: 'unchanged', rule };
  const grant = joinGrant(rule.grant, request, now);
  const outcome = endTime(grant.until) > endTime(rule.grant.until) ? 'extended' : 'unchanged';
  return { type: 'update', rule, grant, outcome };
}

/**
 * Returns whether the grant already has the requested end, or a later one. For `access grant` only the end that it
 * requested earlier counts, and for a command only its own: another command may end, and then removes its end.
 */
export function isStored(grant: Grant, { until, runId }: Pick<RequestedGrant, 'until' | 'runId'>): boolean {
  const end = runId === undefined ? grantedEnd(grant) : grant.shares?.runs[runId];
  return end !== undefined && end !== null && endTime(end) >= endTime(until);
}

/** Undefined if no end but that of the command is live: then the rule is to be deleted. */
export function leaveGrant(grant: Grant, runId: string, now: number): Grant | undefined {
  const { [runId]: _, ...runs } = grant.shares?.runs ?? {};
  return withShares(grant, { grantedUntil: grantedEnd(grant), runs }, now);
}

export function findDeniedParts<Rule extends GrantableRule>(rules: readonly Rule[], cidr: string): Rule[] {
  return rules.filter((rule) => rule.action === 'deny' && rule.cidr !== cidr && contains(cidr, rule.cidr));
}

function createGrant({ until, by, reason, ticket, runId }: RequestedGrant): Grant {
  const grant = { until, by, reason, ticket };
  return runId === undefined ? grant : { ...grant, shares: { grantedUntil: null, runs: { [runId]: until } } };
}

/** A command keeps the author and the reason of the grant that it joins; `access grant` replaces them. */
function joinGrant(grant: Grant, { until, by, reason, ticket, runId }: RequestedGrant, now: number): Grant {
  const { grantedUntil, runs }: GrantShares = { grantedUntil: grantedEnd(grant), runs: grant.shares?.runs ?? {} };
  const joined =
    runId === undefined
      ? withShares({ ...grant, by, reason, ticket }, { grantedUntil: until, runs }, now)
      : withShares(grant, { grantedUntil, runs: { ...runs, [runId]: until } }, now);
  return joined ?? createGrant({ until, by, reason, ticket, runId });
}

/** Ends that are not live are left out, and `until` is the last of the others; undefined if none is live. */
function withShares(
  { shares: _, ...grant }: Grant,
  { grantedUntil, runs }: GrantShares,
  now: number,
): Grant | undefined {
  const isLive = (until: string): boolean => endTime(until) > now;
  const liveRuns = Object.entries(runs).filter(([, until]) => isLive(until));
  const granted = grantedUntil !== null && isLive(grantedUntil) ? grantedUntil : null;
  const ends = [...(granted === null ? [] : [granted]), ...liveRuns.map(([, until]) => until)];
  const [until] = ends.sort((a, b) => endTime(b) - endTime(a));
  if (until === undefined) return undefined;
  const shares = liveRuns.length > 0 ? { grantedUntil: granted, runs: Object.fromEntries(liveRuns) } : undefined;
  return { ...grant, until, ...(shares && { shares }) };
}

/** The end that `access grant` requested; null if only commands need the grant. Without `shares` all of it is that. */
function grantedEnd({ until, shares }: Grant): string | null {
  return shares ? shares.grantedUntil : until;
}

function contains(outer: string, inner: string): boolean {
  const [outerCidr, innerCidr] = [parseCidr(outer), parseCidr(inner)];
  return !('problem' in outerCidr) && !('problem' in innerCidr) && cidrContains(outerCidr, innerCidr);
}
