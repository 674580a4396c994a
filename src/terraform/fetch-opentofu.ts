/** Fetches OpenTofu into a cache, and believes nothing that was not checked. */
import { createHash, randomUUID } from 'node:crypto';
import { access, chmod, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { networkErrorReason } from './network-error';
import type { OpenTofuRelease } from './opentofu';

/** What to fetch, and where to. */
export interface FetchOptions {
  readonly release: OpenTofuRelease;
  /** As in the archive's name: `linux_amd64`. */
  readonly platform: string;
  /** Folder of the cache; see `projectCache`. */
  readonly cache: string;
  readonly signal?: AbortSignal | undefined;
  /** How files are fetched; by default directly, which is of no use behind a proxy. */
  readonly download?: Download | undefined;
}

/** Asks for a file: its status, and what arrives of it. Rejects when no answer comes. */
export type Download = (url: string, signal: AbortSignal) => Promise<Downloaded>;

/** An answer to {@link Download}. */
export interface Downloaded {
  readonly ok: boolean;
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
}

const directly: Download = (url, signal) => fetch(url, { signal });

/** Archives have about 30 MB; one that is many times that is none. */
const MAX_BYTES = 200_000_000;

/** For each of the two files. Generous: a slow line gets the archive in a few minutes. */
const TIMEOUT_MS = 600_000;

/** Where the program is, or will be, in the cache. */
export function cachedOpenTofu({ release, platform, cache }: FetchOptions): string {
  return join(cache, 'opentofu', release.version, platform, 'tofu');
}

/**
 * The program, fetched if the cache does not have it. It is put there in one step and only after its archive's SHA-256
 * was found right, so a file in the cache is whole, and two that fetch at once do not disturb each other. Throws, saying
 * what was wrong and what to do, and leaves nothing behind then.
 */
export async function fetchOpenTofu(options: FetchOptions): Promise<string> {
  const target = cachedOpenTofu(options);
  if (await exists(target)) return target;
  const { release, platform } = options;
  const name = `tofu_${release.version}_${platform}.zip`;
  const at = `${release.address}/v${release.version}`;
  checkAddress(release.address);
  const sums = Buffer.from(await download(`${at}/tofu_${release.version}_SHA256SUMS`, options)).toString('utf8');
  const archive = await download(`${at}/${name}`, options);
  checkArchive(archive, name, at, findChecksum(sums, name, at), release.sha256[platform]);
  await place(extract(archive, `${at}/${name}`), target);
  return target;
}

/** The checksums come over this connection too, so it has to be one that cannot be tampered with. */
function checkAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url?.protocol === 'https:' || isLocal) return;
  throw failure(`${address} is no address to fetch it from`, 'an https address, or http on this machine');
}

async function download(url: string, { signal, download: ask = directly }: FetchOptions): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let answer: Downloaded;
  try {
    answer = await ask(url, signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (cause) {
    throw failure(`${url} cannot be reached: ${networkErrorReason(cause)}`, 'a connection to it', cause);
  }
  if (!answer.ok) throw failure(`${url} answered ${answer.status}`, 'the file');
  try {
    return await readAll(answer, url);
  } catch (cause) {
    throw failure(`${url} broke off: ${networkErrorReason(cause)}`, 'the whole file', cause);
  }
}

async function readAll(answer: Downloaded, url: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes, as no release of ${url} should`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The line of the archive in a list as `sha256sum` writes it: `<hex>  <name>`. */
function findChecksum(sums: string, name: string, at: string): string {
  for (const line of sums.split('\n')) {
    const [, checksum, file] = /^([0-9a-fA-F]{64})[ *]+(\S+)\s*$/.exec(line) ?? [];
    if (checksum !== undefined && file === name) return checksum.toLowerCase();
  }
  throw failure(`the checksums of ${at} do not name ${name}`, 'a release that has an archive for this platform');
}

function checkArchive(archive: Uint8Array, name: string, at: string, listed: string, pinned: string | undefined): void {
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== listed) {
    throw failure(
      `${at}/${name} has the SHA-256 ${actual}`,
      `${listed}, as the release's list of checksums says; the file is torn or was changed`,
    );
  }
  if (pinned !== undefined && actual !== pinned) {
    throw failure(
      `${at}/${name} has the SHA-256 ${actual}`,
      `${pinned}, which is pinned; the release is not the one that was pinned`,
    );
  }
}

function extract(archive: Uint8Array, url: string): Uint8Array {
  try {
    const program = unzipSync(archive, { filter: ({ name }) => name === 'tofu' })['tofu'];
    if (program) return program;
  } catch (cause) {
    throw failure(`${url} cannot be unpacked: ${networkErrorReason(cause)}`, 'a zip archive', cause);
  }
  throw failure(`${url} has no file tofu in it`, 'the program');
}

async function place(program: Uint8Array, target: string): Promise<void> {
  const folder = join(target, '..');
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.${randomUUID()}`);
  try {
    await writeFile(unfinished, program);
    await chmod(unfinished, 0o755);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function failure(found: string, expected: string, cause?: unknown): Error {
  return new Error(
    `Cannot fetch OpenTofu: ${found}, expected ${expected}. Install Terraform or OpenTofu and put it on the PATH, or name a mirror of the releases in NETINGRESS_OPENTOFU_ADDRESS.`,
    { cause },
  );
}

async function exists(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
