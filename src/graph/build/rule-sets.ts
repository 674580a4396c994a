import { expandRuleSet, RULE_SET_TYPE } from '../../model/composites/rule-set';
import { isJsonObject, type JsonObject } from '../../model/json';
import { isUnknown, type KnownObject } from '../../model/known';
import { resourceType } from '../../model/naming';
import type { SourceObject } from './build';

/** Expands an exclusive set to its single rules; other objects, and sets known after apply, stay. */
export function toSingleRules(object: SourceObject): SourceObject[] {
  if (resourceType({ name: object.kind }) !== RULE_SET_TYPE) return [object];
  if (!isJsonObject(object.values['rules']) || object.repeated) return [{ ...object, repeated: true }];
  return expandRuleSet(object.location, object.values as KnownObject).map(
    ({ id, key = '', kind, values }): SourceObject => {
      const known = Object.fromEntries(Object.entries(values).filter(([, value]) => !isUnknown(value))) as JsonObject;
      return {
        ...object,
        key: `${object.key} ${key}`,
        kind,
        values: { ...known, cidr: key },
        location: id,
        name: key,
      };
    },
  );
}
