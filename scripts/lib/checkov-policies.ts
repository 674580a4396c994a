/**
 * The policies that checkov's YAML can say, for its framework `terraform_plan`. The prose is that of `src/policies`. It
 * judges each resource alone; `not_exists` is also true for null.
 */
import { SECURITY_POLICIES, SECURITY_POLICY_IDS, type SecurityPolicyId } from '../../src/policies/policies';

type Condition = Readonly<Record<string, unknown>>;

function attribute(resourceTypes: readonly string[], name: string, operator: string, value?: unknown): Condition {
  return {
    cond_type: 'attribute',
    resource_types: resourceTypes,
    attribute: name,
    operator,
    ...(value !== undefined && { value }),
  };
}

/** Every path of the policy has no value. */
function noneSet(id: SecurityPolicyId): Condition {
  const conditions = Object.entries(SECURITY_POLICIES[id].reads).flatMap(([type, paths]) =>
    paths.map((path) => attribute([type], path, 'not_exists')),
  );
  return { and: conditions };
}

const typesOf = (id: SecurityPolicyId): string[] => Object.keys(SECURITY_POLICIES[id].reads);

const DEFINITIONS: Partial<Record<SecurityPolicyId, Condition>> = {
  no_open_network: attribute(typesOf('no_open_network'), 'admits_every_address', 'equals', false),
  restriction_enforced: attribute(typesOf('restriction_enforced'), 'enforced', 'equals', true),
  must_admit: {
    or: [
      attribute(typesOf('must_admit'), 'enforced', 'equals', false),
      attribute(typesOf('must_admit'), 'must_admit', 'length_greater_than', 0),
    ],
  },
  sealed_token: attribute(typesOf('sealed_token'), 'sealed_for', 'exists'),
  credential_acl: {
    and: [
      attribute(typesOf('credential_acl'), 'acl', 'length_greater_than', 0),
      attribute(typesOf('credential_acl'), 'acl', 'not_intersects', ['*']),
    ],
  },
  role_for_events: noneSet('role_for_events'),
};

/** The file of each policy by its name. */
export function checkovPolicies(): ReadonlyMap<string, object> {
  return new Map(
    SECURITY_POLICY_IDS.flatMap((id): [string, object][] => {
      const definition = DEFINITIONS[id];
      if (Boolean(definition) === (SECURITY_POLICIES[id].notInCheckov !== undefined))
        throw new Error(`${id} has a definition for checkov and a reason against one, or neither`);
      if (!definition) return [];
      const { title, remedy, severity } = SECURITY_POLICIES[id];
      const metadata = {
        id: checkovId(id),
        name: `${title}. ${remedy}`,
        category: 'NETWORKING',
        severity: severity === 'error' ? 'HIGH' : 'LOW',
      };
      return [[`${id}.yaml`, { metadata, definition }]];
    }),
  );
}

/** The id of a check: `CKV2_NETINGRESS_<number>`, by the order of the policies. */
export function checkovId(id: SecurityPolicyId): string {
  return `CKV2_NETINGRESS_${SECURITY_POLICY_IDS.indexOf(id) + 1}`;
}
