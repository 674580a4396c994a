/** What `npm install` would install, without a registry. */
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const packageRoot = join(__dirname, '../..');

/** Links this package, and what its development installs, as the dependencies of the `package.json` in the folder. */
export async function linkPackages(folder: string): Promise<void> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly [part: string]: Readonly<Record<string, string>>;
  };
  const modules = join(folder, 'node_modules');
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(name === 'netingress' ? packageRoot : join(packageRoot, 'node_modules', name), join(modules, name));
  }
  await mkdir(join(modules, '.bin'));
  await symlink(join(modules, 'tsx/dist/cli.mjs'), join(modules, '.bin/tsx'));
}
