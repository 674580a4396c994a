/**
 * Error codes of what only the service can find, such as a missing object or one that is in use. Codes of values that
 * break a rule of the model are in the model, because its validation reports them.
 */
interface ServiceErrorCodes {
  readonly notFound?: number;
  readonly emptyUpdate?: number;
  /** By attribute: the object that it refers to is deleted. */
  readonly inUse?: Readonly<Record<string, number>>;
  /** By attribute: an update of an attribute that cannot change. */
  readonly immutable?: Readonly<Record<string, number>>;
  /** By attribute: a value is sent twice. Without a code, the second is ignored. */
  readonly duplicateItem?: Readonly<Record<string, number>>;
  /** By attribute: it cannot be detached, because the service manages it. */
  readonly managed?: Readonly<Record<string, number>>;
}

const ERROR_CODES: Readonly<Record<string, ServiceErrorCodes>> = {
  api_key: { emptyUpdate: 606 },
  cloud_endpoint: { emptyUpdate: 18004, duplicateItem: { bindings: 15006 } },
  domain: {
    emptyUpdate: 422,
    inUse: { certificate_id: 1966 },
    immutable: { region: 451 },
    duplicateItem: { resolves_to: 456 },
    managed: { certificate_id: 436 },
  },
  event_destination: { notFound: 5103 },
  event_subscription: { notFound: 5123, inUse: { destination_ids: 5112 } },
  ip_policy: { notFound: 1402, emptyUpdate: 1400 },
  ip_policy_rule: { notFound: 1404, emptyUpdate: 1401 },
  ip_restriction: { inUse: { ip_policy_ids: 1420 } },
  secret: { inUse: { vault_id: 23003 } },
  ssh_host_certificate: { inUse: { ssh_certificate_authority_id: 1964 } },
  ssh_public_key: { emptyUpdate: 606 },
  ssh_user_certificate: { inUse: { ssh_certificate_authority_id: 1964 } },
  tcp_address: { emptyUpdate: 506 },
  tls_certificate: { notFound: 1965 },
  tunnel_credential: { emptyUpdate: 606 },
};

export function getErrorCodes(kind: string): ServiceErrorCodes {
  return ERROR_CODES[kind] ?? {};
}
