import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECURITY_PROMISES } from './security-promises';

const root = join(__dirname, '..');
const policy = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const promised = policy.slice(policy.indexOf('\n## Promises'), policy.indexOf('\n## Limits'));

test('every promise of SECURITY.md has tests, and every entry of the table is a promise', () => {
  const promises = [...promised.matchAll(/^- \*\*(.+?)\.\*\* /gm)].map(([, name]) => name);
  expect(promises.length).toBeGreaterThan(20);
  expect(promised.match(/^- /gm)).toHaveLength(promises.length);
  expect(promises).toEqual(Object.keys(SECURITY_PROMISES));
});

test.each(Object.entries(SECURITY_PROMISES))('the tests of the promise "%s" exist', (_, tests) => {
  expect(Object.keys(tests)).not.toEqual([]);
  for (const [file, titles] of Object.entries(tests)) {
    expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    const source = readFileSync(join(root, file), 'utf8');
    expect(titles).not.toEqual([]);
    expect([file, titles.filter((title) => !source.includes(`'${title}'`))]).toEqual([file, []]);
  }
});
