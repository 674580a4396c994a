/** Checks of `npm run check` on sources that violate them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSharedNames } from '../../scripts/lib/find-shared-names';
import { findReadWords } from '../../scripts/lib/read-words';
import { useFolder } from '../support/folder';

describe('names that two files export, or that another file imports or passes on under another name', () => {
  const files = useFolder();

  test('are found however they are declared; names that are only passed on, of Node, and listed ones are not', async () => {
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
});

describe('code that reads words for people', () => {
  const root = join(__dirname, '..', '..');
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(root, 'node_modules', '.words-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('comparisons, searches and regular expressions on words are found; printing is not', () => {
    const file = join(folder, 'reads.ts');
    const lines = [
      `import { describeCause } from '${join(root, 'src/values/describe-cause')}';`,
      `import { distinct } from '${join(root, 'src/model/arrays')}';`,
      `import { Identities } from '${join(root, 'src/values/known')}';`,
      `import type { Words } from '${join(root, 'src/values/words')}';`,
      `const words = describeCause({ kind: 'no_member', member: 'a' });`,
      `const maybe = words as Words | undefined;`,
      `const literal: Words = 'a';`,
      `const all: Words[] = [words, literal];`,
      `export const list: string[] = ['a'];`,
      `export const error = new Error(words);`,
      `const { message } = error;`,
      `interface Said { readonly id: string; readonly parts: readonly { readonly text: Words }[] }`,
      `const said: Said = { id: 'a', parts: [{ text: words }] };`,
      `const identities = new Identities();`,
      `const keyOf = (id: string): string => JSON.stringify([id]);`,
      `const finish = (text: string): string => \`\${text}.\`;`,
      `const isLong = (text: string): boolean => text.length > 9;`,
      `const isListed = (text: Words): boolean => text.length > 9;`,
      `export const printed = [\`\${words}.\`, all.join(), words.length, words !== '', maybe === undefined, finish(words)];`,
      `export const kept = [isListed(words), all.map((each) => each), new Map([['a', words]])];`,
      `export const data = [distinct([said.id]), identities.of(said.id), keyOf(said.id), JSON.stringify(said)];`,
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
      `{ [words]: 1 }`,
      `words in list`,
      `all.includes('a')`,
      `all.toSorted()`,
      `new Set(all)`,
      `new Map([[words, 1]])`,
      `isLong(words)`,
      `error.message.startsWith('a')`,
      `message.split(' ')`,
      `distinct([said])`,
      `identities.of('a', said)`,
      `[said].map(function keyOfSaid(each) { return JSON.stringify(each); })`,
    ];
    writeFileSync(file, [...lines, ...reads.map((read, index) => `export const read${index} = ${read};`)].join('\n'));
    const found = findReadWords(root, [file]);
    expect(found.map(({ line }) => line)).toEqual(reads.map((_, index) => lines.length + index + 1));
    expect(found[0]?.text).toBe(reads[0]);
  });
});
