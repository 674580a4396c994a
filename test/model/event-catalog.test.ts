import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS, findEventType } from '../../src/model/events/event-catalog';
import { AUDITED_KINDS, EVENT_TYPES, eventTypesIn } from '../../src/model/events/event-types';
import { LIST_MEMBERS } from '../../src/model/events/field-types';
import type { Attribute } from '../../src/model/kind';
import { getKind } from '../../src/model/kinds';

/** The tables of the specification: heading to rows of a name, a type and, for some, `filterable`. */
const tables = new Map(
  readFileSync(join(__dirname, '../../docs/internals/event-sources.md'), 'utf8')
    .split('\n### ')
    .map((section) => [section.split('\n')[0] ?? '', readRows(section)] as const)
    .filter(([, rows]) => rows.length > 0),
);

/** One row of a document may be about several fields. */
function readRows(section: string): string[][] {
  return [...section.matchAll(/^\| (?!Field )(.+?) \| (.+?) \| (.*) \|$/gm)].flatMap(
    ([, names = '', type = '', meaning]) =>
      names.split(', ').map((name) => [name, type, ...(meaning?.startsWith('Filterable.') ? ['filterable'] : [])]),
  );
}

function tableOf(type: string): readonly string[][] {
  const kind = type.replace(/_(created|updated|deleted)\.v0$/, '');
  if (type.startsWith('agent_session_'))
    return tables.get('agent_session_start.v0 and agent_session_stop.v0 (same fields)') ?? [];
  if (kind === type) return tables.get(type) ?? [];
  // 'Same fields as the host certificate, and with these additions'.
  const inherited = kind === 'ssh_user_certificate' ? (tables.get('ssh_host_certificate_*.v0') ?? []) : [];
  return [...inherited, ...(tables.get(`${kind}_*.v0`) ?? [])];
}

const byName = ([a = '']: readonly string[], [b = '']: readonly string[]): number => (a < b ? -1 : 1);

test('the tables are those of 2 traffic types, the sessions and 15 kinds', () => {
  expect(tables.size).toBe(18);
  expect(EVENTS.map(({ type }) => type)).toEqual(EVENT_TYPES);
  expect(EVENTS.filter(({ profiles }) => !profiles)).toHaveLength(2 + 2 + 15 * 3);
});

test('the profile ngrok has 55 event types, of which the 6 of vaults and secrets are not in spec', () => {
  const added = eventTypesIn('ngrok').filter((type) => !eventTypesIn('spec').includes(type));
  expect([eventTypesIn('ngrok').length, eventTypesIn('spec').length]).toEqual([55, 49]);
  expect(added.every((type) => /^(vault|secret)_/.test(type))).toBe(true);
});

test.each(EVENTS.filter(({ profiles }) => !profiles))(
  '$type has the fields of the specification, with type and filterability',
  (event) => {
    const rows = tableOf(event.type);
    expect(rows.length).toBeGreaterThan(0);
    const ofSpecification = event.fields.filter(({ profiles }) => !profiles);
    const fields = ofSpecification.map(({ name, type, filterable }) => [
      name,
      type,
      ...(filterable ? ['filterable'] : []),
    ]);
    expect(fields.sort(byName)).toEqual([...rows].sort(byName));
  },
);

test.each(EVENTS)('every field of $type is documented', ({ fields }) => {
  for (const { name, doc } of fields) expect([name, doc.length > 2 && !/^Filterable/.test(doc)]).toEqual([name, true]);
});

/** Returns the attribute with this path in a response, and whether the path contains a list. */
function attributeAt(kind: string, path: string): { attribute: Attribute | undefined; list: boolean } {
  const [first = '', ...rest] = path.split('.');
  let list = false;
  let attribute = Object.entries(getKind(kind).attributes).find(
    ([name, each]) =>
      name === first || each.responseName === first || ('ref' in each && each.ref?.responseName === first),
  )?.[1];
  for (const step of rest) {
    if (!attribute) break;
    list ||= attribute.type === 'set' || attribute.type === 'list';
    if ('ref' in attribute && attribute.ref) return { attribute, list };
    if (attribute.type === 'object') attribute = attribute.attributes[step];
    // The service adds the URI of each source.
    else if ('elements' in attribute && attribute.elements !== 'string')
      attribute = step === 'uri' ? attribute : attribute.elements[step];
  }
  return { attribute, list };
}

test.each(AUDITED_KINDS)('the events of %s have the types of API responses', (kind) => {
  for (const { name, type } of findEventType(`${kind}_created.v0`)?.fields ?? []) {
    const { attribute, list } = attributeAt(kind, name);
    expect([name, attribute !== undefined]).toEqual([name, true]);
    expect([name, LIST_MEMBERS.some((member) => name.startsWith(`${member}.`))]).toEqual([name, list]);
    const plain =
      attribute !== undefined && (attribute.type === 'set' || attribute.type === 'list') && !name.includes('.');
    expect([name, type === 'List<string>']).toEqual([name, plain || name.startsWith('subject_alternative_names.')]);
  }
});
