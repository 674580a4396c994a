/** What identifies an object beyond its state (terraform/rules 4, 'Identity'): for every resource its `id`. */
import { type CtyValue, type ObjectValue, objectValue } from '../../values/cty-value';
import type { IdentitySchema, Schema } from './schema';

/** The identity of a resource type, or undefined for one that has no identifier of its own. */
export function identitySchema({ attributes }: Schema): IdentitySchema | undefined {
  const id = attributes.find(({ name, type }) => name === 'id' && type === 'string');
  if (!id) return undefined;
  return {
    version: 0,
    attributes: [{ name: id.name, type: 'string', description: id.description, requiredForImport: true }],
  };
}

/** The identity of an object in that state; undefined while any of it is not known, as before a create. */
export function identityOf(schema: IdentitySchema, state: ObjectValue | null): ObjectValue | undefined {
  const members = schema.attributes.map(({ name }): [string, CtyValue] => [name, state?.[name] ?? null]);
  return members.every(([, value]) => typeof value === 'string') ? objectValue(members) : undefined;
}
