/** SECURITY.md names an existing test for each of its promises. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const promises = [...text.matchAll(/^- \*\*(.+)\.\*\* /gm)].map(([, name]) => name);
const rows = [...text.matchAll(/^\| (.+) \| `(test\/.+\.test\.ts)` \|$/gm)].map(([, name, file]) => ({ name, file }));

test('each promise has one row with a test file that exists, and each row a promise', () => {
  expect(promises.length).toBeGreaterThan(20);
  expect(rows.map(({ name }) => name)).toEqual(promises);
  expect(rows.filter(({ file }) => !existsSync(join(root, String(file))))).toEqual([]);
});
