import { listFilterFields } from '../cel/filter-fields';
import type { Attribute, Attributes, Kind, ObjectAttribute } from '../kind';
import type { DataSource, LookupKeys } from './data-source';

/** By `id`, natural key, or without natural key by exact `description` if the kind has one. */
export function objectDataSource(kind: Kind): DataSource {
  const keys = lookupKeys(kind);
  const names = keys
    .map(({ paths, allRequired }) => paths.map((path) => `\`${path}\``).join(allRequired ? ' and ' : ' and/or '))
    .join(' or ');
  return {
    name: kind.name,
    doc: `Reads one ${kind.title} by ${names}. It is an error if no object or several objects match.`,
    attributes: keys
      .flatMap(({ paths }) => paths)
      .reduce((attributes, path) => asLookupArgument(attributes, path.split('.')), objectAttributes(kind)),
    lookupKeys: keys,
    ...(kind.profiles && { profiles: kind.profiles }),
  };
}

export function listDataSource(kind: Kind): DataSource {
  const fields = listFilterFields(kind);
  const evaluator = kind.listFilter ? 'the service' : 'the provider';
  const names = fields.map((field) => `\`obj.${field}\``).join(', ');
  const example = `obj.${['description', ...(kind.filterFields ?? []), 'id'].find((field) => fields.includes(field))} == "edge"`;
  const filterDoc = `CEL expression over \`obj\`, evaluated by ${evaluator}, for example \`${example}\`. Fields: ${names}. All objects are read if unset.`;
  return {
    name: kind.plural,
    doc: `Reads all objects of the type ${kind.title}, or those that match a filter. The list may be empty.`,
    attributes: {
      filter: { type: 'string', presence: 'optional', examples: [example], doc: filterDoc },
      [kind.plural]: {
        type: 'list',
        presence: 'computed',
        elements: readableAttributes(kind.attributes),
        ...(kind.personalData && { sensitive: true }),
        doc: 'Matching objects, newest first.',
      },
    },
    ...(kind.profiles && { profiles: kind.profiles }),
  };
}

function lookupKeys({ naturalKey, attributes }: Kind): LookupKeys {
  return [
    { paths: ['id'], allRequired: true },
    ...(naturalKey ? [{ paths: naturalKey.attributes, allRequired: naturalKey.unique }] : []),
    ...(!naturalKey && attributes['description'] ? [{ paths: ['description'], allRequired: true }] : []),
  ];
}

function objectAttributes({ attributes, personalData }: Kind): Attributes {
  const readable = readableAttributes(attributes);
  if (!personalData) return readable;
  return Object.fromEntries(
    Object.entries(readable).map(([name, attribute]) => [
      name,
      name === 'id' || name === 'uri' ? attribute : ({ ...attribute, sensitive: true } as Attribute),
    ]),
  );
}

/** The same result object for the same attributes lets generators share the types of nested objects. */
const cache = new WeakMap<Attributes, Attributes>();

/** The attributes as results, without those that responses omit. */
function readableAttributes(attributes: Attributes): Attributes {
  const known = cache.get(attributes);
  if (known) return known;
  const allComputed = Object.values(attributes).every(
    ({ presence, omittedFromResponses }) => presence === 'computed' && !omittedFromResponses,
  );
  const computed = allComputed
    ? attributes
    : Object.fromEntries(
        Object.entries(attributes)
          .filter(([, { omittedFromResponses }]) => !omittedFromResponses)
          .map(([name, attribute]) => [name, readableAttribute(attribute)]),
      );
  cache.set(attributes, computed);
  return computed;
}

function readableAttribute(attribute: Attribute): Attribute {
  const computed = { presence: 'computed', doc: attribute.doc } as const;
  if (attribute.type === 'object') {
    const { type, nullWhenAllEmpty, attributes } = attribute;
    const members = readableAttributes(attributes);
    return { type, ...computed, attributes: members, ...(nullWhenAllEmpty && { nullWhenAllEmpty }) };
  }
  const { docOnChange, requiresReplace, detach, allowedOnlyWith, recomputedWhen, ...common } = attribute;
  const readable = { ...common, ...computed } as Exclude<Attribute, ObjectAttribute>;
  if (!('elements' in readable) || readable.elements === 'string') return readable;
  return { ...readable, elements: readableAttributes(readable.elements) } as Attribute;
}

function asLookupArgument(attributes: Attributes, [first, ...rest]: readonly string[]): Attributes {
  const name = first as string;
  const attribute = attributes[name];
  if (!attribute) throw new Error(`The lookup key '${name}' is not an attribute`);
  const input = { ...attribute, presence: 'optional-computed' } as Attribute;
  if (rest.length === 0 || input.type !== 'object') return { ...attributes, [name]: input };
  return { ...attributes, [name]: { ...input, attributes: asLookupArgument(input.attributes, rest) } };
}
