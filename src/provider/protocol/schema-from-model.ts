/** Terraform's schema from the model's attributes. */
import type { Attribute, Attributes } from '../../model/kind';
import type { NestedSchema, SchemaAttribute } from './schema';

const scalarTypes = { string: 'string', number: 'number', bool: 'bool' } as const;

/** Schema attributes in the model's order. Computed members of a computed object are computed themselves. */
export function schemaAttributes(attributes: Attributes): SchemaAttribute[] {
  return Object.entries(attributes).map(([name, attribute]) => ({
    name,
    description: attribute.doc,
    ...presenceFlags(attribute),
    ...(attribute.sensitive && { sensitive: true }),
    ...(attribute.writeOnly && { writeOnly: true }),
    ...(attribute.deprecated && { deprecated: attribute.deprecated }),
    ...shape(attribute),
  }));
}

/** A default makes an attribute computed too: the plan then holds a value that the configuration does not. */
function presenceFlags(attribute: Attribute): Pick<SchemaAttribute, 'required' | 'optional' | 'computed'> {
  if (attribute.presence === 'required') return { required: true };
  if (attribute.presence === 'computed') return { computed: true };
  return attribute.presence === 'optional-computed' || attribute.default !== undefined
    ? { optional: true, computed: true }
    : { optional: true };
}

function shape(attribute: Attribute): Pick<SchemaAttribute, 'type'> | { nested: NestedSchema } {
  switch (attribute.type) {
    case 'object':
      return { nested: { nesting: 'single', attributes: schemaAttributes(attribute.attributes) } };
    case 'map':
    case 'set':
    case 'list':
      return attribute.elements === 'string'
        ? { type: [attribute.type, 'string'] }
        : { nested: { nesting: attribute.type, attributes: schemaAttributes(attribute.elements) } };
    default:
      return { type: scalarTypes[attribute.type] };
  }
}
