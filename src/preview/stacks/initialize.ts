/**
 * Initializes the copy of a stack in a folder beside it, which has only the backend and the providers that run for
 * real. Terraform compares each `import` block with all others whenever it reads a configuration: `init` took 26 s with
 * 3,200 blocks and 0.5 s without (docs/performance.md).
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCK_FILE } from '../../terraform/lock-file';
import type { RealProviders } from './attach-stack';
import { renderInitialized } from './prepare-stack';

/**
 * `terraform` runs a command in a folder, and rejects if the command fails. The lock file that `init` writes is not
 * copied back, because it has only a part of the providers.
 */
export async function initializeCopy(
  { addresses, pluginFolder }: RealProviders,
  { copy, folder }: { readonly copy: string; readonly folder: string },
  terraform: (cwd: string, ...args: string[]) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'main.tf.json'), JSON.stringify(renderInitialized(addresses)));
  const lockFile = join(copy, LOCK_FILE);
  if (existsSync(lockFile)) await copyFile(lockFile, join(folder, LOCK_FILE));
  const plugins = addresses.length > 0 ? [`-plugin-dir=${pluginFolder}`] : [];
  await terraform(folder, 'init', '-input=false', '-no-color', ...plugins);
  const [from, to] = [join(folder, '.terraform'), join(copy, '.terraform')];
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name));
}
