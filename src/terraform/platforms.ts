import { arch, platform } from 'node:os';

/** Platforms that have a provider package with its own runtime, as Terraform names them. */
export const PLATFORMS = [
  'darwin_amd64',
  'darwin_arm64',
  'linux_amd64',
  'linux_arm64',
  'windows_amd64',
  'windows_arm64',
] as const;

/** Platform as in the names of release archives: `linux_amd64`. */
export type Platform = (typeof PLATFORMS)[number];

/** The provider as a Node script is the same file on all of these platforms. Windows cannot start it. */
export const SCRIPT_PLATFORMS = PLATFORMS.filter((platform) => !isWindows(platform));

export function isWindows(platform: Platform): boolean {
  return platform.startsWith('windows_');
}

export function isPlatform(name: string): name is Platform {
  return (PLATFORMS as readonly string[]).includes(name);
}

/** `linux_amd64,darwin_arm64`. Ignores blanks and repetitions; throws for an unknown platform. */
export function parsePlatforms(list: string): Platform[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Set(names.map(checkPlatform))];
}

export function checkPlatform(name: string): Platform {
  if (isPlatform(name)) return name;
  throw new Error(`'${name}' is not a platform; expected one of ${PLATFORMS.join(', ')}.`);
}

/** As Terraform names it, if it is one of {@link PLATFORMS}: `darwin_arm64`. */
export function thisPlatform(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  const architecture = arch();
  return `${system}_${architecture === 'x64' ? 'amd64' : architecture}`;
}

export function npmPackageName(platform: Platform): string {
  return `@netingress/provider-${platform.replace('_', '-')}`;
}
