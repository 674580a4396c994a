import { execFileSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createProviderReader } from '../../src/preview/read-providers';
import type { PreviewStack } from '../../src/preview/stacks/prepare-stack';
import { UNATTENDED } from '../../src/terraform/environment';
import { thisPlatform } from '../../src/terraform/platforms';
import { useFolder } from '../support/folder';
import { testInCi } from '../support/requirements';
import { terraformBinary } from '../support/terraform-binary';

const files = useFolder({ forAll: true });

/**
 * The executable of our provider stands in for providers of others: it has schemas, and is there without a registry.
 */
const EXECUTABLE = join(__dirname, '../../lib/provider/terraform-provider-netingress');

const env = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: files.folder,
  TF_CLI_CONFIG_FILE: join(files.folder, 'terraform.rc'),
  ...UNATTENDED,
});

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
  await writeProvider(`mirror/example.com/acme/installed/1.0.0/${thisPlatform()}/terraform-provider-installed_v1.0.0`);
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

interface Read extends Partial<PreviewStack> {
  readonly binary?: string;
  readonly more?: Readonly<Record<string, string>>;
}

let runs = 0;

async function read(name: string, { binary = terraformBinary(), more, ...given }: Read = {}) {
  const runFolder = join(files.folder, `run-${runs++}`);
  await mkdir(runFolder);
  const context = { env: { ...env(), ...more }, signal: new AbortController().signal };
  const stack = {
    ...{ name, folder: join(files.folder, name), displayFolder: name, dependencies: [], configuration: undefined },
    ...given,
  };
  return createProviderReader(context, binary, runFolder)(stack, '', {});
}

const PLAIN = { TF_CLI_CONFIG_FILE: '../plain.rc' };

describe('a folder that is initialized', () => {
  beforeAll(async () => {
    await files.write('plain.rc', '');
    await files.write('app/main.tf', requiring('installed'));
    execFileSync(terraformBinary(), ['init'], { cwd: join(files.folder, 'app'), env: env(), stdio: 'pipe' });
  });

  test('the locked providers are read without the configuration, which may name a provider in each resource', async () => {
    await files.write('app/main.tf', 'this is not HCL');
    const configuration = {
      terraform: { required_providers: { beta: { source: 'example.com/acme/installed' } } },
      resource: { google_address: { a: { provider: 'beta' } } },
    };
    const { schemas, pluginFolder } = await read('app', { configuration, more: PLAIN });
    expect(Object.keys(schemas)).toEqual(['example.com/acme/installed']);
    expect(schemas['example.com/acme/installed']).toHaveProperty('resource_schemas.netingress_ip_policy');
    expect(pluginFolder).toBe(join(files.folder, 'app', '.terraform/providers'));
  });

  testInCi('with an override for development Terraform reads the configuration, in its folder', async () => {
    await files.write('app/main.tf', requiring('installed', 'built'));
    const { schemas } = await read('app', { more: { TF_CLI_CONFIG_FILE: '../terraform.rc' } });
    expect(Object.keys(schemas).sort()).toEqual(['example.com/acme/built', 'example.com/acme/installed']);
  });

  test('with netingress as the only provider Terraform is not started', async () => {
    await files.write('own/.terraform.lock.hcl', 'provider "terraform.local/netingress/netingress" {}');
    await files.write('own/.terraform/providers/terraform.local/netingress/netingress/note', '');
    expect(await read('own', { binary: '/does/not/exist', more: PLAIN })).toMatchObject({ schemas: {} });
  });
});

test('a folder that is not initialized is refused with what to do', async () => {
  await files.write('new/main.tf', 'module "peers" { source = "./peers" }');
  await expect(read('new')).rejects.toThrow(
    'in new ended with status 1, so the schemas of its providers are not known. Run `terraform init` there.',
  );
});
