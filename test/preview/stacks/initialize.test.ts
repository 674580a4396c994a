import { execFileSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { initializeCopy } from '../../../src/preview/stacks/initialize';
import { UNATTENDED } from '../../../src/terraform/environment';
import { thisPlatform } from '../../../src/terraform/platforms';
import { useFolder } from '../../support/folder';
import { terraformBinary } from '../../support/terraform-binary';

const files = useFolder();

const PROVIDERS = ['random', 'time'];

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
  const env = { PATH: process.env['PATH'], HOME: files.folder, ...UNATTENDED };
  await initializeCopy(plugins, { copy, folder }, async (cwd, ...args) => {
    execFileSync(terraformBinary(), args, { cwd, env, stdio: 'pipe' });
  });
  const installed = await readdir(join(copy, '.terraform/providers/registry.terraform.io/hashicorp'));
  expect(installed.sort()).toEqual(PROVIDERS);
  expect(await readdir(join(copy, '.terraform'))).toContain('terraform.tfstate');
});
