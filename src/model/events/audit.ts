/**
 * The created, updated and deleted events of a kind have its attributes, as responses have them, except those of
 * {@link NOT_IN_EVENTS}.
 */
import { type Attribute, type Attributes, type Kind, membersOf, type ProfileName } from '../kind';
import type { EventField, EventFieldType } from './field-types';

/** `<kind>.<path>` of attributes that the events of docs/internals/event-sources.md do not have. */
const NOT_IN_EVENTS: readonly string[] = [
  'domain.is_dev',
  'event_subscription.sources.fields',
  'event_subscription.sources.filter',
  'secret.value',
  'ssh_certificate_authority.elliptic_curve',
  'ssh_certificate_authority.key_size',
  'tls_certificate.private_key_pem',
];

/** Fields in docs/internals/event-sources.md that are no attributes, by kind. */
const ADDED_FIELDS: Readonly<Record<string, readonly EventField[]>> = {
  event_subscription: [{ name: 'sources.uri', type: 'string', doc: 'URI of the event source', filterable: false }],
};

const TYPES: Readonly<Record<Attribute['type'], EventFieldType>> = {
  string: 'string',
  number: 'int32',
  bool: 'boolean',
  object: 'Map<string, string>',
  map: 'Map<string, string>',
  set: 'List<string>',
  list: 'List<string>',
};

export function auditFields({ name: kind, attributes }: Kind): readonly EventField[] {
  const fields = [...listFields(attributes, ''), ...(ADDED_FIELDS[kind] ?? [])];
  // Two attributes can have one name in responses: an input, and the computed attribute that has its result. The last
  // counts.
  const byName = new Map(fields.map((field) => [field.name, field]));
  return [...byName.values()].filter(({ name }) => !NOT_IN_EVENTS.includes(`${kind}.${name}`));
}

function listFields(attributes: Attributes, prefix: string, ofParent?: readonly ProfileName[]): EventField[] {
  return Object.entries(attributes).flatMap(([name, attribute]): EventField[] => {
    if (attribute.providerOnly) return [];
    const ref = 'ref' in attribute ? attribute.ref : undefined;
    const path = `${prefix}${ref?.responseName ?? attribute.responseName ?? name}`;
    const profiles = attribute.profiles ?? ofParent;
    const members = membersOf(attribute);
    if (Object.keys(members).length > 0) return listFields(members, `${path}.`, profiles);
    // `ip_policy_id` is `ip_policy: { id, uri }` in responses, but `ssh_certificate_authority_id` is an id there, too.
    const isObject = ref ? ref.responseName !== name : 'idOfRef' in attribute && attribute.idOfRef;
    const paths = isObject ? [`${path}.id`, `${path}.uri`] : [pathOfValue(attribute, path)];
    return paths.map((each) => ({
      name: each,
      type: each === path ? TYPES[attribute.type] : 'string',
      doc: each.endsWith('.uri') ? 'URI of the object' : attribute.doc.replace(/\.$/, ''),
      filterable: false,
      ...(profiles && { profiles }),
    }));
  });
}

/** The path of the value. In a list whose strings are members of objects in the API, the path of that member. */
function pathOfValue(attribute: Attribute, path: string): string {
  const member = 'elementMember' in attribute ? attribute.elementMember : undefined;
  return member === undefined ? path : `${path}.${member}`;
}
