import { access, constants, stat } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';

export const BINARY_NAMES = ['terraform', 'tofu'] as const;

/**
 * Returns the absolute path of the first terraform on the search path, else of the first tofu, else undefined.
 * `searchPath` has the format of the environment variable PATH.
 */
export async function findBinary(searchPath: string): Promise<string | undefined> {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  for (const name of BINARY_NAMES) {
    for (const folder of folders) {
      const file = resolve(folder, name);
      if (await isExecutable(file)) return file;
    }
  }
  return undefined;
}

export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    // The execute permission of a folder has a different meaning.
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
