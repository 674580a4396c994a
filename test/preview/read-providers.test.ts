/** The schemas of the other providers of a stack come from what Terraform would run for it. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createProviderReader } from '../../src/preview/read-providers';
import type { PreviewStack } from '../../src/preview/stacks/prepare-stack';
import { UNATTENDED } from '../../src/terraform/environment';
import { useFolder } from '../support/folder';
import { terraformBinary } from '../support/terraform-binary';

const files = useFolder({ forAll: true });

/** The executable of our provider stands in for providers of others: it has schemas, and is there without a registry. */
const EXECUTABLE = join(__dirname, '../../lib/provider/terraform-provider-netingress');

const env = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: files.folder,
  TF_CLI_CONFIG_FILE: join(files.folder, 'terraform.rc'),
  ...UNATTENDED,
});

function terraform(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(terraformBinary(), args, { cwd, env: env(), encoding: 'utf8' });
  if (status !== 0) throw new Error(`terraform ${args.join(' ')}: ${stderr}`);
  return stdout;
}

async function writeProvider(path: string): Promise<void> {
  await files.write(path, `#!/bin/sh\nexec "${process.execPath}" "${EXECUTABLE}" "$@"\n`);
  await chmod(join(files.folder, path), 0o755);
}

const requiring = (...names: readonly string[]): string => `
terraform {
  required_providers {
${names.map((name) => `    ${name} = { source = "example.com/acme/${name}" }`).join('\n')}
  }
}`;

beforeAll(async () => {
  const { platform } = JSON.parse(terraform(files.folder, 'version', '-json')) as { readonly platform: string };
  await writeProvider(`mirror/example.com/acme/installed/1.0.0/${platform}/terraform-provider-installed_v1.0.0`);
  await writeProvider('built/terraform-provider-built');
  await files.write(
    'terraform.rc',
    `provider_installation {
  dev_overrides {
    "example.com/acme/built" = "${files.folder}/built"
  }
  filesystem_mirror {
    path = "${files.folder}/mirror"
  }
}`,
  );
});

async function read(
  name: string,
  { binary = terraformBinary(), ...more }: Partial<PreviewStack> & { binary?: string },
) {
  const runFolder = join(files.folder, `run-${name}`);
  await mkdir(runFolder);
  const stack = {
    name,
    folder: join(files.folder, name),
    displayFolder: name,
    dependencies: [],
    configuration: undefined,
  };
  const reader = createProviderReader({ env: env(), signal: new AbortController().signal }, binary, runFolder);
  return reader({ ...stack, ...more }, '', {});
}

test('HCL: what is installed and locked, and what is overridden for development', async () => {
  await files.write('hcl/main.tf', requiring('installed'));
  const folder = join(files.folder, 'hcl');
  // `init` looks for a provider that is overridden, too.
  terraform(folder, 'init', '-input=false');
  await files.write('hcl/main.tf', requiring('installed', 'built'));
  const { schemas, pluginFolder } = await read('hcl', {});
  expect(Object.keys(schemas).sort()).toEqual(['example.com/acme/built', 'example.com/acme/installed']);
  expect(schemas['example.com/acme/installed']).toHaveProperty('resource_schemas.netingress_ip_policy');
  expect(pluginFolder).toBe(join(folder, '.terraform/providers'));
});

test('HCL without another provider that is locked, attached or overridden: Terraform is not started', async () => {
  await files.write('plain/main.tf', 'resource "netingress_ip_policy" "office" {}');
  await files.write('terraform.rc', '');
  expect(await read('plain', { binary: '/does/not/exist' })).toEqual({ schemas: {}, pluginFolder: undefined });
});

test('a synthesized stack whose modules are not installed is refused, with what to do', async () => {
  const configuration = { module: { peers: { source: './peers' } } };
  await expect(read('modules', { configuration })).rejects.toThrow(
    'the modules of modules are not installed. Run `terraform init` there.',
  );
});
