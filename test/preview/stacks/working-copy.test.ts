import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { OVERRIDE_FILE, type PreviewStack } from '../../../src/preview/stacks/prepare-stack';
import { createWorkingCopy, writeOverrides } from '../../../src/preview/stacks/working-copy';
import { useFolder } from '../../support/folder';
import { readTree } from '../../support/preview/app';

let original: Record<string, string>;
// Nothing that is written to a copy reaches the original.
afterEach(async () => expect(await readTree(join(files.folder, 'repo'))).toEqual(original));
// Last, because the folder is removed after that.
const files = useFolder();

/** Writes files below the folder `repo`, by path. */
async function write(contents: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(contents)) await files.write(`repo/${path}`, text);
}

const modules = (...dirs: readonly (readonly [key: string, dir: string])[]): string =>
  JSON.stringify({ Modules: dirs.map(([Key, Dir]) => ({ Key, Source: `./${Key}`, Dir })) });

const stack = (displayFolder: string): PreviewStack => ({
  ...{ name: 'infra', folder: join(files.folder, 'repo', displayFolder), displayFolder },
  ...{ dependencies: [], configuration: undefined },
});

const copy = async (
  folder: string,
  dataFolder = join(files.folder, 'repo', folder, '.terraform'),
  runFolder = join(files.folder, 'copies'),
) => {
  original = await readTree(join(files.folder, 'repo'));
  await mkdir(runFolder, { recursive: true });
  const options = { state: '', workspace: 'default', dataFolder, runFolder };
  return createWorkingCopy(stack(folder), join(runFolder, 'stack-0'), options);
};

const OVERRIDE = { remoteStates: [{ name: 'other', path: '/outputs' }], provisioned: ['terraform_data.one'] };

test('an override of a module that is a link is not written to the target of the link', async () => {
  await write({
    'infra/main.tf': 'module "net" { source = "./modules/net" }',
    'infra/.terraform/modules/modules.json': modules(['', '.'], ['net', 'modules/net']),
    'shared/net/main.tf': '# net',
    'shared/net/.terraform/providers/large': '',
  });
  await mkdir(join(files.folder, 'repo/infra/modules'));
  await symlink('../../shared/net', join(files.folder, 'repo/infra/modules/net'));
  // Neither a link without a target nor a cycle ends the copy.
  await symlink('missing', join(files.folder, 'repo/infra/broken'));
  await symlink('..', join(files.folder, 'repo/shared/net/parent'));
  const copied = await copy('infra');
  await writeOverrides(copied, new Map([['net', OVERRIDE]]));
  expect(await readFile(join(copied.folder, 'modules/net/main.tf'), 'utf8')).toBe('# net');
  const written = Object.keys(await readTree(join(files.folder, 'copies')));
  expect(written.filter((file) => file.endsWith(`modules/net/${OVERRIDE_FILE}`))).toHaveLength(1);
  expect(written.filter((file) => file.includes('large'))).toEqual([]);
});

test('files above the folder are where the configuration reads them, and removing the copy keeps them', async () => {
  await write({
    'infra/main.tf': `locals { a = file("\${path.module}/../files/a.txt") }`,
    'infra/.terraform/modules/modules.json': modules(['', '.'], ['net', '../modules/net']),
    'modules/net/main.tf': `locals { b = fileset("\${path.module}/../../templates", "*") }`,
    'modules/list.txt': 'list',
    'files/a.txt': 'a',
    'templates/b.txt': 'b',
  });
  const copied = await copy('infra');
  const read = (path: string) => readFile(join(copied.folder, path), 'utf8');
  expect(await read('../files/a.txt')).toBe('a');
  expect(await read('../templates/b.txt')).toBe('b');
  expect(await read('../modules/list.txt')).toBe('list');
  await writeOverrides(copied, new Map([['net', OVERRIDE]]));
  expect(await read('../modules/net/zzzz_netingress_preview_override.tf.json')).toContain('/outputs');
  await rm(join(files.folder, 'copies'), { recursive: true });
});

test('a module that contains the folder is complete, and its override is not written to the original', async () => {
  await write({
    'examples/basic/main.tf': 'module "it" { source = "../.." }',
    'examples/basic/.terraform/modules/modules.json': modules(['', '.'], ['it', '../..'], ['it.sub', '../../sub']),
    'main.tf': '# it',
    'sub/main.tf': '# sub',
  });
  const copied = await copy('examples/basic');
  expect(await readFile(join(copied.folder, '../../main.tf'), 'utf8')).toBe('# it');
  await writeOverrides(copied, new Map(['it', 'it.sub'].map((module) => [module, OVERRIDE])));
  for (const dir of ['../..', '../../sub']) expect(await readdir(join(copied.folder, dir))).toContain(OVERRIDE_FILE);
});

test('a configuration that reads nothing above its folder has no links to what is there', async () => {
  await write({ 'infra/main.tf': 'locals { a = concat(var.list..., ["1...2"]) }', 'files/a.txt': 'a' });
  const { folder } = await copy('infra');
  expect(await readdir(dirname(folder))).toEqual(['infra']);
});

test('two calls of a module that reads remote states have different override files', async () => {
  await write({
    'infra/main.tf': '# root',
    'infra/.terraform/modules/modules.json': modules(['', '.'], ['a', 'net'], ['b', 'net'], ['c', 'plain']),
    'infra/net/main.tf': 'data "terraform_remote_state" "other" {}',
    'infra/plain/main.tf': '# plain',
  });
  const copied = await copy('infra');
  const remoteState = (key: string) => ({ name: 'other', path: `/outputs-of-${key}` });
  const override = (key: string) => ({ remoteStates: [remoteState(key)], provisioned: [] });
  await writeOverrides(copied, new Map(['a', 'b'].map((key) => [key, override(key)])));
  const manifest = await readFile(join(copied.folder, '.terraform/modules/modules.json'), 'utf8');
  const { Modules: written } = JSON.parse(manifest) as { Modules: Record<'Key' | 'Dir' | 'Source', string>[] };
  const dirOf = (key: string): string => written.find(({ Key }) => Key === key)?.Dir ?? '';
  for (const key of ['a', 'b']) {
    const folder = join(copied.folder, dirOf(key));
    expect(await readFile(join(folder, 'main.tf'), 'utf8')).toContain('terraform_remote_state');
    const text = await readFile(join(folder, 'zzzz_netingress_preview_override.tf.json'), 'utf8');
    expect(text).toContain(`/outputs-of-${key}`);
  }
  expect(dirOf('c')).toBe('plain');
  expect(written.map(({ Source }) => Source)).toContain('./b');
});

test.each([
  ['below the folder', 'infra/.data', '.data'],
  ['elsewhere', 'data', ''],
])('modules that TF_DATA_DIR has %s are in the `.terraform` of the copy', async (_, data, dir) => {
  const absolute = join(files.folder, 'repo', data);
  const source = `${dir === '' ? absolute : dir}/modules/net`;
  await write({
    'infra/main.tf': '# root',
    [`${data}/modules/modules.json`]: modules(['', '.'], ['net', source], ['net.sub', `${source}/sub`]),
    [`${data}/modules/net/main.tf`]: '# net',
    [`${data}/modules/net/sub/main.tf`]: '# sub',
    [`${data}/providers/large`]: '',
  });
  const copied = await copy('infra', absolute);
  const [net, sub] = ['.terraform/modules/net', '.terraform/modules/net/sub'] as const;
  expect(copied.modules.map((module) => module.dir)).toEqual(['.', net, sub]);
  await writeOverrides(copied, new Map([['net.sub', OVERRIDE]]));
  expect(await readdir(join(copied.folder, sub))).toEqual(['main.tf', OVERRIDE_FILE]);
  expect(await readdir(copied.folder)).not.toContain('.data');
});

test('a temporary folder inside the configuration is not copied into itself', async () => {
  await write({ 'infra/main.tf': '# main', 'infra/tmp/notes.txt': '', 'infra/tmp/run/stack-1/secret.tfvars': '' });
  const { folder } = await copy('infra', undefined, join(files.folder, 'repo/infra/tmp/run'));
  const copied = Object.keys(await readTree(folder)).map((file) => relative(folder, file));
  expect(copied.sort()).toEqual(['main.tf', 'tmp/notes.txt']);
  // The copy itself, which is no file of the original.
  await rm(join(files.folder, 'repo/infra/tmp/run/stack-0'), { recursive: true });
});
