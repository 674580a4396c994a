import { satisfies } from 'semver';
import type { CliContext } from '../command/context';
import { bundleSources, findBundle, installAdvice, PLATFORMS_VARIABLE, readPlatforms } from '../terraform/bundle';
import { findPackage, findProviderProblem, ownManifest } from '../terraform/npm-package';
import { isPlatform, type Platform, thisPlatform } from '../terraform/platforms';
import { type Check, failed, ok } from './check';
import { findVersion, readOutput } from './version';

export interface NodeChecks {
  /** `X.Y.Z` of the Node that runs this command; undefined if it cannot be read. */
  readonly version: string | undefined;
  readonly checks: readonly Check[];
}

export async function checkNode(context: CliContext): Promise<NodeChecks> {
  const version = await readNodeVersion(context, context.node);
  const node = checkVersion('Node', context.node, version);
  const { platforms, checks } = checkPackages(context);
  return { version, checks: [node, await checkProvider(context, platforms), ...checks] };
}

async function readNodeVersion(context: CliContext, binary: string): Promise<string | undefined> {
  return findVersion((await readOutput(context, binary, ['--version'])) ?? '');
}

function checkVersion(name: string, binary: string, version: string | undefined): Check {
  const wanted = ownManifest().engines?.node ?? '*';
  if (version === undefined) {
    const advice = `Install Node ${wanted} and put it on the PATH: Terraform starts the provider with \`node\`.`;
    return failed(name, `${binary} cannot be started`, advice);
  }
  if (!satisfies(version, wanted)) return failed(name, `${version}, expected ${wanted}`, `Install Node ${wanted}.`);
  return ok(name, version);
}

/**
 * Checks what Terraform starts as provider on this machine: on Windows a package with its own runtime; elsewhere one,
 * too, if it is installed and `platforms` has this platform; otherwise the script, with the Node of the PATH.
 * `platforms` are those of the environment variable.
 */
async function checkProvider(context: CliContext, platforms: readonly string[]): Promise<Check> {
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
  if (bundle !== undefined && platforms.includes(here)) return withRuntime;
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

const PACKAGES = 'Provider packages';

/** If the variable of the platforms is invalid, `platforms` is empty. */
function checkPackages(context: CliContext): { readonly platforms: readonly Platform[]; readonly checks: Check[] } {
  const installed = findPackage();
  let platforms: readonly Platform[];
  try {
    platforms = readPlatforms(context);
  } catch (error) {
    return { platforms: [], checks: [failed(PACKAGES, (error as Error).message, 'Correct the variable.')] };
  }
  const checks = platforms.map((platform) => {
    const file = findBundle(platform, bundleSources(context, installed));
    if (file !== undefined) return ok(PACKAGES, `${platform}: ${file}`);
    return failed(PACKAGES, `${platform}: not installed`, installAdvice(platform, installed.version));
  });
  return { platforms, checks };
}
