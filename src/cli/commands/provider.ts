import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { homeFolder } from '../../terraform/cli-config';
import {
  findOtherBuilds,
  installBuild,
  PROVIDER_ADDRESS,
  type ProviderBuild,
  readBuild,
  removeBuilds,
} from '../../terraform/mirror';
import { findPackage, findProviderProblem, providerFile } from '../../terraform/npm-package';
import { type CliContext, CliError } from '../context';

export function providerCommand(context: CliContext): Command {
  const install = new Command('install')
    .description('Installs the provider where Terraform and OpenTofu find it.')
    .option('--dir <folder>', 'provider mirror to install into (default: the plugin folder of the user)')
    .addHelpText(
      'after',
      '\nExamples:\n  netingress provider install\n  netingress provider install --dir ./terraform.d/plugins\n',
    )
    .action((options: { readonly dir?: string }) => installProvider(context, options.dir));
  return new Command('provider')
    .description('The Terraform provider of this package.')
    .addHelpText('after', '\nExample:\n  netingress provider install\n')
    .addCommand(install);
}

function installProvider(context: CliContext, dir: string | undefined): void {
  const installed = findPackage();
  const found = findProviderProblem(installed);
  if (found) throw new CliError(`Cannot install the provider: ${found.problem}. ${found.advice}`);
  const mirror =
    dir === undefined ? join(homeFolder(context.env), '.terraform.d', 'plugins') : resolve(context.cwd, dir);
  const build = readBuild(providerFile(installed), installed.version);
  // If several builds of one version exist, Terraform selects the one whose name sorts last.
  const others = findOtherBuilds(mirror, build, true);
  const installedNow = replaceBuilds(mirror, build, others);
  for (const version of others)
    context.printError(
      `Removed the build ${version}. Configurations with a lock entry for it need terraform init -upgrade.`,
    );
  context.printError(
    `${installedNow ? 'Installed' : 'Already installed:'} ${PROVIDER_ADDRESS} ${build.version} in ${mirror}`,
  );
  context.print(requiredProviders(installed.version));
}

function replaceBuilds(mirror: string, build: ProviderBuild, others: readonly string[]): boolean {
  try {
    removeBuilds(mirror, others);
    return installBuild(mirror, build);
  } catch (error) {
    throw new CliError(
      `Cannot install the provider in ${mirror}: ${(error as Error).message}. Give a writable folder with --dir.`,
    );
  }
}

function requiredProviders(version: string): string {
  return `terraform {
  required_providers {
    netingress = {
      source  = "${PROVIDER_ADDRESS}"
      version = "~> ${version}"
    }
  }
}`;
}
