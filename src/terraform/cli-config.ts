/**
 * The user's Terraform CLI configuration: its path, its mirrors, and whether it disables the mirror next to the stack.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { platform as thisSystem, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fullAddress } from './lock-file';
import { PROVIDER_ADDRESS } from './mirror';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the home folder that Terraform uses: `HOME` if it is not empty, else the home folder of the operating
 * system's user.
 */
export function homeFolder(env: Environment): string {
  return env['HOME'] || userInfo().homedir;
}

/** Returns `%APPDATA%`, where Terraform for Windows stores the user's files. */
function applicationData(env: Environment): string {
  return env['APPDATA'] || join(userInfo().homedir, 'AppData', 'Roaming');
}

/**
 * Returns the paths of the user's CLI configuration, of Terraform and of OpenTofu, which need not exist. With
 * `TF_CLI_CONFIG_FILE` Terraform reads that file instead, which the caller decides: it depends on the folder of the run.
 */
export function cliConfigFiles(env: Environment, platform: NodeJS.Platform = thisSystem()): string[] {
  return platform === 'win32'
    ? ['terraform.rc', 'tofu.rc'].map((name) => join(applicationData(env), name))
    : ['.terraformrc', '.tofurc'].map((name) => join(homeFolder(env), name));
}

/** Returns a folder of the user that Terraform searches for providers. */
export function userPluginFolder(env: Environment, platform: NodeJS.Platform = thisSystem()): string {
  return platform === 'win32'
    ? join(applicationData(env), 'terraform.d', 'plugins')
    : join(homeFolder(env), '.terraform.d', 'plugins');
}

/**
 * Whether a line of the file begins with a `provider_installation` block. Such a block disables all implied mirrors, also
 * the one next to the stack. Returns false if the file cannot be read.
 */
export function disablesImpliedMirrors(file: string): boolean {
  try {
    return /^\s*provider_installation\b/m.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}

/** The sources of a `provider_installation` block from which Terraform can take the provider. */
export interface ProviderSources {
  /** Whether `dev_overrides` names the provider: Terraform then uses that build, whatever version is required. */
  readonly overridden: boolean;
  /**
   * A mirror on disk that contains the provider, or that is relative: such a one is taken for that next to the stack.
   */
  readonly full: string | undefined;
  /** A mirror on disk that could supply the provider, and does not contain it. */
  readonly empty: string | undefined;
  readonly networkMirror: string | undefined;
}

/**
 * Reads `include` and `exclude` of each mirror as Terraform does. Which of several sources it selects is not decided. A
 * mirror in a comment counts.
 */
export function findProviderSources(text: string): ProviderSources {
  const blocks = [...text.matchAll(/\b(filesystem_mirror|network_mirror)\s*\{([^}]*)\}/g)].filter(
    ([, , block = '']) => {
      const included = readPatterns(block, 'include');
      return (included?.some(matchesProvider) ?? true) && !readPatterns(block, 'exclude')?.some(matchesProvider);
    },
  );
  const read = (type: string, attribute: string): string[] =>
    blocks.flatMap(([, each, block = '']) => {
      const value = new RegExp(`\\b${attribute}\\s*=\\s*"([^"]+)"`).exec(block)?.[1];
      return each === type && value !== undefined ? [value] : [];
    });
  const mirrors = read('filesystem_mirror', 'path');
  return {
    overridden: listOverriddenProviders(text).includes(PROVIDER_ADDRESS),
    full: mirrors.find((mirror) => !isAbsolute(mirror) || hasProvider(mirror)),
    empty: mirrors.find((mirror) => isAbsolute(mirror) && !hasProvider(mirror)),
    networkMirror: read('network_mirror', 'url')[0],
  };
}

/**
 * The sources of the providers in `dev_overrides`, of which Terraform uses a build of its developer. A source without a
 * host gets that of Terraform, also with OpenTofu, which adds another one. A commented line counts.
 */
export function listOverriddenProviders(text: string): string[] {
  const block = /\bdev_overrides\s*\{([^}]*)\}/.exec(text)?.[1] ?? '';
  return [...block.matchAll(/"([^"]+)"\s*=/g)].map(([, source = '']) => fullAddress(source));
}

/**
 * Whether this CLI configuration keeps Terraform from the provider beside a stack: it has a `provider_installation`
 * block without `dev_overrides` and without a mirror on disk that has the provider. A network mirror counts as not
 * having it.
 */
export function hidesProvider(file: string): boolean {
  if (!disablesImpliedMirrors(file)) return false;
  const { overridden, full } = findProviderSources(readFileSync(file, 'utf8'));
  return !overridden && full === undefined;
}

function readPatterns(block: string, name: 'include' | 'exclude'): string[] | undefined {
  const list = new RegExp(`\\b${name}\\s*=\\s*\\[([^\\]]*)\\]`).exec(block)?.[1];
  return list === undefined ? undefined : [...list.matchAll(/"([^"]+)"/g)].map(([, pattern = '']) => pattern);
}

/** A segment of a pattern may be `*`. A pattern without a host means the public registry. */
function matchesProvider(pattern: string): boolean {
  const parts = pattern.split('/');
  const address = PROVIDER_ADDRESS.split('/');
  return parts.length === address.length && parts.every((part, at) => part === '*' || part === address[at]);
}

function hasProvider(mirror: string): boolean {
  const folder = join(mirror, PROVIDER_ADDRESS);
  return existsSync(folder) && readdirSync(folder).some((name) => /\d+\.\d+\.\d+/.test(name));
}
