/** Judges the values of a resource by the policies, for the aspect `SecurityPolicies`. Pure. */

import { RULE_SET_TYPE } from '../model/composites/rule-set';
import { auditEventTypes } from '../model/events/event-groups';
import { GRANT_MEMBER } from '../model/grants/grant';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import type { Attribute, Attributes } from '../model/kind';
import { KINDS } from '../model/kinds';
import { resourceType } from '../model/naming';
import { computeRuleSetAdmission } from '../model/variants/admission';
import { hasSealableAttribute, SEALED_FOR } from '../model/variants/sealed-attributes';
import { type Obj, toSingleRules } from '../objects/objects';
import { parseJsonObject } from '../values/json';
import { isUnknown, type KnownJson, type KnownObject } from '../values/known';
import type { Words } from '../values/words';
import type { LimitName, SecurityPolicyId } from './policies';

export type PolicyLimits = Readonly<Record<LimitName, bigint>>;

/** `values` has no member for an argument that is not set. */
type Judged = Pick<Obj, 'kind' | 'values'>;

interface ResourcePolicy {
  readonly types: readonly string[];
  /**
   * Returns what violates the policy, as `<problem>; expected <form>`. A value must not violate it if it is not known.
   */
  readonly findProblems: (resource: Judged, limits: PolicyLimits) => readonly string[];
  /** A sentence in the imperative. */
  readonly remedy: Words;
  readonly severity: 'error' | 'warning';
}

const RULE = resourceType({ name: 'ip_policy_rule' });
const RESTRICTION = resourceType({ name: 'ip_restriction' });
export const SUBSCRIPTION = resourceType({ name: 'event_subscription' });
const DESTINATION = resourceType({ name: 'event_destination' });

type PathsByType = Readonly<Record<string, readonly string[]>>;

/** By resource type, the paths of the attributes with a secret that have a write-only variant. */
const SECRETS = pathsOf(({ hasWriteOnlyVariant }) => hasWriteOnlyVariant === true);

/** The static keys of a destination at a cloud provider; `role` is beside each. */
const STATIC_KEYS: PathsByType = { [DESTINATION]: pathsOf((_, name) => name === 'creds')[DESTINATION] ?? [] };

const AUDIT_EVENTS = auditEventTypes();

/**
 * The policies that judge each resource alone. The aspect `SecurityPolicies` has the others: `no_open_network`,
 * `description` and `audit_trail`.
 */
export const RESOURCE_POLICIES: Partial<Readonly<Record<SecurityPolicyId, ResourcePolicy>>> = {
  no_wide_network: {
    types: [RULE, RULE_SET_TYPE],
    findProblems: (resource, { ipv4Prefix, ipv6Prefix }) =>
      readRules(resource).flatMap(({ cidr, action }) => {
        const shortest = cidr?.network.kind() === 'ipv6' ? ipv6Prefix : ipv4Prefix;
        if (action !== 'allow' || !cidr || BigInt(cidr.prefixLength) >= shortest) return [];
        return [`allows ${cidr.canonical}; expected a prefix of at least /${shortest}`];
      }),
    remedy: 'Allow the networks that are needed, or change the limits ipv4Prefix and ipv6Prefix.',
    severity: 'error',
  },
  address_limit: {
    types: [RULE_SET_TYPE],
    findProblems: (resource, limits) => {
      const rules = readRules(resource).flatMap(({ cidr, action }) =>
        cidr && (action === 'allow' || action === 'deny') ? [{ cidr, action } as const] : [],
      );
      // A rule that is not known may deny some of the admitted addresses.
      if (rules.length < readRules(resource).length) return [];
      const admission = computeRuleSetAdmission(rules);
      return (['ipv4', 'ipv6'] as const).flatMap((family) => {
        const [admitted, limit] = [admission[`admitted_${family}_addresses`], limits[`${family}Addresses`]];
        return BigInt(admitted) > limit ? [`admits ${admitted} ${family} addresses; expected at most ${limit}`] : [];
      });
    },
    remedy: 'Remove networks, or change the limits ipv4Addresses and ipv6Addresses.',
    severity: 'error',
  },
  restriction_enforced: {
    types: [RESTRICTION],
    findProblems: ({ values }) =>
      (values['enforced'] ?? false) === false ? ['is not enforced; expected enforced = true'] : [],
    remedy: 'Set enforced = true.',
    severity: 'error',
  },
  must_admit: {
    types: [RESTRICTION],
    findProblems: ({ values }) =>
      values['enforced'] === true && isEmpty(values['must_admit'])
        ? ['has no must_admit; expected at least one network']
        : [],
    remedy: 'Set must_admit to the networks of your pipeline and of your administrators.',
    severity: 'error',
  },
  no_grant: {
    types: [RULE, RULE_SET_TYPE],
    findProblems: (resource) =>
      readRules(resource).some(({ metadata }) => parseJsonObject(metadata)?.[GRANT_MEMBER] !== undefined)
        ? ['contains a grant; expected no temporary access']
        : [],
    remedy: 'Delete the rule, and use `netingress access grant`.',
    severity: 'error',
  },
  write_only_secret: {
    types: Object.keys(SECRETS),
    findProblems: (resource) => listSet(resource, SECRETS).map((path) => `sets ${path}; expected it to be write-only`),
    remedy: 'Use the attribute that ends in _wo, with its version.',
    severity: 'error',
  },
  sealed_token: {
    types: KINDS.filter(hasSealableAttribute).map(resourceType),
    findProblems: ({ values }) => (isUnset(values[SEALED_FOR]) ? [`stores its token; expected ${SEALED_FOR}`] : []),
    remedy: `Set ${SEALED_FOR} to the public key of the recipient.`,
    severity: 'warning',
  },
  credential_owner: {
    types: ['api_key', 'ssh_public_key', 'tunnel_credential'].map((name) => resourceType({ name })),
    findProblems: ({ values: { metadata } }) => {
      if (isUnknown(metadata)) return [];
      const owner = parseJsonObject(metadata)?.['owner'];
      if (typeof owner === 'string' && owner.trim() !== '') return [];
      return ['has no owner in metadata; expected a JSON object with the member owner'];
    },
    remedy: 'Add a member owner to the JSON object in metadata; OwnershipMetadata adds it.',
    severity: 'error',
  },
  credential_acl: {
    types: KINDS.filter(({ attributes }) => 'acl' in attributes).map(resourceType),
    findProblems: ({ values: { acl } }) =>
      isEmpty(acl) || (Array.isArray(acl) && acl.includes('*')) ? ['may serve every binding; expected an acl'] : [],
    remedy: 'Set acl to the bindings that the agent needs.',
    severity: 'error',
  },
  role_for_events: {
    types: Object.keys(STATIC_KEYS),
    findProblems: (resource) => listSet(resource, STATIC_KEYS).map((path) => `sets ${path}; expected a role`),
    remedy: 'Replace creds by role.',
    severity: 'error',
  },
};

/**
 * Returns the types of audit events, without those of vaults and secrets, that the subscriptions of a stack do not
 * deliver together. Undefined if no subscription names one, because the stack is then not meant to record them, and if
 * it is not known what a subscription names.
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
function readRules({ kind, values: all }: Judged): Rule[] {
  return toSingleRules({ kind, id: kind, values: all }).map(({ values: { cidr: network, action, metadata } }) => {
    const parsed = typeof network === 'string' ? parseCidr(network) : undefined;
    return { cidr: parsed && 'canonical' in parsed ? parsed : undefined, action, metadata };
  });
}

/** Those that have a known value other than null. */
function listSet({ kind, values }: Judged, paths: PathsByType): string[] {
  return (paths[resourceType({ name: kind })] ?? []).filter((path) => {
    let value: KnownJson | undefined = values;
    for (const step of path.split('.')) {
      if (isUnknown(value)) return false;
      value = typeof value === 'object' && value !== null ? (value as KnownObject)[step] : undefined;
    }
    return !isUnknown(value) && !isUnset(value);
  });
}

function pathsOf(matches: (attribute: Attribute, name: string) => boolean): PathsByType {
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

function isUnset(value: KnownJson | undefined): boolean {
  return value === undefined || value === null;
}

function isEmpty(value: KnownJson | undefined): boolean {
  return isUnset(value) || (Array.isArray(value) && value.length === 0);
}
