import type { Kind } from '../../../src/model/kind';
import type { Schema, SchemaAttribute } from '../../../src/provider/protocol/schema';
import { schemaAttributes } from '../../../src/provider/protocol/schema-from-model';
import { type CtyValue, type ObjectValue, objectValue } from '../../../src/values/cty-value';

/** A configuration of a kind with every attribute of the schema; unset ones are null. UNKNOWN is allowed anywhere. */
export function configOf(kind: Pick<Kind, 'attributes'>, given: unknown): ObjectValue {
  return membersOf(schemaAttributes(kind.attributes), given);
}

/** Like {@link configOf}, for any schema. */
export function configOfSchema(schema: Schema | undefined, given: unknown): ObjectValue {
  if (!schema) throw new Error('There is no such schema');
  return membersOf(schema.attributes, given);
}

/** The value with other members, or more. */
export function withChanges(value: ObjectValue, changes: Readonly<Record<string, CtyValue>>): ObjectValue {
  return objectValue([...Object.entries(value), ...Object.entries(changes)]);
}

/** The last event of a list or an action, which has its diagnostics. */
export async function lastEvent<Event>(events: AsyncIterable<Event>): Promise<Event> {
  let last: Event | undefined;
  for await (const event of events) last = event;
  if (last === undefined) throw new Error('There was no event');
  return last;
}

function membersOf(attributes: readonly SchemaAttribute[], given: unknown): ObjectValue {
  const members = (given ?? {}) as Record<string, unknown>;
  return objectValue(attributes.map((attribute) => [attribute.name, memberOf(attribute, members[attribute.name])]));
}

function memberOf({ nested, type }: SchemaAttribute, given: unknown): CtyValue {
  if (given === null || given === undefined || typeof given === 'symbol') return (given ?? null) as CtyValue;
  const isMap = nested?.nesting === 'map' || (Array.isArray(type) && type[0] === 'map');
  const toElement = (item: unknown): CtyValue =>
    nested && typeof item === 'object' && item !== null ? membersOf(nested.attributes, item) : (item as CtyValue);
  if (isMap) return objectValue(Object.entries(given).map(([key, item]) => [key, toElement(item)]));
  if (nested?.nesting === 'single') return toElement(given);
  return nested ? (given as unknown[]).map(toElement) : (given as CtyValue);
}
