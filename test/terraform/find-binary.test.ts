import { chmodSync, mkdirSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { commandName, findBinary, findConfiguredBinary } from '../../src/terraform/find-binary';
import { useFolder } from '../support/folder';

const files = useFolder();
const pathOf = (...names: string[]): string => names.map((name) => join(files.folder, name)).join(delimiter);

async function program(...path: string[]): Promise<string> {
  const file = join(files.folder, await files.write(join(...path), ''));
  chmodSync(file, 0o755);
  return file;
}

test('findBinary returns the first terraform on the path, also behind a tofu', async () => {
  await program('a', 'tofu');
  const found = await program('b', 'terraform');
  await program('c', 'terraform');
  expect(await findBinary(pathOf('a', 'b', 'c'))).toBe(found);
  expect(await findBinary(join(files.folder, 'a'))).toBe(join(files.folder, 'a', 'tofu'));
  expect(await findBinary(join(files.folder, 'nowhere'))).toBeUndefined();
});

test('findBinary ignores a folder, and a file that is not executable', async () => {
  mkdirSync(join(files.folder, 'a', 'terraform'), { recursive: true });
  chmodSync(await program('b', 'terraform'), 0o644);
  const found = await program('c', 'terraform');
  expect(await findBinary(pathOf('a', 'b', 'c'))).toBe(found);
});

test('findBinary returns an absolute path', async () => {
  const found = await program('a', 'terraform');
  expect(await findBinary(relative(process.cwd(), join(files.folder, 'a')))).toBe(found);
});

test('TERRAFORM_BINARY_NAME selects the binary, and a name that does not exist is ignored', async () => {
  const terraform = await program('a', 'terraform');
  const tofu = await program('b', 'tofu');
  const PATH = pathOf('a', 'b');
  expect(await findConfiguredBinary({ PATH })).toBe(terraform);
  expect(await findConfiguredBinary({ PATH, TERRAFORM_BINARY_NAME: 'tofu' })).toBe(tofu);
  expect(await findConfiguredBinary({ PATH, TERRAFORM_BINARY_NAME: tofu })).toBe(tofu);
  expect(await findConfiguredBinary({ PATH, TERRAFORM_BINARY_NAME: 'absent' })).toBe(terraform);
  expect(await findConfiguredBinary({})).toBeUndefined();
  expect([commandName(tofu), commandName(undefined)]).toEqual(['tofu', 'terraform']);
});
