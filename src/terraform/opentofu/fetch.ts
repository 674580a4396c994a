import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopback } from '../../model/net/proxy';
import { isExecutable } from '../find-binary';
import { networkErrorReason } from '../network-error';
import { replaceAtomically } from '../replace-atomically';
import { unzipSync } from '../unzip';
import type { OpenTofuRelease } from './release';

export interface FetchOptions {
  readonly release: OpenTofuRelease;
  /** The platform as in the name of the archive, `linux_amd64`; not one of Windows, whose program is `tofu.exe`. */
  readonly platform: string;
  /** Folder of the cache, see `projectCache`. */
  readonly cache: string;
  readonly onDownload?: ((message: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The default connects directly, without a proxy. */
  readonly download?: DownloadFile | undefined;
}

/** Requests one URL, and does not follow redirects. */
export type DownloadFile = (url: string, signal: AbortSignal) => Promise<Downloaded>;

export interface Downloaded {
  readonly ok: boolean;
  readonly status: number;
  /** Of the response; `location` is the target of a redirect. */
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

const downloadDirectly: DownloadFile = (url, signal) => fetch(url, { signal, redirect: 'manual' });

/** A release of GitHub needs one redirect; 5 is chosen. */
const MAX_REDIRECTS = 5;

/** Chosen, as several times the size of an archive, so that an endless response does not fill the memory. */
const MAX_BYTES = 200_000_000;

/** For each of the two files. Chosen, because a slow connection needs a few minutes for the archive. */
const TIMEOUT_MS = 600_000;

/** The program is renamed into the cache after its archive was verified, so a cached file is complete. */
export async function fetchOpenTofu(options: FetchOptions): Promise<string> {
  const { release, platform, cache, onDownload } = options;
  const target = join(cache, 'opentofu', release.version, platform, 'tofu');
  if (await isExecutable(target)) return target;
  onDownload?.(
    `Neither terraform nor tofu is on the PATH: fetching OpenTofu ${release.version} from ${release.address}`,
  );
  const name = `tofu_${release.version}_${platform}.zip`;
  const at = `${release.address}/v${release.version}`;
  checkAddress(release.address, `'${release.address}'`);
  const sums = Buffer.from(await download(`${at}/tofu_${release.version}_SHA256SUMS`, options)).toString('utf8');
  const archive = await download(`${at}/${name}`, options);
  checkArchive(archive, name, at, findChecksum(sums, name, at), release.sha256[platform]);
  installProgram(extract(archive, `${at}/${name}`), target);
  return target;
}

/**
 * Archive and checksums come from the same address, so TLS must authenticate them. A response of this machine itself
 * does not cross a network, so `http` is accepted for it.
 */
function checkAddress(address: string, subject: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = url?.protocol === 'http:' && isLoopback(url.hostname);
  if (url?.protocol === 'https:' || isLocal) return;
  throw failure(`${subject} is not a valid release address`, 'an https URL, or an http URL of this machine');
}

async function download(
  url: string,
  { signal, download: request = downloadDirectly }: FetchOptions,
): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout;
  let target = url;
  for (let redirects = 0; ; redirects += 1) {
    let response: Downloaded;
    try {
      response = await request(target, limit);
    } catch (cause) {
      throw failure(`${target} cannot be reached: ${networkErrorReason(cause)}`, 'a connection to it', cause);
    }
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      if (redirects === MAX_REDIRECTS)
        throw failure(`${url} has more than ${MAX_REDIRECTS} redirects`, `at most ${MAX_REDIRECTS}`);
      target = URL.canParse(location, target) ? new URL(location, target).href : location;
      // Every target is checked, not only the last: a response without TLS may be forged, with a target of the forger.
      checkAddress(target, `${url} was redirected to '${target}', which`);
      // Whether the rest of this body arrives does not matter.
      await discard(response).catch(() => undefined);
      continue;
    }
    if (!response.ok) throw failure(`${target} returned status ${response.status}`, 'the file');
    try {
      return await readAll(response);
    } catch (cause) {
      throw failure(`${target} was not received completely: ${networkErrorReason(cause)}`, 'the whole file', cause);
    }
  }
}

async function discard({ body }: Downloaded): Promise<void> {
  for await (const _ of body ?? []) return;
}

async function readAll({ body }: Downloaded): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes, which no release archive has`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function findChecksum(sums: string, name: string, at: string): string {
  for (const line of sums.split('\n')) {
    const [, checksum, file] = /^([0-9a-fA-F]{64})[ *]+(\S+)\s*$/.exec(line) ?? [];
    if (checksum !== undefined && file === name) return checksum.toLowerCase();
  }
  throw failure(`the checksums of ${at} do not name ${name}`, 'a release that has an archive for this platform');
}

function checkArchive(archive: Uint8Array, name: string, at: string, listed: string, pinned: string | undefined): void {
  const actual = createHash('sha256').update(archive).digest('hex');
  const found = `${at}/${name} has the SHA-256 ${actual}`;
  if (actual !== listed)
    throw failure(found, `${listed}, as in the release's SHA256SUMS; the file is incomplete or was changed`);
  if (pinned !== undefined && actual !== pinned)
    throw failure(found, `${pinned}, which is pinned; the release differs from the pinned release`);
}

function extract(archive: Uint8Array, url: string): Uint8Array {
  try {
    const program = unzipSync(archive, { filter: ({ name }) => name === 'tofu' })['tofu'];
    if (program) return program;
  } catch (cause) {
    throw failure(`${url} cannot be unpacked: ${(cause as Error).message}`, 'a zip archive', cause);
  }
  throw failure(`${url} does not contain the file tofu`, 'the program');
}

function installProgram(program: Uint8Array, target: string): void {
  // With the mode from the start: what another user has open stays writable after a later chmod.
  replaceAtomically(target, (staged) => writeFileSync(staged, program, { mode: 0o755 }));
}

function failure(found: string, expected: string, cause?: unknown): Error {
  return new Error(
    `Cannot fetch OpenTofu: ${found}, expected ${expected}. Install Terraform or OpenTofu and put it on the PATH, or set NETINGRESS_OPENTOFU_ADDRESS to a mirror of the releases.`,
    { cause },
  );
}
