import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { commandName, findBinary, findConfiguredBinary } from '../../src/terraform/find-binary';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'netingress-binary-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(...path: string[]): string {
  const file = join(folder, ...path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, 0o755);
  return file;
}

test('returns the first terraform on the path, before any tofu', async () => {
  program('a', 'tofu');
  const found = program('b', 'terraform');
  program('c', 'terraform');
  const path = ['a', 'b', 'c'].map((name) => join(folder, name)).join(delimiter);
  expect(await findBinary(path)).toBe(found);
  expect(await findBinary(join(folder, 'a'))).toBe(join(folder, 'a', 'tofu'));
  expect(await findBinary(join(folder, 'nowhere'))).toBeUndefined();
});

test('ignores folders and files that are not executable', async () => {
  mkdirSync(join(folder, 'a', 'terraform'), { recursive: true });
  chmodSync(program('b', 'terraform'), 0o644);
  const found = program('c', 'terraform');
  const path = ['a', 'b', 'c'].map((name) => join(folder, name)).join(delimiter);
  expect(await findBinary(path)).toBe(found);
});

test('returns an absolute path', async () => {
  const found = program('a', 'terraform');
  expect(await findBinary(relative(process.cwd(), join(folder, 'a')))).toBe(found);
});

test('TERRAFORM_BINARY_NAME selects the binary, and a name that does not exist is ignored', async () => {
  const terraform = program('a', 'terraform');
  const tofu = program('b', 'tofu');
  const PATH = ['a', 'b'].map((name) => join(folder, name)).join(delimiter);
  expect(await findConfiguredBinary({ PATH })).toBe(terraform);
  expect(await findConfiguredBinary({ PATH, TERRAFORM_BINARY_NAME: 'tofu' })).toBe(tofu);
  expect(await findConfiguredBinary({ PATH, TERRAFORM_BINARY_NAME: tofu })).toBe(tofu);
  expect(await findConfiguredBinary({ PATH, TERRAFORM_BINARY_NAME: 'absent' })).toBe(terraform);
  expect(await findConfiguredBinary({})).toBeUndefined();
  expect([commandName(tofu), commandName(undefined)]).toEqual(['tofu', 'terraform']);
});
