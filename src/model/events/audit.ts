/**
 * Fields of audit events; the created, updated and deleted events of a kind have the same. They are not derived from
 * the attributes of the kind, because `.v0` is a contract: a new attribute does not change it. A test compares the two.
 */
import type { FieldTable } from './field-types';

const COMMON = {
  id: ['string', 'identifier'],
  uri: ['string', 'URI'],
  created_at: ['string', 'creation time'],
  description: ['string', 'optional, max 255 bytes'],
  metadata: ['string', 'optional, max 4096 bytes'],
} as const satisfies FieldTable;

const hostCertificate: FieldTable = {
  ...COMMON,
  public_key: ['string', 'public key in SSH authorized-keys format that the certificate signs'],
  key_type: ['string', '`rsa`, `ecdsa` or `ed25519`'],
  ssh_certificate_authority_id: ['string', 'authority used to sign'],
  principals: [
    'List<string>',
    'hostnames and/or IPs authorized to serve SSH with the certificate; if empty the certificate is valid for all hosts',
  ],
  valid_after: ['string', 'validity start, RFC 3339'],
  valid_until: ['string', 'validity end, RFC 3339 (the SSH certificate protocol calls it valid_before)'],
  certificate: ['string', 'the signed certificate in SSH authorized-keys format'],
};

export const AUDIT_FIELDS = {
  api_key: {
    id: ['string', 'unique API key identifier'],
    uri: ['string', 'URI of the API key resource'],
    description: ['string', 'what uses the key to authenticate; optional, max 255 bytes'],
    metadata: ['string', 'optional, max 4096 bytes'],
    created_at: ['string', 'creation time'],
    token: [
      'string',
      'the bearer token for the Authorization header; available only once in the creation response, otherwise null',
    ],
  },
  certificate_authority: {
    ...COMMON,
    ca_pem: ['string', 'raw PEM of the authority'],
    subject_common_name: ['string', 'subject common name'],
    not_before: ['string', 'validity start'],
    not_after: ['string', 'validity end'],
    key_usages: ['List<string>', 'actions the private key can be used for'],
    extended_key_usages: ['List<string>', 'extended set of such actions'],
  },
  domain: {
    ...COMMON,
    id: ['string', 'identifier of the reserved domain'],
    uri: ['string', 'URI of the reserved domain'],
    description: ['string', 'what the domain is used for'],
    domain: ['string', 'hostname of the reserved domain'],
    region: [
      'string',
      'deprecated, optional, null by default; values `au`, `eu`, `ap`, `us`, `us-cal-1`, `jp`, `in`, `sa`; traffic is handled globally',
    ],
    cname_target: [
      'string',
      'DNS CNAME target for a custom hostname, or null if the domain is a subdomain of a service-provided domain',
    ],
    'certificate.id': ['string', 'reference to the certificate: identifier'],
    'certificate.uri': ['string', 'reference to the certificate: URI'],
    'certificate_management_policy.authority': [
      'string',
      'certificate authority; the only supported value is the lowercase one-word identifier of a public automated authority',
    ],
    'certificate_management_policy.private_key_type': ['string', '`rsa` (default) or `ecdsa`'],
    'certificate_management_status.renews_at': ['string', 'next renewal request time'],
    'certificate_management_status.provisioning_job.error_code': [
      'string',
      '`INTERNAL_ERROR` (temporary) or `DNS_ERROR` (permanent)',
    ],
    'certificate_management_status.provisioning_job.msg': ['string', 'status or error message'],
    'certificate_management_status.provisioning_job.started_at': ['string', 'job start time'],
    'certificate_management_status.provisioning_job.retries_at': ['string', 'retry time'],
    acme_challenge_cname_target: [
      'string',
      'DNS CNAME target for host `_acme-challenge.<domain>`; required to issue certificates for wildcard non-service domains; null for non-wildcard domains and service subdomains',
    ],
  },
  event_destination: {
    id: ['string', 'unique identifier'],
    uri: ['string', 'URI of the resource'],
    metadata: ['string', 'optional, max 4096 bytes'],
    created_at: ['string', 'creation time'],
    description: ['string', 'optional, max 255 bytes'],
    format: ['string', 'serialization format; only accepted value `JSON`'],
    'target.delivery_stream.auth.role.role_rn': ['string', 'role the service uses to deliver'],
    'target.delivery_stream.auth.creds.cloud_access_key_id': ['string', 'ID part of an access key'],
    'target.delivery_stream.auth.creds.cloud_secret_access_key': ['string', 'secret part of an access key'],
    'target.delivery_stream.delivery_stream_rn': ['string', 'resource name of the delivery stream'],
    'target.data_stream.auth.role.role_rn': ['string', 'role the service uses to deliver'],
    'target.data_stream.auth.creds.cloud_access_key_id': ['string', 'ID part of an access key'],
    'target.data_stream.auth.creds.cloud_secret_access_key': ['string', 'secret part of an access key'],
    'target.data_stream.stream_rn': ['string', 'resource name of the data stream'],
    'target.log_group.auth.role.role_rn': ['string', 'role the service uses to deliver'],
    'target.log_group.auth.creds.cloud_access_key_id': ['string', 'ID part of an access key'],
    'target.log_group.auth.creds.cloud_secret_access_key': ['string', 'secret part of an access key'],
    'target.log_group.log_group_rn': ['string', 'resource name of the log group'],
  },
  event_subscription: {
    id: ['string', 'identifier'],
    uri: ['string', 'URI'],
    created_at: ['string', 'creation time'],
    metadata: ['string', 'machine-readable, optional, max 4096 chars'],
    description: ['string', 'human-readable, optional, max 255 chars'],
    'sources.type': ['string', 'event type the subscription triggers on'],
    'sources.uri': ['string', 'URI of the event source resource'],
    'destinations.id': ['string', 'reference to a destination: identifier'],
    'destinations.uri': ['string', 'reference to a destination: URI'],
  },
  ip_policy: {
    ...COMMON,
  },
  ip_policy_rule: {
    ...COMMON,
    cidr: ['string', 'IP or range in CIDR notation, IPv4 and IPv6'],
    'ip_policy.id': ['string', 'the owning policy: identifier'],
    'ip_policy.uri': ['string', 'the owning policy: URI'],
    action: ['string', '`allow` or `deny`'],
  },
  ip_restriction: {
    ...COMMON,
    enforced: ['boolean', 'true if enforced; if false only warnings are issued'],
    type: ['string', 'what traffic is restricted: `dashboard`, `api`, `agent` or `endpoints`'],
    'ip_policies.id': ['string', 'attached policies: identifier'],
    'ip_policies.uri': ['string', 'attached policies: URI'],
  },
  ssh_certificate_authority: {
    ...COMMON,
    public_key: ['string', 'raw public key'],
    key_type: ['string', 'type of the private key'],
  },
  ssh_host_certificate: hostCertificate,
  ssh_public_key: {
    ...COMMON,
    id: ['string', 'identifier of the ssh credential'],
    uri: ['string', 'URI of the ssh credential'],
    public_key: ['string', 'PEM-encoded public key used to authenticate'],
    acl: [
      'List<string>',
      'optional bind rules `bind:<domain_or_address>`; a leading wildcard is allowed; `*` equals no ACL; unspecified means no restrictions',
    ],
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
    id: ['string', 'identifier of the reserved address'],
    uri: ['string', 'URI of the reserved address'],
    description: ['string', 'what the address is used for'],
    addr: ['string', '`hostname:port` assigned at creation'],
    region: [
      'string',
      'region of the reservation; optional, default `us`; values `au`, `eu`, `ap`, `us`, `us-cal-1`, `jp`, `in`, `sa`',
    ],
  },
  tls_certificate: {
    ...COMMON,
    certificate_pem: ['string', 'chain of PEM certificates, leaf first'],
    subject_common_name: ['string', 'subject common name of the leaf'],
    'subject_alternative_names.dns_names': ['List<string>', 'additional domains, wildcards included'],
    'subject_alternative_names.ips': ['List<string>', 'additional IP addresses'],
    issued_at: ['string', 'time of automatic issuance, or null if user-uploaded'],
    not_before: ['string', 'validity start'],
    not_after: ['string', 'validity end'],
    key_usages: ['List<string>', 'actions the private key can be used for'],
    extended_key_usages: ['List<string>', 'extended set of such actions'],
    private_key_type: ['string', '`rsa`, `ecdsa` or `ed25519`'],
    issuer_common_name: ['string', 'issuer common name of the leaf'],
    serial_number: ['string', 'serial number of the leaf'],
    subject_organization: ['string', 'subject organization of the leaf'],
    subject_organizational_unit: ['string', 'subject organizational unit of the leaf'],
    subject_locality: ['string', 'subject locality of the leaf'],
    subject_province: ['string', 'subject province of the leaf'],
    subject_country: ['string', 'subject country of the leaf'],
  },
  tunnel_credential: {
    ...COMMON,
    id: ['string', 'identifier'],
    uri: ['string', 'URI'],
    description: ['string', 'who or what uses the credential; optional, max 255 bytes'],
    token: [
      'string',
      'authtoken for authenticating an agent; available only once in the creation response, otherwise null',
    ],
    acl: ['List<string>', 'optional bind rules as for ssh_public_key; unspecified means no restrictions'],
  },
} as const satisfies Readonly<Record<string, FieldTable>>;
