import { expandRuleSet, RULE_SET_TYPE } from '../../model/composites/rule-set';
import { resourceType } from '../../model/naming';
import { isJsonObject, type JsonObject } from '../../values/json';
import { isUnknown, type KnownObject } from '../../values/known';
import type { NodeDraft } from './build';

/**
 * Replaces a rule set by a node for each rule. A set whose rules are known after apply, or that has `count` or
 * `for_each`, stays one node with `repeated`. Objects of other kinds are returned as they are.
 */
export function toSingleRuleNodes(object: NodeDraft): NodeDraft[] {
  if (resourceType({ name: object.kind }) !== RULE_SET_TYPE) return [object];
  if (!isJsonObject(object.values['rules']) || object.repeated) return [{ ...object, repeated: true }];
  return expandRuleSet(object.location, object.values as KnownObject).map(
    ({ id, key = '', kind, values }): NodeDraft => ({
      ...object,
      key: `${object.key} ${key}`,
      kind,
      values: { ...omitUnknown(values), cidr: key },
      location: id,
      name: key,
    }),
  );
}

export function omitUnknown(values: KnownObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isUnknown(value))) as JsonObject;
}
