/**
 * Blocks that do not fit into memory are in a file whose name is removed while it is open, or at the end where that
 * fails.
 */
import fs, { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSpillFile } from '../../src/drift/spill-file';
import { useFolder } from '../support/folder';

const files = useFolder();

test('every block is returned, from memory and from the file, which has no name in the folder', () => {
  const spill = createSpillFile({ folder: files.folder, memoryBytes: 1000 });
  const blocks = Array.from({ length: 200 }, (_, index) => new Uint8Array((index * 37) % 90).fill(index));
  const numbers = blocks.map((block) => spill.add(block));
  expect(new Set(numbers.map((number) => number < 0)).size).toBe(2);
  expect(numbers.map((number) => spill.get(number))).toEqual(blocks);
  expect([...numbers].reverse().map((number) => spill.get(number))).toEqual([...blocks].reverse());
  expect(readdirSync(files.folder)).toEqual([]);
  spill.close();
});

test('a folder that does not exist is an error that names it and the variable', () => {
  const spill = createSpillFile({ folder: join(files.folder, 'none'), memoryBytes: 0 });
  expect(() => spill.add(new Uint8Array(1))).toThrow(/cannot be kept in .*none: ENOENT.* Set TMPDIR/);
  spill.close();
});

test('a folder that cannot be removed while its file is open is removed at the end', () => {
  const spill = createSpillFile({ folder: files.folder, memoryBytes: 0 });
  jest.spyOn(fs, 'rmSync').mockImplementationOnce(() => {
    throw new Error('EBUSY');
  });
  const block = Uint8Array.of(1, 2, 3);
  expect(spill.get(spill.add(block))).toEqual(block);
  expect(readdirSync(files.folder)).toHaveLength(1);
  spill.close();
  expect(readdirSync(files.folder)).toEqual([]);
});
