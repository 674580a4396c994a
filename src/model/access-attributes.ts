/**
 * Attributes that decide about access, by kind. Every response of the service has them, also with the value of the
 * documented default. The reader of an account, the review of a plan and the preview use them.
 */
import type { JsonObject } from './json';
import type { Kind } from './kind';

export const ACCESS_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  ip_policy_rule: ['ip_policy_id', 'cidr', 'action'],
  ip_restriction: ['type', 'enforced', 'ip_policy_ids'],
  cloud_endpoint: ['url', 'bindings', 'pooling_enabled', 'traffic_policy'],
  endpoint: ['url', 'bindings'],
};

/** Returns the attributes that decide about access and that a response lacks, or has as null. */
export function findMissingAttributes({ name, attributes }: Kind, response: JsonObject): string[] {
  return (ACCESS_ATTRIBUTES[name] ?? []).filter((each) => {
    const attribute = attributes[each];
    const member = attribute && 'ref' in attribute ? attribute.ref?.responseName : attribute?.responseName;
    return (response[member ?? each] ?? null) === null;
  });
}
