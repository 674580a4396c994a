import type { JsonObject } from '../values/json';
import type { Kind } from './kind';

export const RESTRICTION_KINDS: readonly string[] = ['ip_policy', 'ip_policy_rule', 'ip_restriction'];

/** Kinds of endpoints, and of what their policies name besides IP policies. */
export const ENDPOINT_KINDS: readonly string[] = [
  'cloud_endpoint',
  'endpoint',
  'secret',
  'vault',
  'certificate_authority',
];

/**
 * Attributes that decide about access, by kind. Assumed: every response has them, also with their default value, so a
 * response without one is incomplete. `endpoint` has fewer, because responses for endpoints of agents may lack the
 * others.
 */
export const ACCESS_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  ip_policy_rule: ['ip_policy_id', 'cidr', 'action'],
  ip_restriction: ['type', 'enforced', 'ip_policy_ids'],
  cloud_endpoint: ['url', 'bindings', 'pooling_enabled', 'traffic_policy'],
  endpoint: ['url', 'bindings'],
};

/** Those of {@link ACCESS_ATTRIBUTES} that a response lacks, or has as null. */
export function findMissingAttributes({ name, attributes }: Kind, response: JsonObject): string[] {
  return (ACCESS_ATTRIBUTES[name] ?? []).filter((each) => {
    const attribute = attributes[each];
    const member = attribute && 'ref' in attribute ? attribute.ref?.responseName : attribute?.responseName;
    return (response[member ?? each] ?? null) === null;
  });
}
