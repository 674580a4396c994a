import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { terraformBinary } from '../terraform-binary';

/**
 * Writes a program `terraform` that runs shell commands and then the real Terraform. In the commands, `$1` is
 * Terraform's command and `$stack` the name of its working directory. Returns a PATH that contains it first.
 */
export async function wrapTerraform(folder: string, commands: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'terraform');
  await writeFile(
    file,
    `#!/bin/sh
stack=$(basename "$PWD")
${commands}
exec '${terraformBinary()}' "$@"
`,
  );
  await chmod(file, 0o755);
  return `${folder}:${process.env['PATH']}`;
}
