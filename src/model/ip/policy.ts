/**
 * Whom IP policies let in (gaps.md section 0, 'IP policy evaluation'): an address is allowed only if at least one allow
 * rule matches it and no deny rule does. The order of rules never matters; without rules nobody is allowed.
 */
import { type Cidr, cidrContains, parseCidr, parseIp } from './cidr';

/** One rule of a policy; `cidr` was parsed. */
export interface PolicyRule {
  readonly cidr: Cidr;
  readonly action: 'allow' | 'deny';
}

/** What the rules decide, and which of those that match the decision rests on. */
export interface PolicyDecision {
  readonly allowed: boolean;
  /** The deny rules that match if there are any, else the allow rules that match. */
  readonly because: readonly PolicyRule[];
}

/** Decides about one address, a text that `parseIp` reads; throws if it does not, which is a bug of the caller. */
export function evaluatePolicy(rules: readonly PolicyRule[], ip: string): PolicyDecision {
  const address = parseIp(ip) && parseCidr(ip);
  if (!address || 'problem' in address) throw new Error(`'${ip}' is not an IP address`);
  const matching = rules.filter(({ cidr }) => cidrContains(cidr, address));
  const denying = matching.filter(({ action }) => action === 'deny');
  if (denying.length > 0) return { allowed: false, because: denying };
  return { allowed: matching.length > 0, because: matching };
}
