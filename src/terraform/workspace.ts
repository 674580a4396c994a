/** The folder `.terraform` of a root module, the workspace that is selected there, and the file of its local state. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type TerraformEnvironment = Readonly<Record<string, string | undefined>>;

/** `TF_DATA_DIR` replaces `.terraform`. */
export function findDataFolder(folder: string, env: TerraformEnvironment): string {
  return resolve(folder, env['TF_DATA_DIR'] || '.terraform');
}

/** `TF_WORKSPACE` has precedence over `terraform workspace select`. */
export function findWorkspace(folder: string, env: TerraformEnvironment): string {
  const file = join(findDataFolder(folder, env), 'environment');
  const selected = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return env['TF_WORKSPACE'] || selected || 'default';
}

/** Returns the state file of a local backend, or undefined for another backend. */
export function findLocalState(
  { folder, localState }: { readonly folder: string; readonly localState?: string },
  env: TerraformEnvironment,
): string | undefined {
  const workspace = findWorkspace(folder, env);
  if (localState === undefined || workspace === 'default') return localState;
  // Terraform ignores the `path` of the backend here.
  return join(folder, 'terraform.tfstate.d', workspace, 'terraform.tfstate');
}
