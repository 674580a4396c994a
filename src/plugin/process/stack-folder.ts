import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Returns the folder of the stack, as commands name it in the folder of the app: `/app/cdktf.out/stacks/access` ->
 * `cdktf.out/stacks/access`. It takes the output folder for a direct child of the app's. Undefined unless CDKTF wrote
 * the configuration of the working directory, which is Terraform's.
 */
export function findStackFolder(workingDirectory: string): string | undefined {
  if (!existsSync(join(workingDirectory, 'cdk.tf.json'))) return undefined;
  return workingDirectory.split(sep).slice(-3).join('/');
}
