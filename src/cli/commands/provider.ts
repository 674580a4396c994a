import { resolve } from 'node:path';
import { Command } from 'commander';
import { BUNDLES_VARIABLE, readBundle, requireBundle } from '../../terraform/bundle';
import { userPluginFolder } from '../../terraform/cli-config';
import {
  findOtherBuilds,
  installPackage,
  installScript,
  installZip,
  PROVIDER_ADDRESS,
  removeBuilds,
} from '../../terraform/mirror';
import { findPackage, findProviderProblem, providerFile } from '../../terraform/npm-package';
import { checkPlatform, type Platform, parsePlatforms, thisPlatform } from '../../terraform/platforms';
import { type ProviderBuild, readBuild } from '../../terraform/provider-build';
import { type CliContext, CliError } from '../context';
import { publishCommand } from './provider-publish';

interface Options {
  readonly dir?: string;
  readonly platform?: string;
  readonly from?: string;
  readonly packed?: boolean;
}

const EXAMPLES = `
Examples:
  netingress provider install
  netingress provider install --dir ./terraform.d/plugins
  netingress provider install --platform linux_amd64,windows_amd64 --dir ./mirror --packed
`;

export function providerCommand(context: CliContext): Command {
  const install = new Command('install')
    .description('Installs the provider where Terraform and OpenTofu find it.')
    .option('--dir <folder>', 'provider mirror to install into (default: the plugin folder of the user)')
    .option(
      '--platform <list>',
      'install the provider with its own runtime for these platforms, such as linux_amd64,windows_amd64 (default: a ' +
        'script that needs Node, for Linux and macOS; on Windows, the package with its own runtime for this machine)',
    )
    .option('--from <folder>', `folder with the zips of a release (default: ${BUNDLES_VARIABLE}, then npm packages)`)
    .option('--packed', 'install the zips as they are')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => installProvider(context, options));
  return new Command('provider')
    .description('The Terraform provider of this package.')
    .addHelpText('after', '\nExample:\n  netingress provider install\n')
    .addCommand(install)
    .addCommand(publishCommand(context));
}

function installProvider(context: CliContext, options: Options): void {
  const installed = findPackage();
  const found = findProviderProblem(installed);
  if (found) throw new CliError(`Cannot install the provider: ${found.problem}. ${found.advice}`);
  const mirror = options.dir === undefined ? userPluginFolder(context.env) : resolve(context.cwd, options.dir);
  const build = readBuild(providerFile(installed), installed.version);
  const bundles = findBundles(context, options);
  if (bundles.size === 0 && (options.packed || options.from !== undefined))
    throw new CliError(`--${options.packed ? 'packed' : 'from'} needs --platform, such as --platform linux_amd64.`);
  // If several builds of one release exist, Terraform selects the one whose name sorts last. Builds of other releases
  // remain, because other configurations may have locked them.
  const others = findOtherBuilds(mirror, build, { sameVersion: true });
  const isNew = withFolderAdvice(mirror, () => {
    removeBuilds(mirror, others);
    return bundles.size === 0 ? installScript(mirror, build) : installBundles(mirror, build, bundles, options.packed);
  });
  for (const version of others)
    context.printError(
      `Removed the build ${version}. Configurations with a lock entry for it need terraform init -upgrade.`,
    );
  const which = bundles.size === 0 ? '' : ` for ${[...bundles.keys()].join(', ')}`;
  context.printError(
    `${isNew ? 'Installed' : 'Already installed:'} ${PROVIDER_ADDRESS} ${build.version}${which} in ${mirror}`,
  );
  context.print(requiredProviders(installed.version));
}

/** Finds the zips for the platforms of `--platform`. The default on Windows is this machine, because it cannot start a script. */
function findBundles({ env, cwd }: CliContext, { platform, from }: Options): ReadonlyMap<Platform, string> {
  const { root, version } = findPackage();
  const folders = [from === undefined ? undefined : resolve(cwd, from), env[BUNDLES_VARIABLE]];
  try {
    const here = thisPlatform();
    const isWindows = here.startsWith('windows_');
    const platforms = platform === undefined ? (isWindows ? [checkPlatform(here)] : []) : parsePlatforms(platform);
    const find = (each: Platform): string => requireBundle(each, { version, folders, projects: [cwd, root] });
    return new Map(platforms.map((each) => [each, find(each)]));
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}

/** Returns false if all packages were already installed. */
function installBundles(
  mirror: string,
  { version }: ProviderBuild,
  bundles: ReadonlyMap<Platform, string>,
  packed = false,
): boolean {
  const installed = [...bundles].map(([platform, zip]) => {
    if (packed) return installZip(mirror, version, platform, zip);
    return installPackage(mirror, version, platform, readBundle(zip));
  });
  return installed.includes(true);
}

/** Adds the folder and advice to an error of the file system. */
function withFolderAdvice<Result>(mirror: string, install: () => Result): Result {
  try {
    return install();
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
