import { type Attribute, type Attributes, attributeDoc } from '../../model/kind';
import type { Words } from '../../values/words';
import type { NestedSchema, SchemaAttribute } from './schema';

const SCALAR_TYPES = { string: 'string', number: 'number', bool: 'bool' } as const;

export function schemaAttributes(attributes: Attributes): SchemaAttribute[] {
  return Object.entries(attributes).map(([name, attribute]) => ({
    name,
    description: describeAttribute(attribute),
    ...presenceFlags(attribute),
    // A write-only attribute is not marked sensitive: Terraform stores and shows no value of it. With the mark, an
    // object with another sensitive attribute would have two sensitive paths, which Terraform 1.10 and 1.11 store in
    // random order, so some refreshes would show a change. Later versions sort them (`unmarkValueForStorage`).
    ...(attribute.writeOnly ? { writeOnly: true } : attribute.sensitive && { sensitive: true }),
    ...(attribute.deprecated && { deprecated: attribute.deprecated }),
    ...typeOrNested(attribute),
  }));
}

/** Adds the valid values unless the model's text names all of them. */
function describeAttribute(attribute: Attribute): Words {
  const doc = attributeDoc(attribute);
  const values = ('enum' in attribute && attribute.enum) || [];
  const names = values.map((value) => `\`${value}\``);
  return names.every((name) => doc.includes(name)) ? doc : `${doc} One of ${names.join(', ')}.`;
}

/** An attribute with a default is computed too: the plan has a value that the configuration does not have. */
function presenceFlags(attribute: Attribute): Pick<SchemaAttribute, 'required' | 'optional' | 'computed'> {
  // Of another profile: optional, so that `checkReadOnly` lets it pass and `validateAttributes` refuses it with the
  // reason. Terraform has another schema, that of all profiles.
  if (attribute.unavailable) return { optional: true, computed: true };
  if (attribute.presence === 'required') return { required: true };
  if (attribute.presence === 'computed') return { computed: true };
  return attribute.presence === 'optional-computed' || attribute.default !== undefined
    ? { optional: true, computed: true }
    : { optional: true };
}

function typeOrNested(attribute: Attribute): Pick<SchemaAttribute, 'type'> | { nested: NestedSchema } {
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
      return { type: SCALAR_TYPES[attribute.type] };
  }
}
