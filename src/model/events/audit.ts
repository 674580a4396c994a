/**
 * Fields of audit events; the created, updated and deleted events of a kind have the same. They are not derived from
 * the attributes of the kind, because `.v0` is a contract: a new attribute does not change it. A test compares the two.
 */
import type { FieldTable } from './field-types';

const COMMON: FieldTable = {
  id: 'identifier',
  uri: 'URI',
  created_at: 'creation time',
  description: 'optional, max 255 bytes',
  metadata: 'optional, max 4096 bytes',
};

const hostCertificate: FieldTable = {
  ...COMMON,
  public_key: 'public key in SSH authorized-keys format that the certificate signs',
  key_type: '`rsa`, `ecdsa` or `ed25519`',
  ssh_certificate_authority_id: 'authority used to sign',
  principals: [
    'List<string>',
    'hostnames and/or IPs authorized to serve SSH with the certificate; if empty the certificate is valid for all hosts',
  ],
  valid_after: 'validity start, RFC 3339',
  valid_until: 'validity end, RFC 3339 (the SSH certificate protocol calls it valid_before)',
  certificate: 'the signed certificate in SSH authorized-keys format',
};

/** The owner of a credential, in the profile that has service users. */
const owner = [
  'string',
  'identifier of the user or service user that owns the credential',
  { profile: 'ngrok' },
] as const;

/** The fields of a target that only the profile `ngrok` has. */
function profileTargetFields(target: string, members: Readonly<Record<string, string>>): FieldTable {
  return Object.fromEntries(
    Object.entries(members).map(([member, doc]) => [
      `target.${target}.${member}`,
      ['string', doc, { profile: 'ngrok' }],
    ]),
  );
}

function targetFields(target: string, member: string, title: string): FieldTable {
  return {
    [`target.${target}.auth.role.role_rn`]: 'role the service uses to deliver',
    [`target.${target}.auth.creds.cloud_access_key_id`]: 'ID part of an access key',
    [`target.${target}.auth.creds.cloud_secret_access_key`]: 'secret part of an access key',
    [`target.${target}.${member}`]: `resource name of the ${title}`,
  };
}

export const AUDIT_FIELDS = {
  api_key: {
    id: 'unique API key identifier',
    uri: 'URI of the API key resource',
    description: 'what uses the key to authenticate; optional, max 255 bytes',
    metadata: 'optional, max 4096 bytes',
    created_at: 'creation time',
    token:
      'the bearer token for the Authorization header; available only once in the creation response, otherwise null',
    owner_id: owner,
  },
  certificate_authority: {
    ...COMMON,
    ca_pem: 'raw PEM of the authority',
    subject_common_name: 'subject common name',
    not_before: 'validity start',
    not_after: 'validity end',
    key_usages: ['List<string>', 'actions the private key can be used for'],
    extended_key_usages: ['List<string>', 'further actions, from the extended key usage extension'],
  },
  domain: {
    ...COMMON,
    id: 'identifier of the reserved domain',
    uri: 'URI of the reserved domain',
    description: 'what the domain is used for',
    domain: 'hostname of the reserved domain',
    region:
      'deprecated, optional, null by default; values `au`, `eu`, `ap`, `us`, `us-cal-1`, `jp`, `in`, `sa`; traffic is handled globally',
    cname_target:
      'DNS CNAME target for a custom hostname, or null if the domain is a subdomain of a service-provided domain',
    'certificate.id': 'reference to the certificate: identifier',
    'certificate.uri': 'reference to the certificate: URI',
    'certificate_management_policy.authority': 'certificate authority; the only supported value is `letsencrypt`',
    'certificate_management_policy.private_key_type': '`rsa` (default) or `ecdsa`',
    'certificate_management_status.renews_at': 'next renewal request time',
    'certificate_management_status.provisioning_job.error_code':
      '`INTERNAL_ERROR` (temporary) or `DNS_ERROR` (permanent)',
    'certificate_management_status.provisioning_job.msg': 'status or error message',
    'certificate_management_status.provisioning_job.started_at': 'job start time',
    'certificate_management_status.provisioning_job.retries_at': 'retry time',
    acme_challenge_cname_target:
      'DNS CNAME target for host `_acme-challenge.<domain>`; required to issue certificates for wildcard non-service domains; null for non-wildcard domains and service subdomains',
    'resolves_to.value': ['string', 'point of presence to which the domain resolves', { profile: 'ngrok' }],
  },
  event_destination: {
    id: 'unique identifier',
    uri: 'URI of the resource',
    metadata: 'optional, max 4096 bytes',
    created_at: 'creation time',
    description: 'optional, max 255 bytes',
    format: 'serialization format; only accepted value `JSON`',
    ...targetFields('delivery_stream', 'delivery_stream_rn', 'delivery stream'),
    ...targetFields('data_stream', 'stream_rn', 'data stream'),
    ...targetFields('log_group', 'log_group_rn', 'log group'),
    ...profileTargetFields('datadog', {
      api_key: 'API key of Datadog; secret',
      ddtags: 'tags of each event, separated by commas',
      service: 'value of `service` of each event',
      ddsite: 'site of Datadog',
    }),
    ...profileTargetFields('azure_logs_ingestion', {
      tenant_id: 'identifier of the tenant',
      client_id: 'identifier of the application',
      client_secret: 'secret of the application',
      logs_ingestion_uri: 'URI of the data collection endpoint',
      data_collection_rule_id: 'immutable identifier of the data collection rule',
      data_collection_stream_name: 'name of the stream',
    }),
  },
  event_subscription: {
    id: 'identifier',
    uri: 'URI',
    created_at: 'creation time',
    metadata: 'machine-readable, optional, max 4096 chars',
    description: 'human-readable, optional, max 255 chars',
    'sources.type': 'event type the subscription triggers on',
    'sources.uri': 'URI of the event source resource',
    'destinations.id': 'reference to a destination: identifier',
    'destinations.uri': 'reference to a destination: URI',
  },
  ip_policy: COMMON,
  ip_policy_rule: {
    ...COMMON,
    cidr: 'IP or range in CIDR notation, IPv4 and IPv6',
    'ip_policy.id': 'the owning policy: identifier',
    'ip_policy.uri': 'the owning policy: URI',
    action: '`allow` or `deny`',
  },
  ip_restriction: {
    ...COMMON,
    enforced: ['boolean', 'true if enforced; if false only warnings are issued'],
    type: 'what traffic is restricted: `dashboard`, `api`, `agent` or `endpoints`',
    'ip_policies.id': 'attached policies: identifier',
    'ip_policies.uri': 'attached policies: URI',
  },
  secret: {
    ...COMMON,
    name: 'name within the vault',
    'vault.id': 'the vault that contains the secret: identifier',
    'vault.uri': 'the vault that contains the secret: URI',
    vault_name: 'name of the vault',
    updated_at: 'time of the last update',
    'created_by.id': 'creator: identifier',
    'created_by.uri': 'creator: URI',
    'last_updated_by.id': 'author of the last update: identifier',
    'last_updated_by.uri': 'author of the last update: URI',
  },
  ssh_certificate_authority: {
    ...COMMON,
    public_key: 'raw public key',
    key_type: 'type of the private key',
  },
  ssh_host_certificate: hostCertificate,
  ssh_public_key: {
    ...COMMON,
    id: 'identifier of the ssh credential',
    uri: 'URI of the ssh credential',
    public_key: 'PEM-encoded public key used to authenticate',
    acl: [
      'List<string>',
      'optional bind rules `bind:<domain_or_address>`; a leading wildcard is allowed; `*` equals no ACL; unspecified means no restrictions',
    ],
    owner_id: owner,
  },
  ssh_user_certificate: {
    ...hostCertificate,
    principals: ['List<string>', 'usernames the holder may sign in as (if empty, any user)'],
    critical_options: [
      'Map<string, string>',
      'critical options; only `force-command` and `source-address` are defined',
    ],
    extensions: [
      'Map<string, string>',
      'extensions interpreted by the SSH server (terminal, port forwarding, x11 forwarding and more); when unspecified the certificate has the extensions `permit-pty` and `permit-user-rc`, both with empty string values',
    ],
  },
  tcp_address: {
    ...COMMON,
    id: 'identifier of the reserved address',
    uri: 'URI of the reserved address',
    description: 'what the address is used for',
    addr: '`hostname:port` assigned at creation',
    region:
      'region of the reservation; optional, default `us`; values `au`, `eu`, `ap`, `us`, `us-cal-1`, `jp`, `in`, `sa`',
  },
  tls_certificate: {
    ...COMMON,
    certificate_pem: 'chain of PEM certificates, leaf first',
    subject_common_name: 'subject common name of the leaf',
    'subject_alternative_names.dns_names': ['List<string>', 'additional domains, wildcards included'],
    'subject_alternative_names.ips': ['List<string>', 'additional IP addresses'],
    issued_at: 'time of automatic issuance, or null if user-uploaded',
    not_before: 'validity start',
    not_after: 'validity end',
    key_usages: ['List<string>', 'actions the private key can be used for'],
    extended_key_usages: ['List<string>', 'further actions, from the extended key usage extension'],
    private_key_type: '`rsa`, `ecdsa` or `ed25519`',
    issuer_common_name: 'issuer common name of the leaf',
    serial_number: 'serial number of the leaf',
    subject_organization: 'subject organization of the leaf',
    subject_organizational_unit: 'subject organizational unit of the leaf',
    subject_locality: 'subject locality of the leaf',
    subject_province: 'subject province of the leaf',
    subject_country: 'subject country of the leaf',
  },
  tunnel_credential: {
    ...COMMON,
    description: 'who or what uses the credential; optional, max 255 bytes',
    token: 'authtoken for authenticating an agent; available only once in the creation response, otherwise null',
    acl: ['List<string>', 'optional bind rules as for ssh_public_key; unspecified means no restrictions'],
    owner_id: owner,
  },
  vault: {
    ...COMMON,
    name: 'name of the vault',
    updated_at: 'time of the last update',
    created_by: 'identifier of the creator',
    last_updated_by: 'identifier of the author of the last update',
  },
} as const satisfies Readonly<Record<string, FieldTable>>;
