/** Code that reads words for people is found, whatever the form; what prints them is not. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReadWords } from '../../scripts/lib/read-words';

const root = join(__dirname, '..', '..');

test('comparisons, searches and regular expressions on words are found; printing is not', () => {
  const folder = mkdtempSync(join(root, 'node_modules', '.words-'));
  const file = join(folder, 'reads.ts');
  const lines = [
    `import { describeCause, type Words } from '${join(root, 'src/values/describe-cause')}';`,
    `const words = describeCause({ kind: 'no_member', member: 'a' });`,
    `const maybe = words as Words | undefined;`,
    `export const printed = [\`\${words}.\`, [words].join(), words.length];`,
    `export const list: string[] = ['a'];`,
  ];
  const reads = [
    `words === 'a'`,
    `'a' !== words`,
    `maybe === 'a'`,
    `words < 'b'`,
    `words.includes('a')`,
    `maybe?.startsWith('a')`,
    `words.replace('a', 'b')`,
    `words.split(' ')`,
    `/a/.test(words)`,
    `/a/.exec(words)`,
    `list.includes(words)`,
    `words[0]`,
  ];
  writeFileSync(file, [...lines, ...reads.map((read, index) => `export const read${index} = ${read};`)].join('\n'));
  const found = findReadWords(root, [file]);
  expect(found.map(({ line, text }) => [line, text])).toEqual(
    reads.map((read, index) => [lines.length + index + 1, read]),
  );
});
