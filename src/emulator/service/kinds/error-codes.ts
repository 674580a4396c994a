/**
 * Error codes of the service, from its published error list; docs/internals/gaps.md, sections 1.6 and 8, names most of
 * them. Codes of formats are beside the formats, those of duplicates, limits and references in the model, and a code
 * that one hook alone returns is beside its message.
 */
import type { BrokenRule, Problem } from '../../../model/problem';
import { EMPTY_POLICY } from '../../../model/traffic-policy/error-codes';

/**
 * Error code of an invalid value if the attribute or the rule has none of its own, such as a null in an update that
 * clears nothing.
 */
export const DEFAULT_INVALID_CODE = 215;

/**
 * Error code of a member that the operation does not support: unknown, of another profile, or not changeable. An
 * attribute may have another code for the last (`immutable`).
 */
export const UNSUPPORTED_MEMBER_CODE = 214;

/** Error code of the member that names the kind in its collection (`listedWhere`), if it has another value. */
export const OTHER_TYPE_CODE = 248;

/**
 * The rules whose code an attribute may have. {@link KindCodes} and {@link UNSUPPORTED_MEMBER_CODE} have those of the
 * others.
 */
type AttributeRule = Exclude<BrokenRule, 'missing' | 'conflict' | 'profile'>;

interface AttributeCodes extends Readonly<Partial<Record<AttributeRule, number>>> {
  readonly invalid?: number;
  /** Another alternative than before is set. */
  readonly changed?: number;
  /** An update names an attribute that cannot change. */
  readonly immutable?: number;
  /** The value cannot be detached, because the service manages it. */
  readonly managed?: number;
}

interface KindCodes {
  readonly notFound?: number;
  readonly emptyUpdate?: number;
  readonly missing?: number;
  readonly conflict?: number;
  /** A number is the code of an invalid value. {@link getAttributeCodes} has the form of the path. */
  readonly attributes?: Readonly<Record<string, number | AttributeCodes>>;
}

const METADATA_CODE = 100;

const credential: KindCodes['attributes'] = {
  description: 604,
  metadata: 605,
  owner_id: 634,
};

const sshCertificate: KindCodes = {
  attributes: {
    public_key: 1952,
    valid_after: 241,
    valid_until: 241,
  },
};

const cloudCredentials = (target: string, resource: string): KindCodes['attributes'] => ({
  [`target.${target}.${resource}`]: 5120,
  [`target.${target}.auth`]: { invalid: 5106, none: 5107, several: 5116 },
  [`target.${target}.auth.role.role_rn`]: 5104,
  [`target.${target}.auth.creds.cloud_access_key_id`]: 240,
  [`target.${target}.auth.creds.cloud_secret_access_key`]: 240,
});

const ERROR_CODES: Readonly<Record<string, KindCodes>> = {
  agent_ingress: {
    attributes: {
      description: 6700,
      metadata: 6701,
      domain: 6704,
      'certificate_management_policy.authority': 1908,
      'certificate_management_policy.private_key_type': 1909,
    },
  },
  api_key: { emptyUpdate: 606, attributes: credential },
  certificate_authority: { attributes: { ca_pem: 1919 } },
  cloud_endpoint: {
    emptyUpdate: 18004,
    missing: 18015,
    attributes: {
      description: 18012,
      metadata: 18013,
      url: 18001,
      traffic_policy: { invalid: 18002, empty: EMPTY_POLICY },
      bindings: { invalid: 18007, duplicate: 15006 },
    },
  },
  domain: {
    emptyUpdate: 422,
    conflict: 434,
    attributes: {
      description: 420,
      metadata: 421,
      domain: 448,
      region: { invalid: 400, immutable: 451 },
      certificate_id: { managed: 436 },
      'certificate_management_policy.authority': 435,
      'certificate_management_policy.private_key_type': 1909,
      resolves_to: { invalid: 400, duplicate: 456 },
    },
  },
  event_destination: {
    notFound: 5103,
    attributes: {
      format: 235,
      target: { invalid: 236, none: 236, several: 5115, changed: 5108 },
      ...cloudCredentials('delivery_stream', 'delivery_stream_rn'),
      ...cloudCredentials('data_stream', 'stream_rn'),
      ...cloudCredentials('log_group', 'log_group_rn'),
      'target.datadog.api_key': 5133,
      'target.datadog.ddsite': 5134,
      'target.azure_logs_ingestion.tenant_id': 5139,
      'target.azure_logs_ingestion.client_id': 5139,
      'target.azure_logs_ingestion.client_secret': 5139,
      'target.azure_logs_ingestion.logs_ingestion_uri': 5138,
      'target.azure_logs_ingestion.data_collection_rule_id': 5136,
      'target.azure_logs_ingestion.data_collection_stream_name': 5137,
    },
  },
  event_subscription: {
    notFound: 5123,
    attributes: {
      sources: { duplicate: 5127 },
      'sources.type': 238,
      'sources.fields': 239,
      'sources.filter': 5404,
    },
  },
  ip_policy: { notFound: 1402, emptyUpdate: 1400 },
  ip_policy_rule: {
    notFound: 1404,
    emptyUpdate: 1401,
    missing: 1405,
    attributes: { description: 1421, cidr: 1406, action: 1422 },
  },
  ip_restriction: { attributes: { type: 1803, ip_policy_ids: 1804 } },
  kubernetes_operator: {
    attributes: {
      description: 19002,
      enabled_features: 19002,
      binding: { requires: 19002 },
      'binding.endpoint_selectors': 19003,
      'binding.csr': 19001,
    },
  },
  secret: {
    missing: 24001,
    attributes: {
      name: { invalid: 24000, empty: 24001 },
      value: 24003,
    },
  },
  service_user: { missing: 4109, attributes: { name: 4109 } },
  ssh_certificate_authority: {
    attributes: {
      private_key_type: 1936,
      elliptic_curve: { invalid: 1941, only_with: 1942 },
      key_size: { invalid: 1939, only_with: 1940 },
    },
  },
  ssh_host_certificate: sshCertificate,
  ssh_public_key: {
    emptyUpdate: 606,
    missing: 611,
    attributes: { ...credential, acl: 600, public_key: { invalid: 612, empty: 611 } },
  },
  ssh_user_certificate: sshCertificate,
  tcp_address: { emptyUpdate: 506, attributes: { description: 504, metadata: 505, region: 500 } },
  tls_certificate: { notFound: 1965, attributes: { certificate_pem: 1922, private_key_pem: 1901 } },
  tunnel_credential: { emptyUpdate: 606, attributes: { ...credential, acl: 600 } },
  vault: { missing: 23001, attributes: { name: { invalid: 23000, empty: 23001 } } },
};

export function getErrorCodes(kind: string): KindCodes {
  return ERROR_CODES[kind] ?? {};
}

/** `path` has dots and no indexes: `sources.type`. */
export function getAttributeCodes(kind: string, path: string): AttributeCodes {
  const codes = ERROR_CODES[kind]?.attributes?.[path] ?? (path === 'metadata' ? METADATA_CODE : {});
  return typeof codes === 'number' ? { invalid: codes } : codes;
}

export function getProblemCode(kind: string, { path, rule, errorCode }: Problem): number {
  if (errorCode !== undefined) return errorCode;
  if (rule === 'profile') return UNSUPPORTED_MEMBER_CODE;
  const attribute = getAttributeCodes(kind, path.filter((step) => typeof step === 'string').join('.'));
  const code = findRuleCode(getErrorCodes(kind), attribute, rule);
  return code ?? attribute.invalid ?? DEFAULT_INVALID_CODE;
}

function findRuleCode(
  kind: KindCodes,
  attribute: AttributeCodes,
  rule: Exclude<BrokenRule, 'profile'> | undefined,
): number | undefined {
  if (rule === 'missing') return kind.missing;
  if (rule === 'conflict') return kind.conflict;
  return rule && attribute[rule];
}
