/** The data sources that every kind has: one object by identifier or natural key, and all of them as a list. */
import type { Attribute, Attributes, Kind, ObjectAttribute } from '../kind';
import type { DataSource } from './data-source';
import type { LookupKeys } from './lookup';

/** `netingress_<kind>`: one object, by `id`, or by natural key or exact `description` (gaps.md section 0.1). */
export function objectDataSource(kind: Kind): DataSource {
  const lookup = lookupOf(kind);
  const [, other] = lookup;
  const ways = `\`id\` or ${other?.paths.map((path) => `\`${path}\``).join(' and ')}`;
  return {
    name: kind.name,
    title: kind.title,
    doc: `Reads one ${kind.title}, named by ${ways}. None that fits, or several, is an error.`,
    attributes: lookup
      .flatMap(({ paths }) => paths)
      .reduce((attributes, path) => asLookupArgument(attributes, path.split('.')), readableAttributes(kind.attributes)),
    lookupKeys: lookup,
  };
}

/** `netingress_<plural>`: all objects that a filter chooses, in the service's order. */
export function listDataSource(kind: Kind): DataSource {
  const title = kind.plural.replaceAll('_', ' ');
  const fields = ['id', 'created_at', 'description', 'metadata', ...(kind.filterFields ?? [])];
  const filterDoc = kind.listFilter
    ? `CEL expression over \`obj\`, evaluated by the service, such as \`obj.description == "edge"\`. It may name ${fields.map((field) => `\`obj.${field}\``).join(', ')}. All objects are read without it.`
    : `Cannot be set: the service filters no lists of this kind. Choose from \`${kind.plural}\` with a \`for\` expression.`;
  return {
    name: kind.plural,
    title,
    doc: `Reads all objects of the kind ${kind.title}, or those that a filter chooses. None is an empty list.`,
    attributes: {
      filter: { type: 'string', presence: 'optional', examples: ['obj.description == "edge"'], doc: filterDoc },
      [kind.plural]: {
        type: 'list',
        presence: 'computed',
        elements: readableAttributes(kind.attributes),
        doc: 'What was found, newest first.',
      },
    },
    ...(!kind.listFilter && {
      unsupported: [
        {
          attribute: 'filter',
          problem: 'is set, but the service filters no lists of this kind',
          expected: `no filter; choose from the result, as in [for each in data.netingress_${kind.plural}.<name>.${kind.plural} : each if each.description == "edge"]`,
        },
      ],
    }),
  };
}

function lookupOf(kind: Kind): LookupKeys {
  const key = kind.naturalKey;
  return [
    { paths: ['id'], unique: true },
    key ? { paths: key.attributes, unique: key.unique } : { paths: ['description'], unique: true },
  ];
}

/** Attributes are constants: the same ones give the same again, so that what is shared stays shared. */
const cache = new WeakMap<Attributes, Attributes>();

/** What can be read of attributes, all of it computed: without what no answer holds, or only the one to the creation. */
export function readableAttributes(attributes: Attributes): Attributes {
  const known = cache.get(attributes);
  if (known) return known;
  const allComputed = Object.values(attributes).every(({ presence, readback }) => presence === 'computed' && !readback);
  const computed = allComputed
    ? attributes
    : Object.fromEntries(
        Object.entries(attributes)
          .filter(([, { readback }]) => !readback)
          .map(([name, attribute]) => [name, readableAttribute(attribute)]),
      );
  cache.set(attributes, computed);
  return computed;
}

function readableAttribute(attribute: Attribute): Attribute {
  const computed = { presence: 'computed', doc: docForReading(attribute.doc) } as const;
  if (attribute.type === 'object') {
    const { type, nullWhenAllEmpty, attributes } = attribute;
    return {
      type,
      ...computed,
      attributes: readableAttributes(attributes),
      ...(nullWhenAllEmpty && { nullWhenAllEmpty }),
    };
  }
  const { requiresReplace: _, detach: __, allowedOnlyWith: ___, recomputedWhen: ____, ...same } = attribute;
  const readable = { ...same, ...computed } as Exclude<Attribute, ObjectAttribute>;
  if ('elements' in readable && readable.elements !== 'string')
    return { ...readable, elements: readableAttributes(readable.elements) } as Attribute;
  return readable;
}

/** Sentences about what a change does are none about reading. */
function docForReading(doc: string): string {
  const kept = doc
    .split(/(?<=\.) /)
    .filter((sentence) => !/needs a new|needs another|if not given|removing it/i.test(sentence));
  return kept.length > 0 ? kept.join(' ') : doc;
}

/** The attributes with the one at a path made an input that is answered too. */
function asLookupArgument(attributes: Attributes, [first, ...rest]: readonly string[]): Attributes {
  const name = first as string;
  const attribute = attributes[name];
  if (!attribute) throw new Error(`There is no attribute '${name}' to look objects up by`);
  const { presence: _, ...same } = attribute;
  const input = { ...same, presence: 'optional-computed' } as Attribute;
  if (rest.length === 0 || input.type !== 'object') return { ...attributes, [name]: input };
  return { ...attributes, [name]: { ...input, attributes: asLookupArgument(input.attributes, rest) } };
}
