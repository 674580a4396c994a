import { access, constants, stat } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';

/** Names of the engines that can run a configuration, in the order in which they are preferred. */
export const ENGINE_NAMES = ['terraform', 'tofu'] as const;

/**
 * The first Terraform or OpenTofu on a search path, as an absolute path, or undefined when there is none.
 * `searchPath` has the form of the environment variable PATH.
 */
export async function findBinary(searchPath: string): Promise<string | undefined> {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  for (const name of ENGINE_NAMES) {
    for (const folder of folders) {
      const file = resolve(folder, name);
      if (await isExecutable(file)) return file;
    }
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    // Of a folder the same permission means something else.
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
