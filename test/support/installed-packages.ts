/** Links packages in place of `npm install`, which needs a registry. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const packageRoot = join(__dirname, '../..');

/** Links packages that are installed here, or this one (`netingress`), into `node_modules` of the folder. */
export function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(name === 'netingress' ? packageRoot : join(packageRoot, 'node_modules', name), link);
  }
}

/** Links the dependencies of the `package.json` in the folder, with the program `tsx`. */
export function linkDependencies(folder: string): void {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly [part: string]: Readonly<Record<string, string>>;
  };
  linkPackages(folder, Object.keys({ ...dependencies, ...devDependencies }));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'));
  symlinkSync(join(modules, 'tsx/dist/cli.mjs'), join(modules, '.bin/tsx'));
}
