import { access, constants, stat } from 'node:fs/promises';
import { basename, delimiter, resolve } from 'node:path';

export const BINARY_NAMES = ['terraform', 'tofu'] as const;

/** The variable by which CDKTF selects the binary; its own default is `terraform`. */
export const BINARY_VARIABLE = 'TERRAFORM_BINARY_NAME';

type Environment = Readonly<Record<string, string | undefined>>;

interface SelectedBinary {
  readonly name: string | undefined;
  /** Of that name, or without a name the result of {@link findBinary}. Undefined if it is not on the PATH. */
  readonly binary: string | undefined;
}

export async function findSelectedBinary(env: Environment): Promise<SelectedBinary> {
  const name = env[BINARY_VARIABLE] || undefined;
  return { name, binary: await findBinary(env['PATH'] ?? '', name === undefined ? BINARY_NAMES : [name]) };
}

/** If TERRAFORM_BINARY_NAME is not set or not on the PATH, the result of {@link findBinary}. */
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

/** Of the first name that a program has; names may also be absolute paths. `searchPath` is as the variable PATH. */
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
