import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { platform as thisSystem, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isOpenTofu } from './find-binary';
import { fullAddress } from './lock-file';
import { PROVIDER_ADDRESS } from './mirror';

type Environment = Readonly<Record<string, string | undefined>>;

/** As Terraform: `HOME` if it is not empty, else the home folder of the operating system's user. */
export function homeFolder(env: Environment): string {
  return env['HOME'] || userInfo().homedir;
}

function applicationData(env: Environment): string {
  return env['APPDATA'] || join(userInfo().homedir, 'AppData', 'Roaming');
}

/**
 * The CLI configuration files of the user: that of Terraform, then that of OpenTofu. They need not exist. If
 * `TF_CLI_CONFIG_FILE` is set, Terraform reads that file instead of them, so callers ask for these only without it.
 */
export function cliConfigFiles(env: Environment, platform: NodeJS.Platform = thisSystem()): string[] {
  return platform === 'win32'
    ? ['terraform.rc', 'tofu.rc'].map((name) => join(applicationData(env), name))
    : ['.terraformrc', '.tofurc'].map((name) => join(homeFolder(env), name));
}

export function userPluginFolder(env: Environment, platform: NodeJS.Platform = thisSystem()): string {
  return platform === 'win32'
    ? join(applicationData(env), 'terraform.d', 'plugins')
    : join(homeFolder(env), '.terraform.d', 'plugins');
}

/**
 * Those of {@link cliConfigFiles} that exist and that the program reads. Terraform reads its own. OpenTofu reads its
 * own, or that of Terraform if its own does not exist. Without a program both count.
 */
export function cliConfigFilesOf(binary: string | undefined, env: Environment): string[] {
  const [ofTerraform = '', ofTofu = ''] = cliConfigFiles(env);
  if (binary === undefined) return [ofTerraform, ofTofu].filter((file) => existsSync(file));
  return (isOpenTofu(binary) ? [ofTofu, ofTerraform] : [ofTerraform]).filter((file) => existsSync(file)).slice(0, 1);
}

/**
 * Whether the file has a `provider_installation` block, which disables implied mirrors, also the one beside the stack.
 * False if the file does not exist or cannot be read.
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
   * The first mirror on disk that may supply the provider and contains it. If there is none, the first with a relative
   * path: it is not looked up, because Terraform resolves it in the folder where it starts.
   */
  readonly full: string | undefined;
  /** The first mirror with an absolute path that may supply the provider and does not contain it. */
  readonly empty: string | undefined;
  /** The URL of the first network mirror that may supply the provider. It is not asked whether it has it. */
  readonly networkMirror: string | undefined;
}

/** A mirror may supply the provider if its `include` and `exclude` permit it. A mirror in a comment counts, too. */
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
  const contains = (mirror: string): boolean => isAbsolute(mirror) && hasProvider(mirror);
  return {
    overridden: listOverriddenProviders(text).includes(PROVIDER_ADDRESS),
    full: mirrors.find(contains) ?? mirrors.find((mirror) => !isAbsolute(mirror)),
    empty: mirrors.find((mirror) => isAbsolute(mirror) && !contains(mirror)),
    networkMirror: read('network_mirror', 'url')[0],
  };
}

/** A source without a host gets that of Terraform; OpenTofu adds another. A commented line counts. */
export function listOverriddenProviders(text: string): string[] {
  const block = /\bdev_overrides\s*\{([^}]*)\}/.exec(text)?.[1] ?? '';
  return [...block.matchAll(/"([^"]+)"\s*=/g)].map(([, source = '']) => fullAddress(source));
}

/**
 * Whether Terraform cannot find the provider with this CLI configuration: the file disables implied mirrors, and names
 * neither a build of the provider nor a mirror on disk that contains it. A mirror with a relative path counts as one
 * with it, and a network mirror as one without it.
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
  // A folder `1.2.3`, or a zip `terraform-provider-netingress_1.2.3_linux_amd64.zip`.
  return existsSync(folder) && readdirSync(folder).some((name) => /\d+\.\d+\.\d+/.test(name));
}
