/**
 * Terraform on a machine without Node: a PATH with `sh` and `terraform` only, or a root with busybox and `terraform`.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { version } from '../../../package.json';
import { findBinary } from '../../../src/terraform/find-binary';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import { type RunResult, run } from '../../../src/terraform/run';
import { GO_SETTINGS, providerVariables } from '../acceptance/workspace';
import { findProgram } from '../programs';

export interface BareMachine {
  /** Folder of the configuration, as a process outside of the machine sees it. */
  readonly folder: string;
  /** Runs Terraform in the folder of the configuration. */
  readonly terraform: (...args: string[]) => Promise<RunResult>;
}

interface MachineOptions {
  /** Folder that is created for everything. */
  readonly root: string;
  readonly url: string;
  /** Folder with a mirror. It is copied if the machine has a root of its own. */
  readonly mirror: string;
  /** Source address of the provider; the default is the usual one. */
  readonly source?: string;
  /** Block of the CLI configuration that installs the provider; the default is the mirror. */
  readonly installation?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

const configuration = (source: string): string => `terraform {
  required_providers {
    netingress = {
      source  = "${source}"
      version = "~> ${version}"
    }
  }
}

resource "netingress_ip_policy" "office" {
  description = "office"
}

resource "netingress_ip_policy_rule" "one" {
  ip_policy_id = netingress_ip_policy.office.id
  cidr         = "203.0.113.0/24"
  action       = "allow"
}
`;

function writeConfiguration(
  { root: folder, source = PROVIDER_ADDRESS, installation }: MachineOptions,
  mirror: string,
  work: string,
): void {
  mkdirSync(join(folder, work), { recursive: true });
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'tmp'));
  writeFileSync(join(folder, work, 'main.tf'), configuration(source));
  const block = installation ?? `filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }`;
  writeFileSync(join(folder, 'terraform.rc'), `provider_installation {\n  ${block}\n}\n`);
}

function environment({ url, variables }: MachineOptions, folder: string, searchPath: string): Record<string, string> {
  return {
    PATH: searchPath,
    HOME: join(folder, 'home'),
    TMPDIR: join(folder, 'tmp'),
    TF_CLI_CONFIG_FILE: join(folder, 'terraform.rc'),
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
    ...GO_SETTINGS,
    ...providerVariables(url),
    ...variables,
  };
}

async function findTerraform(): Promise<string> {
  // The first terraform on the PATH of a test is a script that counts starts (environment.js). It would not run
  // elsewhere.
  const binary = process.env['NETINGRESS_TEST_TERRAFORM'] ?? (await findBinary(process.env['PATH'] ?? ''));
  if (binary === undefined) throw new Error('Neither terraform nor tofu is on the PATH');
  return realpathSync(binary);
}

interface Layout {
  /** Name of the folder with the configuration. */
  readonly work?: string;
  /** Name of a symbolic link to that folder, in which Terraform is then started. */
  readonly path?: string;
  /** A command that Terraform is started with. */
  readonly tracer?: readonly string[];
}

/** This machine with a PATH that contains `sh` and `terraform`. */
export async function createBareMachine(
  options: MachineOptions,
  { work = 'work', path, tracer = [] }: Layout = {},
): Promise<BareMachine> {
  const { root, mirror } = options;
  const bin = join(root, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(await findTerraform(), join(bin, 'terraform'));
  symlinkSync('/bin/sh', join(bin, 'sh'));
  writeConfiguration(options, mirror, work);
  if (path !== undefined) symlinkSync(join(root, work), join(root, path));
  const folder = join(root, path ?? work);
  const [program = join(bin, 'terraform'), ...before] = [...tracer, join(bin, 'terraform')];
  // Terraform reads the working directory from PWD, which keeps symbolic links.
  const env = { ...environment(options, root, bin), PWD: folder };
  return { folder, terraform: (...args) => run(program, [...before, ...args], { cwd: folder, env }) };
}

/**
 * A root directory with busybox, Terraform and the package. Needs root. Terraform finds the package in a mirror of its
 * CLI configuration; with `image` in a folder that it searches without one; with `stack` in this folder, which is
 * copied.
 */
export async function createBusyboxRoot(
  options: MachineOptions,
  { image = false, stack }: { readonly image?: boolean; readonly stack?: string } = {},
): Promise<BareMachine> {
  const { root, mirror } = options;
  for (const name of ['bin', 'dev', 'etc']) mkdirSync(join(root, name), { recursive: true });
  copyFileSync(realpathSync(findProgram('busybox') as string), join(root, 'bin/busybox'));
  symlinkSync('busybox', join(root, 'bin/sh'));
  const terraform = join(root, 'bin/terraform');
  try {
    linkSync(await findTerraform(), terraform);
  } catch {
    copyFileSync(await findTerraform(), terraform);
  }
  chmodSync(join(root, 'bin/busybox'), 0o755);
  execFileSync('mknod', ['-m', '666', join(root, 'dev/null'), 'c', '1', '3']);
  writeConfiguration(options, '/mirror', 'work');
  if (stack !== undefined) {
    rmSync(join(root, 'work'), { recursive: true });
    execFileSync('cp', ['-R', stack, join(root, 'work')]);
  } else {
    const folder = join(root, image ? 'usr/local/share/terraform/plugins' : 'mirror');
    mkdirSync(folder, { recursive: true });
    execFileSync('cp', ['-R', `${mirror}/.`, folder]);
  }
  if (image || stack !== undefined) writeFileSync(join(root, 'terraform.rc'), '');
  const env = environment(options, '/', '/bin');
  const chroot = (process.env['PATH'] ?? '')
    .split(delimiter)
    .concat('/usr/sbin')
    .map((name) => join(name, 'chroot'));
  const program = chroot.find((file) => isFile(file)) ?? 'chroot';
  const script = 'cd /work && exec terraform "$@"';
  return {
    folder: join(root, 'work'),
    terraform: (...args) => run(program, [root, '/bin/sh', '-c', script, 'sh', ...args], { cwd: root, env }),
  };
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
