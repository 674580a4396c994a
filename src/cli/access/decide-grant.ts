/** Decides what `access grant` and `access run` change, given the rules of the policy. */
import { parseTimestamp } from '../../model/formats/time';
import type { Grant } from '../../model/grants/grant';
import { cidrContains, parseCidr } from '../../model/ip/cidr';

/** A rule of the policy. */
export interface GrantableRule {
  readonly id: string;
  readonly cidr: string;
  readonly action: string;
  /** Undefined for a rule without an end. */
  readonly grant: Grant | undefined;
}

export type GrantDecision<Rule> =
  | { readonly type: 'create' }
  /** Delete the rule and create another one. */
  | { readonly type: 'replace'; readonly rule: Rule }
  /** Store the new grant in the metadata of the rule. */
  | { readonly type: 'extend'; readonly rule: Rule }
  /** The grant ends later than requested. */
  | { readonly type: 'unchanged'; readonly rule: Rule }
  /** A rule without an end allows the network. */
  | { readonly type: 'allowed'; readonly rule: Rule }
  /** A deny rule contains the network, so a grant would admit nothing. */
  | { readonly type: 'denied'; readonly rule: Rule };

/**
 * A grant that ends within this time is replaced by a new rule instead of being extended: `reap` or an apply may be about
 * to delete it, and then deletes a rule that does not exist any more.
 */
const REPLACE_BEFORE_END_MS = 60_000;

/** `cidr` is in canonical notation, `until` is the requested end, `now` is in milliseconds since 1970. */
export function decideGrant<Rule extends GrantableRule>(
  rules: readonly Rule[],
  cidr: string,
  until: string,
  now: number,
): GrantDecision<Rule> {
  const containing = rules.filter((rule) => contains(rule.cidr, cidr));
  const deny = containing.find(({ action }) => action === 'deny');
  if (deny) return { type: 'denied', rule: deny };
  const permanent = containing.find(({ grant }) => grant === undefined);
  if (permanent) return { type: 'allowed', rule: permanent };
  const rule = containing.find((candidate) => contains(cidr, candidate.cidr));
  const end = parseTimestamp(rule?.grant?.until ?? '');
  if (!rule || end === undefined) return { type: 'create' };
  if (end > now && (parseTimestamp(until) as number) <= end) return { type: 'unchanged', rule };
  return { type: end - now < REPLACE_BEFORE_END_MS ? 'replace' : 'extend', rule };
}

function contains(outer: string, inner: string): boolean {
  const [outerCidr, innerCidr] = [parseCidr(outer), parseCidr(inner)];
  return !('problem' in outerCidr) && !('problem' in innerCidr) && cidrContains(outerCidr, innerCidr);
}
