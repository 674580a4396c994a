import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Returns the folder of the stack if CDKTF wrote the configuration of the working directory, as commands name it in the
 * folder of the app: `cdktf.out/stacks/access`. Terraform starts the provider in its own working directory.
 */
export function findStackFolder(workingDirectory: string): string | undefined {
  if (!existsSync(join(workingDirectory, 'cdk.tf.json'))) return undefined;
  return workingDirectory.split(sep).slice(-3).join('/');
}
