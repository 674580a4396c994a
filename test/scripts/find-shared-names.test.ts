/** A name that two files export is found, and so is one that another file imports or passes on under another name. */
import { findSharedNames } from '../../scripts/lib/find-shared-names';
import { useFolder } from '../support/folder';

const files = useFolder();

test('declarations are found, whatever declares and exports them; imported names that are exported, names of Node and listed ones are not', async () => {
  await files.write('a.ts', 'export const Twice = 1; export interface Listed {} export function once() {}');
  await files.write('b.ts', 'export class Twice {} export type Listed = 1; const once = 2; export { once };');
  await files.write(
    'c.ts',
    `import { Twice as Other } from './a'; export { once as first } from './b'; import { setTimeout as sleep } from 'node:timers/promises'; export { Other, sleep };`,
  );
  const [a, b, c] = ['a.ts', 'b.ts', 'c.ts'].map((name) => `${files.folder}/${name}`) as [string, string, string];
  expect(findSharedNames([a, b, c], (name) => name === 'Listed')).toEqual([
    { name: 'Twice', files: [a, b], type: 'exported twice' },
    { name: 'once', files: [a, b], type: 'exported twice' },
    { name: 'Twice', files: [c], type: 'renamed' },
    { name: 'once', files: [c], type: 'renamed' },
  ]);
});
