/**
 * Temporary access: an allow rule of an IP policy whose metadata says when the access ends. The service does not read
 * it, so the rule admits until something deletes it, such as `netingress access reap` after the end.
 *
 *     {"netingress_grant":{"version":1,"until":"2027-03-01T10:00:00Z","by":"ana","reason":"debug","ticket":"OPS-7"}}
 *
 * While commands of `netingress access run` rely on the grant, it also names them, so that the first one to end does
 * not end the access of the others. `until` is then the last of all ends:
 *
 *     {...,"until":"2027-03-01T10:00:00Z","granted_until":"2027-03-01T09:00:00Z",
 *      "runs":{"9f86d081":"2027-03-01T10:00:00Z"}}
 *
 * Later versions only add members. An earlier version of this code that changes such a grant drops them.
 */

import { isJsonObject, type Json, type JsonObject, parseJsonObject, toJsonObject } from '../../values/json';
import type { Words } from '../../values/words';
import { MAX_METADATA_BYTES } from '../resources/common';
import { oneLine } from '../text';
import { canonicalTimestamp, parseTimestamp } from '../time';

export const GRANT_MEMBER = 'netingress_grant';

const GRANT_VERSION = 1;

export const GRANT_DESCRIPTION = 'Temporary access';

export interface Grant {
  /** End of the access, RFC 3339 in UTC with seconds. */
  readonly until: string;
  readonly by: string;
  readonly reason: string;
  readonly ticket: string | null;
  /** Undefined if no command relies on the grant. */
  readonly shares?: GrantShares;
}

export interface GrantShares {
  /** End that `access grant` requested, RFC 3339; null if only commands need the grant. */
  readonly grantedUntil: string | null;
  /** Ends by the ids of the commands of `access run`, RFC 3339; not empty. */
  readonly runs: Readonly<Record<string, string>>;
}

export type GrantStatus = 'live' | 'overdue';

export interface GrantProblem {
  readonly subject: 'metadata' | keyof Grant;
  readonly problem: Words;
  readonly expected: Words;
}

/** Undefined for a grant that is not valid, too. A ticket, a run or `granted_until` that is not valid is left out. */
export function parseGrant(metadata: Json | undefined): Grant | undefined {
  const member = parseJsonObject(metadata)?.[GRANT_MEMBER];
  if (!isJsonObject(member)) return undefined;
  const { version, until, by, reason, ticket = null } = member;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < GRANT_VERSION) return undefined;
  if (typeof until !== 'string' || parseTimestamp(until) === undefined) return undefined;
  if (typeof by !== 'string' || typeof reason !== 'string') return undefined;
  const shares = parseShares(member);
  return {
    until: canonicalTimestamp(until),
    by,
    reason,
    ticket: typeof ticket === 'string' ? ticket : null,
    ...(shares && { shares }),
  };
}

function parseShares({ runs, granted_until: grantedUntil = null }: JsonObject): GrantShares | undefined {
  const ends = Object.entries(toJsonObject(runs)).flatMap(([id, end]) =>
    typeof end === 'string' && parseTimestamp(end) !== undefined ? [[id, canonicalTimestamp(end)] as const] : [],
  );
  if (ends.length === 0) return undefined;
  const isEnd = typeof grantedUntil === 'string' && parseTimestamp(grantedUntil) !== undefined;
  return { grantedUntil: isEnd ? canonicalTimestamp(grantedUntil) : null, runs: Object.fromEntries(ends) };
}

/** Whether there is a grant that {@link parseGrant} does not accept. */
export function hasInvalidGrant(metadata: Json | undefined): boolean {
  return parseJsonObject(metadata)?.[GRANT_MEMBER] !== undefined && parseGrant(metadata) === undefined;
}

/** A deny rule admits no address, so its removal would not end any access. */
export function findRuleGrant({ action, metadata }: { readonly [name: string]: unknown }): Grant | undefined {
  return action === 'allow' ? parseGrant(metadata as Json | undefined) : undefined;
}

/** Keeps other members of `metadata`. Another text than a JSON object is lost: do not pass one that a user needs. */
export function formatGrant({ until, by, reason, ticket, shares }: Grant, metadata?: Json): string {
  const grant = {
    version: GRANT_VERSION,
    until: canonicalTimestamp(until),
    by,
    reason,
    ...(ticket && { ticket }),
    ...(shares && { ...(shares.grantedUntil && { granted_until: shares.grantedUntil }), runs: shares.runs }),
  };
  return JSON.stringify({ ...parseJsonObject(metadata), [GRANT_MEMBER]: grant });
}

/** Texts that are empty or not one line, an invalid end, or too long metadata. */
export function validateGrant(grant: Grant, metadata?: Json): GrantProblem[] {
  const problems = (['by', 'reason', 'ticket'] as const).flatMap((subject): GrantProblem[] => {
    const text = grant[subject];
    if (text === null || (text !== '' && oneLine(text) === text)) return [];
    const problem = text.trim() === '' ? 'is empty' : 'has line breaks, control characters or superfluous spaces';
    return [{ subject, problem, expected: 'one line of text' }];
  });
  if (parseTimestamp(grant.until) === undefined)
    problems.push({
      subject: 'until',
      problem: `is '${grant.until}'`,
      expected: 'a time such as 2027-03-01T10:00:00Z',
    });
  const bytes = Buffer.byteLength(formatGrant(grant, metadata));
  if (bytes > MAX_METADATA_BYTES)
    problems.push({
      subject: 'metadata',
      problem: `has ${bytes} bytes with the grant`,
      expected: `at most ${MAX_METADATA_BYTES} bytes; shorten the reason`,
    });
  return problems;
}

/** `now` is in milliseconds since 1970. At the end itself the grant is overdue. */
export function grantStatus({ until }: Pick<Grant, 'until'>, now: number): GrantStatus {
  return now < endTime(until) ? 'live' : 'overdue';
}

/** In milliseconds since 1970; of a parsed grant. */
export function endTime(until: string): number {
  return parseTimestamp(until) as number;
}

/** `granted until 2027-03-01T10:00:00Z, by ana, debug checkout (OPS-7)`; ends with `, overdue` after the end. */
export function describeGrant(grant: Grant, status: GrantStatus): Words {
  return `granted ${describeTerms(grant, status)}`;
}

export function describeTerms({ until, by, reason, ticket }: Grant, status: GrantStatus): string {
  const parts = [`until ${until}`, `by ${oneLine(by)}`, oneLine(reason) + (ticket ? ` (${oneLine(ticket)})` : '')];
  return [...parts, ...(status === 'overdue' ? ['overdue'] : [])].join(', ');
}
