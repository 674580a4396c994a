/** The copy of a stack contains what Terraform reads, and nothing that is written to it reaches the original. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PreviewStack } from '../../../src/preview/stacks/prepare-stack';
import { createWorkingCopy, writeOverrides } from '../../../src/preview/stacks/working-copy';
import { readTree } from '../../support/preview/app';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'netingress-working-copy-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Writes files below the root of the test, by path. */
async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, 'repo', path)), { recursive: true });
    await writeFile(join(root, 'repo', path), text);
  }
}

const modules = (...dirs: readonly (readonly [key: string, dir: string])[]): string =>
  JSON.stringify({ Modules: dirs.map(([Key, Dir]) => ({ Key, Source: `./${Key}`, Dir })) });

const stack = (folder: string): PreviewStack => ({
  name: 'infra',
  folder: join(root, 'repo', folder),
  displayFolder: folder,
  dependencies: [],
  configuration: undefined,
  constructs: new Map(),
});

const copy = (folder: string) =>
  createWorkingCopy(stack(folder), join(root, 'copies'), { state: '', workspace: 'default' });

const OVERRIDE = { remoteStates: [{ name: 'other', path: '/outputs' }], provisioned: ['terraform_data.one'] };

test('an override of a module that is a link is not written to the target of the link', async () => {
  await write({
    'infra/main.tf': 'module "net" { source = "./modules/net" }',
    'infra/.terraform/modules/modules.json': modules(['', '.'], ['net', 'modules/net']),
    'shared/net/main.tf': '# net',
    'shared/net/.terraform/providers/large': '',
  });
  await mkdir(join(root, 'repo/infra/modules'));
  await symlink('../../shared/net', join(root, 'repo/infra/modules/net'));
  // Neither a link without a target nor a cycle ends the copy.
  await symlink('missing', join(root, 'repo/infra/broken'));
  await symlink('..', join(root, 'repo/shared/net/parent'));
  const before = await readTree(join(root, 'repo'));
  const copied = await copy('infra');
  await writeOverrides(copied, new Map([['net', OVERRIDE]]));
  expect(await readTree(join(root, 'repo'))).toEqual(before);
  expect(await readFile(join(copied.folder, 'modules/net/main.tf'), 'utf8')).toBe('# net');
  const written = Object.keys(await readTree(join(root, 'copies')));
  expect(written.filter((file) => file.endsWith('modules/net/zzzz_netingress_preview_override.tf.json'))).toHaveLength(
    1,
  );
  expect(written.filter((file) => file.includes('large'))).toEqual([]);
});
