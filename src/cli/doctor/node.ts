import { satisfies } from 'semver';
import {
  BUNDLES_VARIABLE,
  type BundleSources,
  findBundle,
  installAdvice,
  PLATFORMS_VARIABLE,
} from '../../terraform/bundle';
import { findPackage, findProviderProblem, type InstalledPackage, ownManifest } from '../../terraform/npm-package';
import { isPlatform, type Platform, parsePlatforms, thisPlatform } from '../../terraform/platforms';
import type { CliContext } from '../context';
import { type Check, failed, ok } from './check';
import { findVersion, readOutput } from './version';

export interface NodeChecks {
  /** `X.Y.Z` of the Node that runs this command; undefined if it cannot be read. */
  readonly version: string | undefined;
  readonly checks: readonly Check[];
}

/** Checks the Node that runs this command, and the provider with the Node that Terraform will start it with. */
export async function checkNode(context: CliContext): Promise<NodeChecks> {
  const version = await readNodeVersion(context, context.node);
  const node = checkVersion('Node', context.node, version);
  return { version, checks: [node, await checkProvider(context), ...checkPlatforms(context)] };
}

async function readNodeVersion(context: CliContext, binary: string): Promise<string | undefined> {
  return findVersion((await readOutput(context, binary, ['--version'])) ?? '');
}

function checkVersion(name: string, binary: string, version: string | undefined): Check {
  const wanted = ownManifest().engines?.node ?? '';
  if (version === undefined) {
    const advice = `Install Node ${wanted} and put it on the PATH: Terraform starts the provider with \`node\`.`;
    return failed(name, `${binary} cannot be started`, advice);
  }
  if (!satisfies(version, wanted)) return failed(name, `${version}, expected ${wanted}`, `Install Node ${wanted}.`);
  return ok(name, version);
}

async function checkProvider(context: CliContext): Promise<Check> {
  const name = 'Provider';
  const installed = findPackage();
  const found = findProviderProblem(installed);
  if (found) return failed(name, found.problem, found.advice);
  const here = thisPlatform();
  const bundle = isPlatform(here) ? findBundle(here, bundleSources(context, installed)) : undefined;
  const withRuntime = ok(name, `has its own runtime, ${bundle}`);
  // Windows cannot start the script.
  if (here.startsWith('windows_')) {
    if (bundle !== undefined) return withRuntime;
    return failed(
      name,
      'the provider for Windows is not installed',
      installAdvice(here as Platform, installed.version),
    );
  }
  if (bundle !== undefined && isListed(context, here)) return withRuntime;
  const node = checkVersion(name, 'node', await readNodeVersion(context, 'node'));
  if (node.status === 'ok') return { ...node, found: `starts on Node ${node.found}, the first on the PATH` };
  if (!isPlatform(here)) return node;
  const listed = `set ${PLATFORMS_VARIABLE}=${here}, or platforms: ['${here}'] on NetingressProvider`;
  if (bundle !== undefined) {
    const advice = `To use the provider with its own runtime, ${bundle}, ${listed}.`;
    return { ...node, advice };
  }
  return {
    ...node,
    advice: `${node.advice} Or use the provider with its own runtime: ${listed}. ${installAdvice(here, installed.version)}`,
  };
}

/** Whether synth uses the package for the platform in place of the script. An invalid list is a failed check of its own. */
function isListed({ env }: CliContext, platform: string): boolean {
  const listed: readonly string[] = (env[PLATFORMS_VARIABLE] ?? '').split(',').map((each) => each.trim());
  return listed.includes(platform);
}

function bundleSources({ env, cwd }: CliContext, { root, version }: InstalledPackage): BundleSources {
  return { version, folders: [env[BUNDLES_VARIABLE]], projects: [cwd, root] };
}

/** Checks that the provider packages exist which synth and `provider install` use for the platforms in the environment. */
function checkPlatforms(context: CliContext): Check[] {
  const name = 'Provider packages';
  const installed = findPackage();
  let platforms: readonly Platform[];
  try {
    platforms = parsePlatforms(context.env[PLATFORMS_VARIABLE] ?? '');
  } catch (error) {
    return [failed(name, `${PLATFORMS_VARIABLE}: ${(error as Error).message}`, 'Correct the variable.')];
  }
  return platforms.map((platform) => {
    const file = findBundle(platform, bundleSources(context, installed));
    if (file !== undefined) return ok(name, `${platform}: ${file}`);
    return failed(name, `${platform}: not installed`, installAdvice(platform, installed.version));
  });
}
