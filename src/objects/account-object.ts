import { findKindOfId } from '../model/kinds';

/**
 * Types, those whose objects live longest first, because the configuration stops working when its account object is
 * deleted or replaced. Domains, addresses and agent ingresses are used from outside, so they are rarely replaced. An
 * app that renames or divides an allow list replaces its policy.
 */
export const ACCOUNT_OBJECT_KINDS: readonly string[] = [
  'domain',
  'tcp_address',
  'agent_ingress',
  'vault',
  'ip_policy',
  'event_destination',
  'kubernetes_operator',
];

/** Types whose objects are replaced as a routine: rotated, renewed, or edited with an allow list. */
const ROTATED = [
  'api_key',
  'tunnel_credential',
  'secret',
  'tls_certificate',
  'certificate_authority',
  'ssh_public_key',
  'ssh_host_certificate',
  'ssh_user_certificate',
  'ip_policy_rule',
];

/**
 * The oldest object of the first type: {@link ACCOUNT_OBJECT_KINDS} in their order, then types in neither list, then
 * ROTATED. Undefined if no id is one of a known type. `createdAt` is RFC 3339 in UTC, or `''` if it is not known.
 */
export function chooseAccountObject(
  objects: readonly { readonly id: string; readonly createdAt: string }[],
): string | undefined {
  const ranked = objects.flatMap(({ id, createdAt }) => {
    const kind = findKindOfId(id);
    return kind ? [{ id, rank: rankOf(kind.name), createdAt: createdAt === '' ? NO_TIME : createdAt }] : [];
  });
  const sortKey = ({ rank, createdAt, id }: (typeof ranked)[number]): string => `${rank} ${createdAt} ${id}`;
  return ranked.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))[0]?.id;
}

/** Sorts after every time. */
const NO_TIME = '~';

/** A digit, so that ranks sort as strings: 0 to 6, 8 for types in neither list, 9 for ROTATED. */
function rankOf(kind: string): number {
  if (ROTATED.includes(kind)) return 9;
  const rank = ACCOUNT_OBJECT_KINDS.indexOf(kind);
  return rank < 0 ? 8 : rank;
}
