/** docs/internals/actions.md names a test for each fact. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const document = readFileSync(join(root, 'docs/internals/actions.md'), 'utf8');
const lines = document.split('\n').filter((line) => /^(\| |Tests: )/.test(line));

/** Files with the titles that follow them up to the next file. */
function findTests(text: string): { readonly file: string; readonly titles: readonly string[] }[] {
  const [, ...parts] = text.split(/`(?=test\/)/);
  return parts.map((part) => {
    const [file = '', rest = ''] = part.split('`', 2);
    return { file, titles: [...rest.matchAll(/'([^']+)'/g)].map(([, title = '']) => title) };
  });
}

test('every fact about actions has a test, and every named test exists', () => {
  // The tests of the last table follow it.
  const [tables = ''] = document.split('\n## What differs');
  const facts = tables.split('\n').filter((line) => /^\| (?!fact)/.test(line));
  expect(facts.length).toBeGreaterThan(25);
  expect(facts.filter((line) => !line.includes('`test/'))).toEqual([]);
  const tests = lines.flatMap(findTests);
  const missing = tests.flatMap(({ file, titles }) => {
    if (!existsSync(join(root, file))) return [file];
    const source = readFileSync(join(root, file), 'utf8');
    return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`);
  });
  expect(missing).toEqual([]);
  expect(tests.flatMap(({ titles }) => titles).length).toBeGreaterThan(40);
});
