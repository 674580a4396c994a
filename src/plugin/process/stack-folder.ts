import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * `/app/cdktf.out/stacks/access` -> `cdktf.out/stacks/access`, the argument of `-chdir` in the folder of the app, whose
 * direct child the output folder is assumed to be. Undefined without a cdk.tf.json, which CDKTF writes.
 */
export function findStackFolder(workingDirectory: string): string | undefined {
  if (!existsSync(join(workingDirectory, 'cdk.tf.json'))) return undefined;
  return workingDirectory.split(sep).slice(-3).join('/');
}
