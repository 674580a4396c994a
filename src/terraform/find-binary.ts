import { access, constants, stat } from 'node:fs/promises';
import { basename, delimiter, resolve } from 'node:path';

export const BINARY_NAMES = ['terraform', 'tofu'] as const;

/** The variable by which CDKTF selects the binary; without it, CDKTF runs `terraform`. */
export const BINARY_VARIABLE = 'TERRAFORM_BINARY_NAME';

type Environment = Readonly<Record<string, string | undefined>>;

interface SelectedBinary {
  /** The value of {@link BINARY_VARIABLE}; undefined if it is not set or empty. */
  readonly name: string | undefined;
  /** The program with this name; without a name, the first of {@link BINARY_NAMES}. Undefined if the PATH has none. */
  readonly binary: string | undefined;
}

export async function findSelectedBinary(env: Environment): Promise<SelectedBinary> {
  const name = env[BINARY_VARIABLE] || undefined;
  return { name, binary: await findBinary(env['PATH'] ?? '', name === undefined ? BINARY_NAMES : [name]) };
}

/**
 * The program that {@link BINARY_VARIABLE} names. If the variable is not set, or its program is not on the PATH, the
 * first of {@link BINARY_NAMES} on the PATH.
 */
export async function findConfiguredBinary(env: Environment): Promise<string | undefined> {
  return (await findSelectedBinary(env)).binary ?? findBinary(env['PATH'] ?? '');
}

/** Whether the binary is OpenTofu by the name of its file: `tofu`, or one such as `tofu-1.10`. */
export function isOpenTofu(binary: string | undefined): boolean {
  return commandName(binary).startsWith('tofu');
}

/** For a command that a user runs: `/usr/bin/tofu` -> `tofu`; `terraform` if there is none. */
export function commandName(binary: string | undefined): string {
  return binary === undefined ? BINARY_NAMES[0] : basename(binary);
}

/**
 * Looks for the first name in every folder, then for the next name: a `terraform` in the last folder is preferred to a
 * `tofu` in the first. A name may also be an absolute path. `searchPath` has the form of the variable PATH.
 */
export async function findBinary(
  searchPath: string,
  names: readonly string[] = BINARY_NAMES,
): Promise<string | undefined> {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  for (const name of names) {
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
