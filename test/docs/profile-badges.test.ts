/** Documents mark what only the public service has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attributes } from '../../src/model/kind';
import { KINDS, READ_ONLY_KINDS } from '../../src/model/kinds';

const BADGE = '**Profile `ngrok` only.**';

const readPage = (name: string): string => readFileSync(join(__dirname, '../../docs/reference', `${name}.md`), 'utf8');

test.each([...KINDS, ...READ_ONLY_KINDS].map((kind) => [kind.name, kind] as const))(
  'the page of %s has a badge exactly if only some profiles have the resource type',
  (name, { profiles }) => expect(readPage(name).includes(`> ${BADGE}`)).toBe(profiles !== undefined),
);

/** Dotted paths of the attributes that only some profiles have, outside of lists and maps of objects. */
function findMarked(attributes: Attributes, prefix = ''): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const path = `${prefix}${name}`;
    if (attribute.profiles) return [path];
    return attribute.type === 'object' ? findMarked(attribute.attributes, `${path}.`) : [];
  });
}

test('the row of each attribute that only some profiles have has a badge, outside of lists and maps of objects', () => {
  const marked = KINDS.flatMap((kind) => findMarked(kind.attributes).map((path) => [kind.name, path] as const));
  expect(marked).toContainEqual(['event_destination', 'target.datadog']);
  for (const [name, path] of marked)
    expect([path, readPage(name)]).toEqual([
      path,
      expect.stringMatching(new RegExp(`^\\| \`${path}\`.*rofile \`ngrok\` only`, 'm')),
    ]);
});
