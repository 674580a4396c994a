/** SECURITY.md promises nothing that no test holds. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const promised = text.slice(text.indexOf('\n## What is promised'), text.indexOf('\n## What is not promised'));
const promises = promised.split('\n').filter((line) => line.startsWith('- '));

/** The files that a promise names, each with the tests that are named after it. */
function testsOf(promise: string): [string, string[]][] {
  return promise
    .split(/(?=`test\/)/)
    .slice(1)
    .map((part) => [/^`([^`]+)`/.exec(part)?.[1] ?? '', [...part.matchAll(/“([^”]+)”/g)].map((each) => each[1] ?? '')]);
}

test.each(promises.map((promise) => [promise.slice(2, 80), promise]))('%s…: its tests are there', (_, promise) => {
  const tests = testsOf(promise);
  expect(tests.flatMap(([, names]) => names)).not.toEqual([]);
  for (const [file, names] of tests) {
    expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    const source = readFileSync(join(root, file), 'utf8');
    expect(names.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
    expect(names).not.toEqual([]);
  }
});

test('every promise is among them', () => {
  expect(promises.length).toBeGreaterThan(20);
});
