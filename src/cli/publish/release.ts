/** A release in a folder: the zips of the provider, and the list of their checksums with its signature. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipName } from '../../terraform/mirror';
import { isPlatform, PLATFORMS, type Platform } from '../../terraform/platforms';
import { type ProviderSource, parseProviderSource, SOURCE_FORM } from '../../terraform/provider-source';
import { CliError } from '../context';

export interface ReleasedZip {
  readonly platform: Platform;
  readonly name: string;
  readonly file: string;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

export interface Release {
  /** `X.Y.Z`, without build metadata, which registries refuse. */
  readonly version: string;
  readonly zips: readonly ReleasedZip[];
  /** Name of the list of checksums. Its signature has the suffix `.sig`. */
  readonly checksumsName: string;
  readonly checksums: Buffer;
  /** Documents in the layout of registries, by their path below `docs/`. None if the folder has only zips. */
  readonly documents: ReadonlyMap<string, string>;
  /** A detached, binary OpenPGP signature of the checksums. */
  readonly signature: Buffer | undefined;
}

/** Versions of the plugin protocol, in the form of registries. */
export const PROTOCOLS = ['6.0'] as const;

/**
 * Reads the zips of the version, by default for all platforms that the folder has. Throws a {@link CliError} if a zip is
 * missing, or differs from the list of checksums in the folder. Without a list the checksums are computed.
 */
export function readRelease(folder: string, version: string, platforms?: readonly Platform[]): Release {
  const found = PLATFORMS.filter((platform) => existsSync(join(folder, zipName(version, platform))));
  const missing = (platforms ?? []).filter((platform) => !found.includes(platform));
  if (found.length === 0 || missing.length > 0)
    throw new CliError(
      `${folder} has no ${zipName(version, missing[0] ?? 'linux_amd64')}; expected the zips of a release. ${listZips(folder)} Give their folder with --release.`,
    );
  const zips = (platforms ?? found).map((platform): ReleasedZip => {
    const name = zipName(version, platform);
    const file = join(folder, name);
    return { platform, name, file, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
  });
  const checksumsName = `terraform-provider-netingress_${version}_SHA256SUMS`;
  const listed = readIfExists(join(folder, checksumsName));
  if (listed) verifyChecksums(zips, checksumsName, listed.toString('utf8'));
  return {
    version,
    zips,
    checksumsName,
    checksums: listed ?? Buffer.from(zips.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('')),
    documents: listDocuments(join(folder, 'docs')),
    // A signature without the list that it signs is of no use.
    signature: listed && readIfExists(join(folder, `${checksumsName}.sig`)),
  };
}

function verifyChecksums(zips: readonly ReleasedZip[], checksumsName: string, text: string): void {
  const listed = new Map(
    text.split('\n').flatMap((line) => {
      const [, sha256, name] = /^([0-9a-f]{64})[ *]+(\S+)$/.exec(line.trim()) ?? [];
      return sha256 !== undefined && name !== undefined ? [[name, sha256] as const] : [];
    }),
  );
  for (const { name, sha256 } of zips) {
    const expected = listed.get(name);
    if (expected === sha256) continue;
    throw new CliError(
      `${name} has the SHA-256 ${sha256}; expected ${expected ?? 'a line for it'}${expected ? ',' : ''} in ${checksumsName}. Download the release again.`,
    );
  }
}

function listZips(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.zip')) : [];
  return names.length === 0 ? 'It has no zips.' : `It has ${names.join(', ')}.`;
}

function listDocuments(folder: string): ReadonlyMap<string, string> {
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return new Map(
    paths
      .filter((path) => path.endsWith('.md'))
      .map((path) => [path.replaceAll('\\', '/'), join(folder, path)] as const),
  );
}

function readIfExists(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** Parses the value of `--source`. Throws a {@link CliError}. */
export function parseSource(source: string): ProviderSource {
  const parsed = parseProviderSource(source);
  if (parsed) return parsed;
  throw new CliError(`'${source}' is not a valid source address; expected ${SOURCE_FORM}.`);
}

/** Splits `linux_amd64`. */
export function splitPlatform(platform: string): { readonly os: string; readonly arch: string } {
  if (!isPlatform(platform)) throw new Error(`'${platform}' is not a platform`);
  const [os = '', arch = ''] = platform.split('_');
  return { os, arch };
}
