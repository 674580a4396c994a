import { spawnSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { initializeCopy } from '../../../src/preview/stacks/initialize';
import { UNATTENDED } from '../../../src/terraform/environment';
import { thisPlatform } from '../../../src/terraform/platforms';
import { useFolder } from '../../support/folder';
import { terraformBinary } from '../../support/terraform-binary';

const files = useFolder();

const PROVIDERS = ['random', 'time'];

const terraform = (cwd: string, ...args: readonly string[]) => {
  const env = { PATH: process.env['PATH'], HOME: files.folder, ...UNATTENDED };
  return spawnSync(terraformBinary(), args, { cwd, env, encoding: 'utf8' });
};

test('a copy is initialized with plugins and its backend', async () => {
  // init computes a checksum of the program and does not start it.
  for (const name of PROVIDERS)
    await files.write(
      `plugins/registry.terraform.io/hashicorp/${name}/3.6.0/${thisPlatform()}/terraform-provider-${name}_v3.6.0`,
      name,
    );
  const [copy, folder] = [join(files.folder, 'copy'), join(files.folder, 'init')];
  await mkdir(copy);
  const addresses = PROVIDERS.map((name) => `registry.terraform.io/hashicorp/${name}`);
  const plugins = { addresses, pluginFolder: join(files.folder, 'plugins') };
  await initializeCopy(plugins, { copy, folder }, async (cwd, ...args) => {
    const { status, stderr } = terraform(cwd, ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
  const installed = await readdir(join(copy, '.terraform/providers/registry.terraform.io/hashicorp'));
  expect(installed.sort()).toEqual(PROVIDERS);
  expect(await readdir(join(copy, '.terraform'))).toContain('terraform.tfstate');
});
