/** The policies that a security team may require of configurations, as data. `check.ts` judges values by them. */

export const SECURITY_POLICY_IDS = [
  'no_open_network',
  'no_wide_network',
  'address_limit',
  'restriction_enforced',
  'must_admit',
  'no_grant',
  'write_only_secret',
  'sealed_token',
  'credential_owner',
  'credential_acl',
  'role_for_events',
  'audit_trail',
  'description',
] as const;

/** A policy of {@link SecurityPolicies}. */
export type SecurityPolicyId = (typeof SECURITY_POLICY_IDS)[number];

export type LimitName = 'ipv4Prefix' | 'ipv6Prefix' | 'ipv4Addresses' | 'ipv6Addresses';

interface Limit {
  readonly default: bigint;
  /** The largest value that means something; the smallest is 0. */
  readonly largest: bigint;
}

/** The defaults are judgements. */
export const POLICY_LIMITS: Readonly<Record<LimitName, Limit>> = {
  /** Shortest prefix of an allowed IPv4 network. */
  ipv4Prefix: { default: 16n, largest: 32n },
  /** Shortest prefix of an allowed IPv6 network. */
  ipv6Prefix: { default: 32n, largest: 128n },
  /** Largest number of IPv4 addresses that one set of rules admits: those of a /12. */
  ipv4Addresses: { default: 2n ** 20n, largest: 2n ** 32n },
  /** Largest number of IPv6 addresses that one set of rules admits: those of a /32. */
  ipv6Addresses: { default: 2n ** 96n, largest: 2n ** 128n },
};
