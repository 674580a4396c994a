/** The data sources that every kind has: one object by identifier or natural key, and all of them as a list. */
import type { Attribute, Attributes, Kind, ObjectAttribute } from '../kind';
import type { DataSource } from './data-source';
import type { Lookup } from './lookup';

/** `netingress_<kind>`: one object, by `id`, or by natural key or exact `description` (gaps.md section 0.1). */
export function kindData(kind: Kind): DataSource {
  const lookup = lookupOf(kind);
  const [, other] = lookup;
  const ways = `\`id\` or ${other?.paths.map((path) => `\`${path}\``).join(' and ')}`;
  return {
    name: kind.name,
    title: kind.title,
    doc: `Reads one ${kind.title}, named by ${ways}. None that fits, or several, is an error.`,
    attributes: lookup
      .flatMap(({ paths }) => paths)
      .reduce((attributes, path) => asInput(attributes, path.split('.')), readableAttributes(kind.attributes)),
    lookup,
  };
}

/** `netingress_<plural>`: all objects that a filter chooses, in the service's order. */
export function kindListData(kind: Kind): DataSource {
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
        of: readableAttributes(kind.attributes),
        doc: 'What was found, newest first.',
      },
    },
    ...(!kind.listFilter && {
      refused: [
        {
          attribute: 'filter',
          problem: 'is set, but the service filters no lists of this kind',
          expected: `no filter; choose from the result, as in [for each in data.netingress_${kind.plural}.<name>.${kind.plural} : each if each.description == "edge"]`,
        },
      ],
    }),
  };
}

function lookupOf(kind: Kind): Lookup {
  const key = kind.naturalKey;
  return [
    { paths: ['id'], whole: true },
    key ? { paths: key.attributes, whole: key.unique } : { paths: ['description'], whole: true },
  ];
}

/** Attributes are constants: the same ones give the same again, so that what is shared stays shared. */
const made = new WeakMap<Attributes, Attributes>();

/** What can be read of attributes, all of it computed: without what no answer holds, or only the one to the creation. */
export function readableAttributes(attributes: Attributes): Attributes {
  const known = made.get(attributes);
  if (known) return known;
  const allComputed = Object.values(attributes).every(
    ({ presence, unreadable }) => presence === 'computed' && !unreadable,
  );
  const computed = allComputed
    ? attributes
    : Object.fromEntries(
        Object.entries(attributes)
          .filter(([, { unreadable }]) => !unreadable)
          .map(([name, attribute]) => [name, readableAttribute(attribute)]),
      );
  made.set(attributes, computed);
  return computed;
}

function readableAttribute(attribute: Attribute): Attribute {
  const computed = { presence: 'computed', doc: withoutChanges(attribute.doc) } as const;
  if (attribute.type === 'object') {
    const { type, absentWhenEmpty, attributes } = attribute;
    return {
      type,
      ...computed,
      attributes: readableAttributes(attributes),
      ...(absentWhenEmpty && { absentWhenEmpty }),
    };
  }
  const { replace: _, detach: __, onlyWith: ___, changesWith: ____, ...same } = attribute;
  const readable = { ...same, ...computed } as Exclude<Attribute, ObjectAttribute>;
  if ('of' in readable && readable.of !== 'string')
    return { ...readable, of: readableAttributes(readable.of) } as Attribute;
  return readable;
}

/** Sentences about what a change does are none about reading. */
function withoutChanges(doc: string): string {
  const kept = doc
    .split(/(?<=\.) /)
    .filter((sentence) => !/needs a new|needs another|if not given|removing it/i.test(sentence));
  return kept.length > 0 ? kept.join(' ') : doc;
}

/** The attributes with the one at a path made an input that is answered too. */
function asInput(attributes: Attributes, [first, ...rest]: readonly string[]): Attributes {
  const name = first as string;
  const attribute = attributes[name];
  if (!attribute) throw new Error(`There is no attribute '${name}' to look objects up by`);
  const { presence: _, ...same } = attribute;
  const input = { ...same, presence: 'chosen' } as Attribute;
  if (rest.length === 0 || input.type !== 'object') return { ...attributes, [name]: input };
  return { ...attributes, [name]: { ...input, attributes: asInput(input.attributes, rest) } };
}
