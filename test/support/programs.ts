/** The programs that some tests need, and where they are. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program, found on the PATH under one of its names. */
interface Program {
  readonly names: readonly string[];
  /** Variable with the path of the program, which is used instead of the PATH. */
  readonly variable?: string;
  /**
   * Arguments with which the program ends with status 0 if all its parts are installed: Debian splits some programs.
   */
  readonly check?: readonly string[];
  /** Package of Debian and Ubuntu that contains the program. */
  readonly aptPackage: string;
}

export const PROGRAMS = {
  bash: { names: ['bash'], aptPackage: 'bash' },
  busybox: { names: ['busybox'], aptPackage: 'busybox-static' },
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    variable: 'NETINGRESS_TEST_BROWSER',
    aptPackage: 'chromium',
  },
  curl: { names: ['curl'], aptPackage: 'curl' },
  git: { names: ['git'], aptPackage: 'git' },
  go: { names: ['go'], aptPackage: 'golang-go' },
  gpg: { names: ['gpg'], aptPackage: 'gnupg' },
  jq: { names: ['jq'], aptPackage: 'jq' },
  openssl: { names: ['openssl'], aptPackage: 'openssl' },
  pip3: { names: ['pip3'], aptPackage: 'python3-pip' },
  // Without this package `python3 -m venv` fails for want of ensurepip.
  'python3 -m venv': { names: ['python3'], check: ['-c', 'import ensurepip, venv'], aptPackage: 'python3-venv' },
  'qemu-aarch64-static': { names: ['qemu-aarch64-static'], aptPackage: 'qemu-user-static' },
  script: { names: ['script'], aptPackage: 'bsdutils' },
  sed: { names: ['sed'], aptPackage: 'sed' },
  shellcheck: { names: ['shellcheck'], aptPackage: 'shellcheck' },
  'ssh-keygen': { names: ['ssh-keygen'], aptPackage: 'openssh-client' },
  strace: { names: ['strace'], aptPackage: 'strace' },
  wine: { names: ['wine'], aptPackage: 'wine' },
  zstd: { names: ['zstd'], aptPackage: 'zstd' },
} as const satisfies Readonly<Record<string, Program>>;

/**
 * Path of the program; undefined if it or one of its parts (`check`) is not installed. Throws if its variable names a
 * file that does not exist.
 */
export function findProgram(name: keyof typeof PROGRAMS): string | undefined {
  const { names, variable, check }: Program = PROGRAMS[name];
  const named = variable === undefined ? undefined : process.env[variable];
  if (named !== undefined) {
    if (existsSync(named)) return named;
    throw new Error(`${variable} is '${named}', which does not exist; expected the path of ${name}`);
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = folders.flatMap((folder) => names.map((each) => join(folder, each))).find((path) => existsSync(path));
  if (found === undefined || check === undefined) return found;
  return spawnSync(found, check, { stdio: 'ignore' }).status === 0 ? found : undefined;
}

/** Debian packages of the programs that are not installed. */
export function missingPackages(): string[] {
  const names = Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[];
  return names.filter((name) => !findProgram(name)).map((name) => PROGRAMS[name].aptPackage);
}
