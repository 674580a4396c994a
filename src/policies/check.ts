/** Judges the values of a resource by the policies, for the aspect `SecurityPolicies`. Pure. */
import { expandRuleSet, RULE_SET_TYPE } from '../model/composites/rule-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { parseJsonObject } from '../model/json';
import { isUnknown, type KnownJson, type KnownObject } from '../model/known';
import { computeRuleSetAdmission } from '../model/variants/admission';
import { SEALED_FOR } from '../model/variants/sealed-attributes';
import { AUDIT_EVENTS, GRANT, type LimitName, SECURITY_POLICIES, type SecurityPolicyId } from './policies';

export type PolicyLimits = Readonly<Record<LimitName, bigint>>;

/** A resource of a configuration. What only Terraform knows is unknown, and an argument that is not set is missing. */
export interface JudgedResource {
  readonly type: string;
  readonly values: KnownObject;
}

export type PolicyCheck = (resource: JudgedResource, limits: PolicyLimits) => readonly string[];

/**
 * Returns what violates each policy, as `<problem>; expected <form>`. A value that is not known violates nothing here:
 * the plan knows it, and Rego judges the plan.
 */
export const POLICY_CHECKS: Partial<Record<SecurityPolicyId, PolicyCheck>> = {
  no_wide_network: (resource, { ipv4_prefix, ipv6_prefix }) =>
    readRules(resource).flatMap(({ cidr, action }) => {
      const shortest = cidr?.network.kind() === 'ipv6' ? ipv6_prefix : ipv4_prefix;
      if (action !== 'allow' || !cidr || BigInt(cidr.prefixLength) >= shortest) return [];
      return [`allows ${cidr.canonical}; expected a prefix of at least /${shortest}`];
    }),

  address_limit: (resource, limits) => {
    const rules = readRules(resource).flatMap(({ cidr, action }) =>
      cidr && (action === 'allow' || action === 'deny') ? [{ cidr, action } as const] : [],
    );
    if (rules.length < readRules(resource).length) return [];
    const admission = computeRuleSetAdmission(rules);
    return (['ipv4', 'ipv6'] as const).flatMap((family) => {
      const [admitted, limit] = [admission[`admitted_${family}_addresses`], limits[`${family}_addresses`]];
      return BigInt(admitted) > limit ? [`admits ${admitted} ${family} addresses; expected at most ${limit}`] : [];
    });
  },

  restriction_enforced: ({ values }) =>
    (values['enforced'] ?? false) === false ? ['is not enforced; expected enforced = true'] : [],

  must_admit: ({ values }) =>
    values['enforced'] === true && isEmpty(values['must_admit'])
      ? ['has no must_admit; expected at least one network']
      : [],

  no_grant: (resource) =>
    readRules(resource).some(({ metadata }) => parseJsonObject(metadata)?.[GRANT] !== undefined)
      ? ['contains a grant; expected no temporary access']
      : [],

  write_only_secret: (resource) =>
    listSet(resource, 'write_only_secret').map((path) => `sets ${path}; expected it to be write-only`),

  sealed_token: ({ values }) => (isUnset(values[SEALED_FOR]) ? [`stores its token; expected ${SEALED_FOR}`] : []),

  credential_owner: ({ values: { metadata } }) => {
    if (isUnknown(metadata)) return [];
    const owner = parseJsonObject(metadata)?.['owner'];
    if (typeof owner === 'string' && owner.trim() !== '') return [];
    return ['has no owner in metadata; expected a JSON object with the member owner'];
  },

  credential_acl: ({ values: { acl } }) =>
    isEmpty(acl) || (Array.isArray(acl) && acl.includes('*')) ? ['may serve every binding; expected an acl'] : [],

  role_for_events: (resource) => listSet(resource, 'role_for_events').map((path) => `sets ${path}; expected a role`),
};

/**
 * Returns the audit events that the subscriptions of a stack do not record; undefined if they record none of them, or if
 * what they record is not known.
 */
export function findMissingAuditEvents(subscriptions: readonly KnownObject[]): string[] | undefined {
  const recorded = new Set<string>();
  let isTrail = false;
  for (const { sources = null, destination_ids: destinations } of subscriptions) {
    if (isUnknown(sources)) return undefined;
    for (const source of Array.isArray(sources) ? (sources as readonly KnownJson[]) : []) {
      const type = isUnknown(source) ? source : (source as KnownObject)['type'];
      if (isUnknown(type)) return undefined;
      isTrail ||= AUDIT_EVENTS.includes(String(type));
      // A subscription without a destination delivers nothing.
      if (!isEmpty(destinations)) recorded.add(String(type));
    }
  }
  return isTrail ? AUDIT_EVENTS.filter((type) => !recorded.has(type)) : undefined;
}

interface Rule {
  /** Undefined if it is unknown or invalid. */
  readonly cidr: Cidr | undefined;
  readonly action: KnownJson | undefined;
  readonly metadata: KnownJson | undefined;
}

/** The rules of a set, or the one rule. An unknown set is one unknown rule. */
function readRules({ type, values }: JudgedResource): Rule[] {
  const rules = type === RULE_SET_TYPE ? expandRuleSet(type, values).map((rule) => rule.values) : [values];
  return rules.map(({ cidr: network, action, metadata }) => {
    const parsed = typeof network === 'string' ? parseCidr(network) : undefined;
    return { cidr: parsed && 'canonical' in parsed ? parsed : undefined, action, metadata };
  });
}

/** Paths that the policy forbids and that have a value. */
function listSet({ type, values }: JudgedResource, id: SecurityPolicyId): string[] {
  return (SECURITY_POLICIES[id].reads[type] ?? []).filter((path) => {
    let value: KnownJson | undefined = values;
    for (const step of path.split('.')) {
      if (isUnknown(value)) return false;
      value = typeof value === 'object' && value !== null ? (value as KnownObject)[step] : undefined;
    }
    return !isUnknown(value) && !isUnset(value);
  });
}

function isUnset(value: KnownJson | undefined): boolean {
  return value === undefined || value === null;
}

function isEmpty(value: KnownJson | undefined): boolean {
  return isUnset(value) || (Array.isArray(value) && value.length === 0);
}
