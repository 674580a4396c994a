/** Documents mark what only the public service has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attributes } from '../../src/model/kind';
import { KINDS, READ_ONLY_KINDS } from '../../src/model/kinds';

const BADGE = '**Profile `ngrok` only.**';

const readPage = (name: string): string => readFileSync(join(__dirname, '../../docs/reference', `${name}.md`), 'utf8');

test.each([...KINDS, ...READ_ONLY_KINDS].map((kind) => [kind.name, kind] as const))(
  'the page of %s has a badge if only one profile has the resource type',
  (name, { profiles }) => {
    expect(readPage(name).includes(`> ${BADGE}`)).toBe(profiles !== undefined);
  },
);

/** Dotted paths of the attributes that only some profiles have. */
function findMarked(attributes: Attributes, prefix = ''): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const path = `${prefix}${name}`;
    if (attribute.profiles) return [path];
    return attribute.type === 'object' ? findMarked(attribute.attributes, `${path}.`) : [];
  });
}

const marked = KINDS.flatMap((kind) => findMarked(kind.attributes).map((path) => [kind.name, path] as const));

test.each(marked)('the row of %s.%s has a badge', (name, path) => {
  const row = readPage(name)
    .split('\n')
    .find((line) => line.startsWith(`| \`${path}\``));
  expect(row).toContain('rofile `ngrok` only');
});

test('attributes of four resource types are marked', () => {
  expect(marked.map((each) => each.join('.'))).toEqual(
    expect.arrayContaining(['api_key.owner_id', 'domain.resolves_to', 'event_destination.target.datadog']),
  );
});
