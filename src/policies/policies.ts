/**
 * The policies that a security team may require of configurations, as data. `check.ts` judges values by them for the
 * aspect `SecurityPolicies`; `scripts/generate-policies.ts` writes them for Rego and checkov, and the table of the guide.
 */
import { COMPOSITES, rotation } from '../model/composites';
import { RULE_SET_TYPE } from '../model/composites/rule-set';
import { auditEventTypes } from '../model/events/event-groups';
import { GRANT_MEMBER } from '../model/grants/grant';
import type { Attribute, Attributes } from '../model/kind';
import { KINDS } from '../model/kinds';
import { resourceType } from '../model/naming';
import { isInput } from '../model/request';
import { ipPolicyRule } from '../model/resources/ip-policy-rule';
import { isCredential, SEALED_FOR } from '../model/variants/sealed-attributes';

/**
 * The ids of the policies, which are the same in every dialect. Append new ones at the end, and remove none: the numbers
 * of checkov are the positions in this list.
 */
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
  'protected',
] as const;

/** A policy of {@link SecurityPolicies}. */
export type SecurityPolicyId = (typeof SECURITY_POLICY_IDS)[number];

export interface SecurityPolicy {
  readonly title: string;
  /** A sentence. */
  readonly why: string;
  /** A sentence in the imperative. */
  readonly remedy: string;
  readonly severity: 'error' | 'warning';
  /**
   * The attributes that decide, by resource type, as paths; `*` is each element. A plan in which one of them is unknown
   * is not decided.
   */
  readonly reads: Readonly<Record<string, readonly string[]>>;
  /** The aspect that judges constructs; undefined if constructs do not say it. */
  readonly aspect?: 'NoOpenPolicies' | 'RequireDescription' | 'SecurityPolicies';
  /** How the aspect judges more than the plan says, as a sentence. */
  readonly aspectNote?: string;
  /** Why checkov cannot judge it, as a clause. */
  readonly notInCheckov?: string;
}

interface Limit {
  readonly default: bigint;
  /** The largest value that means something; the smallest is 0. */
  readonly largest: bigint;
}

export type LimitName = 'ipv4_prefix' | 'ipv6_prefix' | 'ipv4_addresses' | 'ipv6_addresses';

/** Limits that a team may set, with the names of the Rego data. */
export const LIMITS: Readonly<Record<LimitName, Limit>> = {
  /** Shortest prefix of an allowed IPv4 network. */
  ipv4_prefix: { default: 16n, largest: 32n },
  /** Shortest prefix of an allowed IPv6 network. */
  ipv6_prefix: { default: 32n, largest: 128n },
  /** Largest number of IPv4 addresses that one set of rules admits: those of a /12. */
  ipv4_addresses: { default: 2n ** 20n, largest: 2n ** 32n },
  /** Largest number of IPv6 addresses that one set of rules admits: those of a /32. */
  ipv6_addresses: { default: 2n ** 96n, largest: 2n ** 128n },
};

/** Types whose objects cannot be created again as they were, or whose absence opens or hides something. */
export const PROTECTED_TYPES = [
  'domain',
  'event_subscription',
  'ip_restriction',
  'ssh_certificate_authority',
  'tcp_address',
].map((name) => resourceType({ name }));

/** Every resource type of the provider. */
export const RESOURCE_TYPES = [...KINDS, ...COMPOSITES, rotation].map(resourceType);

const RULE = resourceType(ipPolicyRule);
const RESTRICTION = 'netingress_ip_restriction';
export const SUBSCRIPTION = 'netingress_event_subscription';
const DESTINATION = 'netingress_event_destination';

const CREDENTIALS = ['api_key', 'ssh_public_key', 'tunnel_credential'].map((name) => resourceType({ name }));

/** Paths of the attributes with a secret that have a write-only variant, by resource type. */
const SECRETS = pathsOf(({ hasWriteOnlyVariant }) => hasWriteOnlyVariant === true);

/** The static keys of a destination at a cloud provider; `role` is beside each. */
const STATIC_KEYS: readonly string[] = pathsOf((_, name) => name === 'creds')[DESTINATION] ?? [];

const ACL_TYPES = KINDS.filter(({ attributes }) => 'acl' in attributes).map(resourceType);

export const AUDIT_EVENTS = auditEventTypes();

export const GRANT = GRANT_MEMBER;

export const SECURITY_POLICIES: Readonly<Record<SecurityPolicyId, SecurityPolicy>> = {
  no_open_network: {
    title: 'Rules do not admit every address',
    why: 'Rules that admit every IPv4 or every IPv6 address restrict nothing.',
    remedy: 'Allow only known networks.',
    severity: 'error',
    reads: byType([RULE, RULE_SET_TYPE], ['admits_every_address']),
    aspect: 'NoOpenPolicies',
    aspectNote: 'The aspect also adds up the rules of all resources of one policy, and ignores deny rules.',
  },
  no_wide_network: {
    title: 'No allowed network is wider than a prefix',
    why: 'A wide network belongs to more than one organization.',
    remedy: 'Allow the networks that are needed, or change the limits ipv4_prefix and ipv6_prefix.',
    severity: 'error',
    reads: { [RULE]: ['cidr', 'action'], [RULE_SET_TYPE]: ['rules.*.action'] },
    aspect: 'SecurityPolicies',
    notInCheckov: 'it cannot read the keys of a map, or the length of a prefix',
  },
  address_limit: {
    title: 'A set of rules admits a limited number of addresses',
    why: 'Many networks together may admit as much as one open network.',
    remedy: 'Remove networks, or change the limits ipv4_addresses and ipv6_addresses.',
    severity: 'error',
    reads: { [RULE_SET_TYPE]: ['admitted_ipv4_addresses', 'admitted_ipv6_addresses'] },
    aspect: 'SecurityPolicies',
    notInCheckov: 'it compares no numbers beyond 2^53',
  },
  restriction_enforced: {
    title: 'IP restrictions are enforced',
    why: 'A restriction that is not enforced only warns.',
    remedy: 'Set enforced = true.',
    severity: 'error',
    reads: { [RESTRICTION]: ['enforced'] },
    aspect: 'SecurityPolicies',
  },
  must_admit: {
    title: 'An enforced IP restriction says whom it must admit',
    why: 'Without must_admit, a wrong rule may shut out the pipeline that would correct it.',
    remedy: 'Set must_admit to the networks of your pipeline and of your administrators.',
    severity: 'error',
    reads: { [RESTRICTION]: ['enforced', 'must_admit'] },
    aspect: 'SecurityPolicies',
  },
  no_grant: {
    title: 'No configuration contains a grant',
    why: 'A grant is temporary access; in a configuration it never ends.',
    remedy: 'Delete the rule, and use `netingress access grant`.',
    severity: 'error',
    reads: { [RULE]: ['metadata'], [RULE_SET_TYPE]: ['rules.*.metadata'] },
    aspect: 'SecurityPolicies',
    notInCheckov: 'it cannot read the members of a map',
  },
  write_only_secret: {
    title: 'Secrets are in write-only attributes',
    why: 'Plans and states contain the value of an ordinary attribute.',
    remedy: 'Use the attribute that ends in _wo, with its version.',
    severity: 'error',
    reads: SECRETS,
    aspect: 'SecurityPolicies',
    notInCheckov: 'it cannot tell a sensitive null from a value',
  },
  sealed_token: {
    title: 'Tokens are encrypted in the state',
    why: 'Everyone who reads the state can use the token of a credential.',
    remedy: `Set ${SEALED_FOR} to the public key of the recipient.`,
    severity: 'warning',
    reads: byType(KINDS.filter(isCredential).map(resourceType), [SEALED_FOR]),
    aspect: 'SecurityPolicies',
  },
  credential_owner: {
    title: 'A credential has an owner',
    why: 'A leaked or unused credential needs someone who decides about it.',
    remedy: 'Add a member owner to the JSON object in metadata; OwnershipMetadata adds it.',
    severity: 'error',
    reads: byType(CREDENTIALS, ['metadata']),
    aspect: 'SecurityPolicies',
    notInCheckov: 'it cannot parse JSON in a string',
  },
  credential_acl: {
    title: 'A credential is limited to some bindings',
    why: 'Without an ACL, an agent with the credential may serve every domain of the account.',
    remedy: 'Set acl to the bindings that the agent needs.',
    severity: 'error',
    reads: byType(ACL_TYPES, ['acl']),
    aspect: 'SecurityPolicies',
  },
  role_for_events: {
    title: 'Event destinations use a role',
    why: 'A static key of a cloud provider does not expire.',
    remedy: 'Replace creds by role.',
    severity: 'error',
    reads: { [DESTINATION]: STATIC_KEYS },
    aspect: 'SecurityPolicies',
  },
  audit_trail: {
    title: 'The audit trail has all audit events',
    why: 'Changes of a group that is not recorded cannot be investigated.',
    remedy: 'Use AuditTrail, or add the event types to a subscription with a destination.',
    severity: 'error',
    reads: { [SUBSCRIPTION]: ['sources.*.type'] },
    aspect: 'SecurityPolicies',
    notInCheckov: 'it judges each resource alone',
  },
  description: {
    title: 'Every object has a description',
    why: 'An object without a purpose is never removed.',
    remedy: 'Set description.',
    severity: 'error',
    reads: {
      ...Object.fromEntries(
        KINDS.filter(
          ({ attributes, readOnly }) => !readOnly && attributes['description'] && isInput(attributes['description']),
        ).map(({ name }) => [resourceType({ name }), ['description']]),
      ),
      [RULE_SET_TYPE]: ['rules.*.description'],
    },
    aspect: 'RequireDescription',
    notInCheckov: 'it cannot read the members of a map',
  },
  protected: {
    title: 'Protected objects are not destroyed',
    why: 'A reserved address or a private key of the service cannot be created again, and a restriction or trail leaves a gap.',
    remedy: 'Keep the object, use `netingress moves` if it was renamed, or change protected_types.',
    severity: 'error',
    reads: {},
    notInCheckov: 'it reads what is planned, not what is destroyed',
  },
};

function byType(types: readonly string[], paths: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(types.map((type) => [type, paths]));
}

function pathsOf(
  matches: (attribute: Attribute, name: string) => boolean,
): Readonly<Record<string, readonly string[]>> {
  const list = (attributes: Attributes, parent: string): string[] =>
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const path = `${parent}${name}`;
      if (matches(attribute, name)) return [path];
      return attribute.type === 'object' ? list(attribute.attributes, `${path}.`) : [];
    });
  return Object.fromEntries(
    KINDS.flatMap(({ name, attributes }) => {
      const paths = list(attributes, '');
      return paths.length > 0 ? [[resourceType({ name }), paths]] : [];
    }),
  );
}
