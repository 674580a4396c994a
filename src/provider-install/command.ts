import { resolve } from 'node:path';
import { type CliContext, CliError } from '../command/context';
import { defineCommand, defineGroup } from '../command/define-command';
import { expectConfiguration } from '../command/inputs/load-inputs';
import type { OptionUses, OptionValues } from '../command/options';
import { EXIT } from '../model/exit-status';
import { BUNDLES_VARIABLE, hashZip, readBundle, requireBundle } from '../terraform/bundle';
import { userPluginFolder } from '../terraform/cli-config';
import { cdktfCommand } from '../terraform/find-cdktf-library';
import { exactVersion, LOCK_FILE } from '../terraform/lock-file';
import { findUnlockable, lockProviders } from '../terraform/lock-stack';
import {
  findOtherBuilds,
  type Installation,
  installPackage,
  installScript,
  installZip,
  PROVIDER_ADDRESS,
  removeBuilds,
  sumInstallations,
} from '../terraform/mirror';
import { findPackage, findProviderProblem, providerFile } from '../terraform/npm-package';
import { checkPlatform, type Platform, thisPlatform } from '../terraform/platforms';
import { hashFiles, type ProviderBuild, readWithPackageVersion } from '../terraform/provider-build';
import { readSynthesizedStacks } from '../terraform/read-configuration';
import { listRequiredProviders } from '../terraform/required-providers';

const OPTIONS = {
  mirror: { detail: 'default: the plugin folder of the user' },
  platform: {
    detail:
      'default: a script that needs Node, for Linux and macOS; on Windows, the package with its own runtime for this machine',
  },
  app: { detail: 'adds the provider to the lock file of each of its stacks' },
  release: { detail: `default: ${BUNDLES_VARIABLE}, then npm packages` },
  packed: {},
} as const satisfies OptionUses;

type Options = OptionValues<typeof OPTIONS>;

const install = defineCommand({
  name: 'install',
  about: 'Installs the provider where Terraform and OpenTofu find it.',
  examples: [
    'netingress provider install',
    'netingress provider install --mirror ./terraform.d/plugins',
    'netingress provider install --app cdktf.out',
    'netingress provider install --platform linux_amd64 --platform windows_amd64 --mirror ./mirror --packed',
  ],
  exit: { done: 'the provider is installed' },
  options: OPTIONS,
  async run(context, { options }) {
    return { report: await installProvider(context, options), status: EXIT.done };
  },
});

export const provider = defineGroup(
  {
    name: 'provider',
    about: 'The Terraform provider of this package.',
    examples: ['netingress provider install'],
    exit: {},
  },
  [install],
);

/** Returns the block that the user adds to the configuration; an empty text with --app. */
async function installProvider(context: CliContext, options: Options): Promise<string> {
  const installed = findPackage();
  const found = findProviderProblem(installed);
  if (found) throw new CliError(`Cannot install the provider: ${found.problem}. ${found.advice}`);
  const mirror = options.mirror === undefined ? userPluginFolder(context.env) : resolve(context.cwd, options.mirror);
  const build = readWithPackageVersion(providerFile(installed), installed.version);
  const bundles = findBundles(context, options);
  if (bundles.size === 0 && (options.packed || options.release !== undefined))
    throw new CliError(`--${options.packed ? 'packed' : 'release'} needs --platform, such as --platform linux_amd64.`);
  // The build of a stack has the same release and would be chosen beside this one. Other releases remain, because other
  // configurations may have locked them.
  const others = findOtherBuilds(mirror, build, { sameRelease: true });
  const { installation, hashes } = withFolderAdvice(mirror, () => {
    // First, so that nothing is removed or installed if a zip cannot be read.
    const hashes = hashPackages(build, bundles);
    removeBuilds(mirror, others);
    const installation =
      bundles.size === 0 ? installScript(mirror, build) : installBundles(mirror, build, bundles, options.packed);
    return { installation, hashes };
  });
  for (const version of others)
    context.printError(
      `Removed the build ${version}. Configurations with a lock entry for it need terraform init -upgrade.`,
    );
  if (installation === 'replaced')
    context.printError(
      `Replaced another build of ${build.version}. If terraform init rejects its checksum, remove the provider's entry from ${LOCK_FILE}.`,
    );
  const which = bundles.size === 0 ? '' : ` for ${[...bundles.keys()].join(', ')}`;
  // With --app a repeated installation is not reported: the command may run at every synth, and the CDKTF CLI shows
  // standard error as errors.
  const isNew = installation !== 'kept';
  if (isNew || options.app === undefined)
    context.printError(
      `${isNew ? 'Installed' : 'Already installed:'} ${PROVIDER_ADDRESS} ${build.version}${which} in ${mirror}`,
    );
  if (options.app === undefined) return requiredProviders(installed.version);
  await lockStacks(context, options.app, { version: build.version, hashes });
  return '';
}

/**
 * Adds entries to the lock files of the stacks that require the provider: with generated classes nothing else adds
 * them, and the first `cdktf deploy` would fail; the constructs of this package add them at synth. `build.hashes` are
 * those of the installed packages. Throws if a stack requires another version.
 */
async function lockStacks(
  context: CliContext,
  app: string,
  build: { readonly version: string; readonly hashes: readonly string[] },
): Promise<void> {
  const { cwd, printError } = context;
  const stacks = await readSynthesizedStacks(resolve(cwd, app));
  expectConfiguration(context, { app }, stacks);
  const required = (stacks ?? []).map(({ name, folder, configuration = {} }) => {
    const providers = listRequiredProviders(configuration);
    const own = providers.find(({ address }) => address === PROVIDER_ADDRESS);
    return { name, folder, own, others: providers.filter((each) => each !== own) };
  });
  const mistakes = required.filter(({ own }) => own !== undefined && exactVersion(own.version) !== build.version);
  if (mistakes.length > 0)
    throw new CliError(
      `${mistakes.map(({ name, own }) => `Stack ${name} requires netingress ${own?.version}`).join('. ')}; expected ${build.version}, which is installed. Run \`${cdktfCommand(cwd, 'get --force')}\`: without --force it keeps the classes of the other build.`,
    );
  const users = required.filter(({ own }) => own !== undefined);
  if (users.length === 0) printError(`No stack in ${app} requires ${PROVIDER_ADDRESS}, so no lock file was changed.`);
  const changed: string[] = [];
  for (const { name, folder, others } of users) {
    for (const warning of findUnlockable(folder, others)) printError(warning);
    if (lockProviders(folder, build, others)) changed.push(name);
  }
  if (changed.length > 0) printError(`Locked netingress ${build.version} in the stacks: ${changed.join(', ')}.`);
}

/**
 * Without `--platform` there are none, and the script is installed; on Windows, which cannot start the script, it is
 * the zip for this machine. Throws for an unknown platform, and if a zip is missing.
 */
function findBundles({ env, cwd }: CliContext, { platform, release }: Options): ReadonlyMap<Platform, string> {
  const { root, version } = findPackage();
  const folders = [release === undefined ? undefined : resolve(cwd, release), env[BUNDLES_VARIABLE]];
  try {
    const here = thisPlatform();
    const isWindows = here.startsWith('windows_');
    const wanted = isWindows && platform.length === 0 ? [here] : platform;
    const platforms = [...new Set(wanted.map(checkPlatform))];
    const find = (each: Platform): string => requireBundle(each, { version, folders, projects: [cwd, root] });
    return new Map(platforms.map((each) => [each, find(each)]));
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}

function hashPackages({ files }: ProviderBuild, bundles: ReadonlyMap<Platform, string>): string[] {
  return bundles.size === 0 ? [hashFiles(files)] : [...bundles.values()].map(hashZip);
}

function installBundles(
  mirror: string,
  { version }: ProviderBuild,
  bundles: ReadonlyMap<Platform, string>,
  packed = false,
): Installation {
  const installed = [...bundles].map(([platform, zip]) => {
    if (packed) return installZip(mirror, version, platform, zip);
    return installPackage(mirror, version, platform, readBundle(zip));
  });
  return sumInstallations(installed);
}

/** Adds the folder to an error, and advice to one of the file system; a zip that cannot be read has its own. */
function withFolderAdvice<Result>(mirror: string, install: () => Result): Result {
  try {
    return install();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice = code === undefined ? '' : '. Give a writable folder with --mirror.';
    throw new CliError(`Cannot install the provider in ${mirror}: ${message}${advice}`);
  }
}

function requiredProviders(version: string): string {
  return `terraform {
  required_providers {
    netingress = { source = "${PROVIDER_ADDRESS}", version = "~> ${version}" }
  }
}`;
}
