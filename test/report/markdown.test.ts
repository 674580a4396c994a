/** The length of Markdown reports, and the line by which a pipeline finds them. */
import { formatMarker, MAX_CHARACTERS, type MarkerPart, toMarkdown } from '../../src/report/markdown';
import { type Item, type Section, type Summary, toItem } from '../../src/report/section';

const summary: Summary = { title: 'Drift', result: '3 differences.', tone: 'attention', sections: [] };

const write = (sections: readonly Section[], more: { picture?: string; scope?: string } = {}): string =>
  toMarkdown({ ...summary, scope: more.scope ?? '', sections }, { command: 'drift', picture: more.picture });

const section = (id: number, items: number, line = 'x'.repeat(50)): Section => ({
  id: 'changed',
  heading: `Section ${id}`,
  items: Array.from({ length: items }, () => toItem(line)),
});
const sections = (count: number, items: number) => Array.from({ length: count }, (_, id) => section(id, items));

/** A complete report has none of these. */
const MISSING = /and \d+ more|\.\.\.|Left out|Shortened/;

test('a report of at most 60,000 characters is complete', () => {
  const text = write(sections(1, 1000), { picture: 'flowchart' });
  expect([MAX_CHARACTERS, text.length > 50_000, MISSING.test(text)]).toEqual([60_000, true, false]);
});

test.each<[string, readonly Section[], { picture?: string; scope?: string }, RegExp]>([
  [
    'a long list is shortened',
    sections(1, 5000),
    { picture: 'flowchart' },
    /^- and 4800 more\n\n```mermaid\nflowchart\n/m,
  ],
  ['a long text is shortened', [section(1, 3, '😀'.repeat(100_000))], {}, /^- 😀{500}\.\.\.\n- 😀{500}\.\.\.\n/mu],
  ['so is a long scope', [], { scope: 'x'.repeat(70_000) }, /^x{1000}\\?\.\.\.$/m],
  ['a picture is left out', sections(2, 3), { picture: 'x'.repeat(70_000) }, /^Left out: the picture\.$/m],
  [
    'sections are left out, and up to 10 of them are named',
    [...sections(3000, 2), { ...section(9, 2), heading: 'Ignored', folded: true }],
    { picture: 'flowchart' },
    /^Left out: the picture, Section \d+, .* and 2,\d\d\d more\.\n\nShortened\. The JSON report is complete\.\n$/m,
  ],
])('a longer report is one comment: %s', (_, content, more, missing) => {
  const text = write(content, more);
  expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
  expect(text).toMatch(missing);
  expect(text).toMatch(MISSING);
  expect(text).toContain('3 differences.');
});

test('a section that does not fit does not keep a shorter one after it out', () => {
  const cells = Array.from({ length: 100 }, () => 'x'.repeat(1000));
  const large = { id: 'large', heading: 'Large', table: { head: cells.map(() => 'h'), rows: [cells] } };
  const text = write([section(1, 1), large, { ...section(2, 1), folded: true }]);
  expect(text).toMatch(/### Section 1\n[\s\S]*<details><summary>Section 2<[\s\S]*<\/details>\n\nLeft out: Large\.\n/);
});

test('a list that is shortened lists bad items and what is shut out before what is not decided, and counts the others', () => {
  const tones = ['good', 'undecided', 'added', 'attention', 'changed', 'removed', 'bad'] as const;
  const items = [toItem('plain'), ...tones.flatMap((tone) => [0, 1].map((): Item => ({ line: `is ${tone}`, tone })))];
  // So long that each list is shortened to five items.
  const filler = Array.from({ length: 100 }, (_, id) => section(id, 20));
  const text = write([{ id: 'first', heading: 'First', items }, ...filler]);
  expect(text).toContain('### First\n\n- is bad\n- is bad\n- is removed\n- is removed\n- is changed\n- and 10 more\n');
});

test('the markers of different stacks and commands differ, and no name ends the line', () => {
  const names = [[], ['a'], ['a', 'b'], ['a, b'], ['a, stack=b'], ['a b'], ['a_b'], ['a-- b'], ['a->'], ['a-->']];
  const selections = ['stack', 'dir'].map((option) =>
    names.map((values) => values.map((value): MarkerPart => [option, value])),
  );
  const markers = ['preview', 'drift'].flatMap((command) =>
    selections.flatMap((each) => each.map((parts) => formatMarker(command, parts))),
  );
  // Without a value the two options have one marker.
  expect(new Set(markers).size).toBe(2 * (2 * names.length - 1));
  for (const marker of markers) expect(marker).toMatch(/^<!-- netingress-(preview|drift)((?!-->).)* -->$/);
  expect(
    formatMarker('preview', [
      ['dir', 'infra/a b'],
      ['var-file', 'prod.tfvars'],
    ]),
  ).toBe('<!-- netingress-preview: dir=infra/a%20b, var-file=prod.tfvars -->');
});
