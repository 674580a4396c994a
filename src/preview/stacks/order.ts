/**
 * Natural keys that pass from one resource to another within one apply, such as the network of a rule. The service refuses
 * the second resource while the first has the key, and Terraform may begin with either. Pure.
 */

import { isJsonObject, type JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { getNaturalKey } from '../../model/natural-key';
import { findChanges, type PlanJson, type ResourceChange } from '../../terraform/plan-json';

/** Returns sentences. */
export function findOrderConflicts(plan: PlanJson): string[] {
  const changes = findChanges(plan).flatMap((change) => {
    const kind = KINDS.find(({ name }) => name === parseKindName(change.type));
    return kind?.naturalKey?.unique && change.mode !== 'data' ? [{ change, kind }] : [];
  });
  return changes.flatMap(({ change: second, kind }) => {
    const key = keyOf(kind, second.change.after);
    if (key === undefined || key === keyOf(kind, second.change.before)) return [];
    const first = changes.find(
      ({ change }) =>
        change.type === second.type &&
        change.address !== second.address &&
        keyOf(kind, change.change.before) === key &&
        keyOf(kind, change.change.after) !== key,
    );
    return first ? [describe(kind, first.change, second)] : [];
  });
}

function keyOf(kind: Kind, values: ResourceChange['change']['before']): string | undefined {
  return isJsonObject(values) ? getNaturalKey(kind, values as JsonObject) : undefined;
}

function describe(
  { naturalKey }: Kind,
  { address: first }: ResourceChange,
  { address: second }: ResourceChange,
): string {
  const attributes = naturalKey?.attributes.join(' and ');
  return `${second} gets the ${attributes} of ${first}, and the service refuses that as long as ${first} has them. Terraform may begin with ${second}: write a moved block, or deploy in two steps.`;
}
