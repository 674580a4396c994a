/** Decides what `access grant` and `access run` change, given the rules of the policy. Pure. */

import { endTime, type Grant, type GrantShares, grantStatus } from '../model/grants/grant';
import { cidrContains, parseCidr } from '../model/ip/cidr';

/** A rule of the policy. */
export interface GrantableRule {
  readonly id: string;
  readonly cidr: string;
  readonly action: string;
  /** Undefined for a rule without an end. */
  readonly grant: Grant | undefined;
}

/** The access that is requested. */
export interface Request {
  /** Requested end. */
  readonly until: string;
  readonly by: string;
  readonly reason: string;
  readonly ticket: string | null;
  /** Id of the command that relies on the grant; undefined for `access grant`. */
  readonly runId?: string | undefined;
}

export type GrantDecision<Rule> =
  | { readonly type: 'create'; readonly grant: Grant }
  /**
   * Delete the overdue rule and create another one: a reaper that has seen the overdue rule then deletes a rule that does
   * not exist any more.
   */
  | { readonly type: 'replace'; readonly rule: Rule; readonly grant: Grant }
  /** Store the grant in the metadata of the rule. */
  | { readonly type: 'update'; readonly rule: Rule; readonly grant: Grant; readonly outcome: 'extended' | 'unchanged' }
  /** The grant stays as long as requested. */
  | { readonly type: 'unchanged'; readonly rule: Rule }
  /** A rule without an end allows the network. */
  | { readonly type: 'allowed'; readonly rule: Rule }
  /** A deny rule contains the network, so a grant would admit nothing. */
  | { readonly type: 'denied'; readonly rule: Rule };

/** `cidr` is in canonical notation, `now` is in milliseconds since 1970. */
export function decideGrant<Rule extends GrantableRule>(
  rules: readonly Rule[],
  cidr: string,
  request: Request,
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

/** Returns whether no end of a command can end the access before the requested end. */
export function isStored(grant: Grant, { until, runId }: Pick<Request, 'until' | 'runId'>): boolean {
  const end = runId === undefined ? grantedEnd(grant) : grant.shares?.runs[runId];
  return end !== undefined && end !== null && endTime(end) >= endTime(until);
}

/** Returns the grant without a command; undefined if nothing else needs it. */
export function leaveGrant(grant: Grant, runId: string, now: number): Grant | undefined {
  const { [runId]: _, ...runs } = grant.shares?.runs ?? {};
  return withShares(grant, { grantedUntil: grantedEnd(grant), runs }, now);
}

/** Deny rules inside of the network: a grant does not admit their addresses. */
export function findDeniedParts<Rule extends GrantableRule>(rules: readonly Rule[], cidr: string): Rule[] {
  return rules.filter((rule) => rule.action === 'deny' && rule.cidr !== cidr && contains(cidr, rule.cidr));
}

function createGrant({ until, by, reason, ticket, runId }: Request): Grant {
  const grant = { until, by, reason, ticket };
  return runId === undefined ? grant : { ...grant, shares: { grantedUntil: null, runs: { [runId]: until } } };
}

/** A command keeps the author and the reason of the grant that it joins. */
function joinGrant(grant: Grant, { until, by, reason, ticket, runId }: Request, now: number): Grant {
  const { grantedUntil, runs }: GrantShares = { grantedUntil: grantedEnd(grant), runs: grant.shares?.runs ?? {} };
  const joined =
    runId === undefined
      ? withShares({ ...grant, by, reason, ticket }, { grantedUntil: until, runs }, now)
      : withShares(grant, { grantedUntil, runs: { ...runs, [runId]: until } }, now);
  return joined ?? createGrant({ until, by, reason, ticket, runId });
}

/** Leaves out what has ended; undefined if nothing is left. */
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

/** Without commands the end of the grant is the one that was requested. */
function grantedEnd({ until, shares }: Grant): string | null {
  return shares ? shares.grantedUntil : until;
}

function contains(outer: string, inner: string): boolean {
  const [outerCidr, innerCidr] = [parseCidr(outer), parseCidr(inner)];
  return !('problem' in outerCidr) && !('problem' in innerCidr) && cidrContains(outerCidr, innerCidr);
}
