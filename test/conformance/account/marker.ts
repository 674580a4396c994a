/** Marks every object of a run, so that the next run finds those whose responses were lost. */
import type { Members } from '../api';

/** The member that has the marker, by the path of the collection. A collection that is not here can carry none. */
const MARKED_MEMBERS: Readonly<Record<string, 'metadata' | 'name'>> = {
  '/agent_ingresses': 'metadata',
  '/api_keys': 'metadata',
  '/bot_users': 'name',
  '/certificate_authorities': 'metadata',
  '/credentials': 'metadata',
  '/endpoints': 'metadata',
  '/event_destinations': 'metadata',
  '/event_subscriptions': 'metadata',
  '/ip_policies': 'metadata',
  '/ip_policy_rules': 'metadata',
  '/ip_restrictions': 'metadata',
  '/kubernetes_operators': 'metadata',
  '/reserved_addrs': 'metadata',
  '/reserved_domains': 'metadata',
  '/service_users': 'name',
  '/ssh_certificate_authorities': 'metadata',
  '/ssh_credentials': 'metadata',
  '/ssh_host_certificates': 'metadata',
  '/ssh_user_certificates': 'metadata',
  '/tls_certificates': 'metadata',
  '/vault_secrets': 'metadata',
  '/vaults': 'metadata',
};

export function canBeMarked(path: string): boolean {
  return Object.hasOwn(MARKED_MEMBERS, path);
}

/**
 * Returns the body of a create, or of an update that names the member, with the marker behind the member's own text.
 */
export function mark(path: string, body: Members, marker: string, operation: 'create' | 'update'): Members {
  const member = MARKED_MEMBERS[path];
  if (member === undefined || (operation === 'update' && typeof body[member] !== 'string')) return body;
  const own = body[member];
  // A value of another type is for the service to refuse.
  if (own !== undefined && typeof own !== 'string') return body;
  return { ...body, [member]: own ? `${own} ${marker}` : marker };
}

/** Returns a response without the marker, as if the object had none: an empty `metadata` is omitted. */
export function unmark(value: unknown, marker: string): unknown {
  if (Array.isArray(value)) return value.map((item) => unmark(item, marker));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (name !== 'metadata' && name !== 'name') return [[name, unmark(member, marker)]];
      if (member === marker) return [];
      return [[name, typeof member === 'string' ? member.replace(` ${marker}`, '') : member]];
    }),
  );
}

export function hasMarker(path: string, object: Members, marker: string): boolean {
  const text = object[MARKED_MEMBERS[path] ?? ''];
  return typeof text === 'string' && text.endsWith(marker);
}
