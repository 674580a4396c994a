/**
 * Collections of docs/internals/management-api.md, docs/internals/event-sources.md and docs/internals/gaps.md sections
 * 1.6 (error codes), 2 and 7; all-collections.ts has those of credentials and networks, too.
 */
import { randomBytes } from 'node:crypto';
import type { Api, Members, Target } from './api';

/** One collection, and bodies that the service must accept; in both profiles, unless a member says which. */
export interface Collection {
  readonly path: string;
  /** Member of a list response with the objects. */
  readonly listKey: string;
  readonly idPrefix: string;
  /**
   * Members of every response beside those of every object, and `description` and `metadata`, which are omitted while
   * empty (docs/internals/gaps.md 2.5-1).
   */
  readonly members: readonly string[];
  /** Further members of every response of the public service, profile `ngrok`. */
  readonly publicMembers?: readonly string[];
  /** Members that only the response to the create contains; null afterwards. */
  readonly once?: readonly string[];
  /** The minimal body of a create. */
  minimal(api: Api): Promise<Members>;
  /** A body with further inputs, if there are any, and without `description` and `metadata`. */
  full(api: Api): Promise<Members>;
  /** Returns the members that the response to a complete create must have, from those that were sent. */
  returned(sent: Members, profile: Target['profile']): Members;
  /** Required inputs, each with the error code if it is missing; undefined if the documents name none. */
  readonly required: Readonly<Record<string, number | undefined>>;
  /** Members that an update rejects, each with a value. */
  readonly immutable: Members;
  /** What the limits of description and metadata count. */
  readonly lengthUnit: 'bytes' | 'characters';
  /**
   * Error codes of a missing object, an empty update, and a description or metadata that is too long; undefined: not
   * documented.
   */
  readonly codes: Readonly<Partial<Record<'notFound' | 'emptyUpdate' | 'description' | 'metadata', number>>>;
}

/**
 * A collection. Defaults: the list key is the path without `/`, a create needs nothing, `full` is as `minimal`, the
 * response contains what was sent, lengths are in bytes, and no error codes are documented.
 */
export function collection({
  path,
  minimal = async () => ({}),
  ...more
}: Partial<Collection> & Pick<Collection, 'path' | 'idPrefix'>): Collection {
  return {
    path,
    listKey: path.slice(1),
    members: [],
    minimal,
    full: minimal,
    returned: (sent) => sent,
    required: {},
    immutable: {},
    lengthUnit: 'bytes',
    codes: {},
    ...more,
  };
}

export function uniqueDomain(): string {
  return `c${randomBytes(6).toString('hex')}.example.com`;
}

const refTo = (id: unknown) => ({ id, uri: expect.any(String) });

export async function policyId(api: Api): Promise<string> {
  return (await api.create('/ip_policies', {})).id;
}

/** With the names of the profile. */
function logGroupTarget({ target }: Api): Members {
  const arn = 'arn:aws:logs:us-east-1:123456789012:log-group:log-group';
  return target.profile === 'ngrok'
    ? { cloudwatch_logs: { auth: { role: { role_arn: 'arn:aws:iam::123456789012:role/x' } }, log_group_arn: arn } }
    : { log_group: { auth: { role: { role_rn: 'rn:role' } }, log_group_rn: 'rn:log-group' } };
}

const ipPolicies = collection({
  path: '/ip_policies',
  idPrefix: 'ipp',
  codes: { notFound: 1402, emptyUpdate: 1400, metadata: 100 },
});

const ipPolicyRules = collection({
  path: '/ip_policy_rules',
  idPrefix: 'ipr',
  members: ['cidr', 'ip_policy', 'action'],
  minimal: async (api) => ({ cidr: '203.0.113.0/24', ip_policy_id: await policyId(api), action: 'allow' }),
  full: async (api) => ({ cidr: '2001:db8::/32', ip_policy_id: await policyId(api), action: 'deny' }),
  returned: ({ cidr, action, ip_policy_id: id }) => ({ cidr, action, ip_policy: refTo(id) }),
  required: { cidr: 1405, ip_policy_id: 1405, action: 1405 },
  immutable: { action: 'deny', ip_policy_id: `ipp_${'0'.repeat(27)}` },
  codes: { notFound: 1404, emptyUpdate: 1401, description: 1421 },
});

export const ipRestrictions = collection({
  path: '/ip_restrictions',
  idPrefix: 'ipx',
  members: ['enforced', 'type', 'ip_policies'],
  minimal: async (api) => ({ type: 'api', ip_policy_ids: [await policyId(api)] }),
  full: async (api) => ({ type: 'api', enforced: true, ip_policy_ids: [await policyId(api), await policyId(api)] }),
  returned: ({ type, enforced, ip_policy_ids: ids }) => ({
    type,
    enforced,
    ip_policies: expect.arrayContaining((ids as string[]).map(refTo)),
  }),
  required: { type: 1803, ip_policy_ids: 1804 },
  immutable: { type: 'agent' },
});

const agentIngresses = collection({
  path: '/agent_ingresses',
  listKey: 'ingresses',
  idPrefix: 'agin',
  members: ['domain', 'ns_targets', 'region_domains', 'certificate_management_policy', 'certificate_management_status'],
  minimal: async () => ({ domain: uniqueDomain() }),
  full: async () => ({
    domain: uniqueDomain(),
    certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' },
  }),
  required: { domain: 6704 },
  immutable: { domain: 'other.example.com' },
  codes: { description: 6700, metadata: 6701 },
});

const kubernetesOperators = collection({
  path: '/kubernetes_operators',
  listKey: 'operators',
  idPrefix: 'k8sop',
  members: ['updated_at', 'principal', 'enabled_features', 'region', 'deployment', 'binding'],
  full: async () => ({
    enabled_features: ['bindings', 'ingress', 'gateway'],
    region: 'eu',
    deployment: { name: 'operator', namespace: 'ingress', version: '1.2.3', cluster_name: 'test' },
    binding: { endpoint_selectors: ['true'], ingress_endpoint: 'ingress.example.com:443' },
  }),
  returned: (sent) => ({
    ...sent,
    enabled_features: expect.arrayContaining(['bindings', 'ingress', 'gateway']),
    principal: refTo(expect.any(String)),
  }),
});

export const eventDestinations = collection({
  path: '/event_destinations',
  idPrefix: 'ed',
  members: ['format', 'target'],
  minimal: async (api) => ({ format: 'JSON', target: logGroupTarget(api) }),
  full: async (api) => ({ format: 'json', target: logGroupTarget(api) }),
  required: { format: 235, target: 236 },
  codes: { notFound: 5103 },
});

const eventSubscriptions = collection({
  path: '/event_subscriptions',
  idPrefix: 'esb',
  members: ['sources', 'destinations'],
  full: async (api) => ({
    sources: [
      { type: 'ip_policy_created.v0' },
      {
        type: 'http_request_complete.v0',
        fields: ['conn.client_ip', 'http.request.method'],
        filter: 'ev.conn.server_port == 443',
      },
    ],
    destination_ids: [(await api.create('/event_destinations', await eventDestinations.minimal(api))).id],
  }),
  returned: ({ sources, destination_ids: ids }) => ({
    sources: expect.arrayContaining(
      (sources as Members[]).map((source) => ({ ...source, uri: expect.stringMatching(/\/sources\/[a-z_]+\.v0$/) })),
    ),
    destinations: (ids as string[]).map(refTo),
  }),
  lengthUnit: 'characters',
  codes: { notFound: 5123 },
});

export const coreCollections: readonly Collection[] = [
  ipPolicies,
  ipPolicyRules,
  ipRestrictions,
  agentIngresses,
  kubernetesOperators,
  eventDestinations,
  eventSubscriptions,
];
