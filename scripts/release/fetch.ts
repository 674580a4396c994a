import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Input } from './inputs';

/** The user's cache, so that every clone shares the downloads. Each file has the name of its SHA-256. */
const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'netingress', 'release');

/** Address of a Debian mirror. The default is the first of apt that ends in `/debian`. */
const MIRROR_VARIABLE = 'NETINGRESS_DEBIAN_MIRROR';

/** Throws if the SHA-256 is not the pinned one. */
export function fetchInput(input: Input): Buffer {
  const cached = join(cache, input.sha256);
  if (existsSync(cached)) {
    const content = readFileSync(cached);
    if (sha256(content) === input.sha256) return content;
    rmSync(cached);
  }
  mkdirSync(cache, { recursive: true });
  // The same file system as the cache, so that the rename is atomic.
  const folder = mkdtempSync(join(cache, '.new-'));
  try {
    const file = input.from === 'python' ? downloadWheel(input, folder) : downloadPackage(input, folder);
    const content = readFileSync(file);
    checkInput(input, content);
    renameSync(file, cached);
    return content;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function checkInput(input: Input, content: Uint8Array): void {
  const actual = sha256(content);
  if (actual === input.sha256) return;
  throw new Error(
    `${nameOf(input)} has the SHA-256 ${actual}; expected ${input.sha256}. Check the source of the download; to use another file, change scripts/release/inputs.ts.`,
  );
}

function nameOf(input: Input): string {
  return input.from === 'python' ? `${input.package} ${input.version} for ${input.tag}` : input.path;
}

function downloadWheel(input: Extract<Input, { from: 'python' }>, folder: string): string {
  // With the version of Python, pip's choice does not depend on the Python that runs it.
  const requirements = ['--no-deps', '--only-binary=:all:', '--python-version', '3.12', '--platform', input.tag];
  run('python3', [
    ...['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', ...requirements],
    ...['--dest', folder, `${input.package}==${input.version}`],
  ]);
  return join(folder, readdirSync(folder)[0] ?? '');
}

function downloadPackage({ path }: Extract<Input, { from: 'debian' }>, folder: string): string {
  const file = join(folder, 'package.deb');
  run('curl', ['--silent', '--show-error', '--fail', '--location', '--retry', '3', '--output', file, mirrorUrl(path)]);
  return file;
}

/** The SHA-256 is checked, so that a mirror without TLS is good enough. */
function mirrorUrl(path: string): string {
  const mirror = process.env[MIRROR_VARIABLE] ?? findMirror();
  if (mirror !== undefined) return `${mirror.replace(/\/+$/, '')}/${path}`;
  throw new Error(`No Debian mirror is configured; expected apt, or its address in ${MIRROR_VARIABLE}.`);
}

function findMirror(): string | undefined {
  try {
    const targets = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' });
    return targets.split('\n').find((uri) => /^https?:.*\/debian\/?$/.test(uri));
  } catch {
    // Such as a system without apt-get.
    return undefined;
  }
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
