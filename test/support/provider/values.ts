/** Makes the values that Terraform would send from partial ones, as tests write them. */

import type { Kind } from '../../../src/model/kind';
import type { Schema, SchemaAttribute } from '../../../src/provider/protocol/schema';
import { schemaAttributes } from '../../../src/provider/protocol/schema-from-model';
import { type CtyValue, type ObjectValue, objectValue } from '../../../src/values/cty-value';

/** A configuration of a kind with every attribute of the schema; unset ones are null. UNKNOWN is allowed anywhere. */
export function configOf(kind: Pick<Kind, 'attributes'>, given: unknown): ObjectValue {
  return membersOf(schemaAttributes(kind.attributes), given);
}

/** Like {@link configOf}, for any schema. */
export function configOfSchema(schema: Schema, given: unknown): ObjectValue {
  return membersOf(schema.attributes, given);
}

function membersOf(attributes: readonly SchemaAttribute[], given: unknown): ObjectValue {
  const members = (given ?? {}) as Record<string, unknown>;
  return objectValue(attributes.map((attribute) => [attribute.name, memberOf(attribute, members[attribute.name])]));
}

function memberOf({ nested, type }: SchemaAttribute, given: unknown): CtyValue {
  if (given === null || given === undefined || typeof given === 'symbol') return (given ?? null) as CtyValue;
  if (!nested) {
    const isMap = Array.isArray(type) && type[0] === 'map';
    return isMap ? objectValue(Object.entries(given as Record<string, CtyValue>)) : (given as CtyValue);
  }
  if (nested.nesting === 'single') return membersOf(nested.attributes, given);
  return (given as unknown[]).map((item) => membersOf(nested.attributes, item));
}
