/**
 * The files of a published release by path: of a packed filesystem mirror, a network mirror, or a registry on a static
 * host. Documents that list versions keep the versions that they list already.
 */
import { isJsonObject, type JsonObject, toJsonObject } from '../../model/json';
import { toJson } from '../../report/json';
import { hashZip } from '../../terraform/bundle';
import type { ProviderSource } from '../../terraform/provider-source';
import { PROTOCOLS, type Release, type ReleasedZip, splitPlatform } from './release';
import type { PublicKey } from './signing-key';

/** A file with new content, or a copy of another file. */
export type PublishedFile = string | Uint8Array | { readonly copyOf: string };

export interface Layout {
  /** Written once: an existing file with other contents is an error, because a published version never changes. */
  readonly files: ReadonlyMap<string, PublishedFile>;
  /** Documents that later releases extend; each function gets the current document, `{}` if there is none. */
  readonly documents: ReadonlyMap<string, (current: JsonObject) => JsonObject>;
}

/** A mirror in which Terraform finds the zips by their names. */
export function packedMirror({ zips }: Release, { host, namespace }: ProviderSource): Layout {
  const folder = `${host}/${namespace}/netingress`;
  return { files: copies(folder, zips), documents: new Map() };
}

/** The documents of the provider network mirror protocol, beside the zips. */
export function networkMirror(release: Release, { host, namespace }: ProviderSource): Layout {
  const folder = `${host}/${namespace}/netingress`;
  const archives = Object.fromEntries(
    release.zips.map(({ platform, name, file, sha256 }) => [
      platform,
      { url: name, hashes: [hashZip(file), `zh:${sha256}`] },
    ]),
  );
  return {
    files: new Map([...copies(folder, release.zips), [`${folder}/${release.version}.json`, toJson({ archives })]]),
    documents: new Map([
      [
        `${folder}/index.json`,
        (current) => ({ versions: { ...toJsonObject(current['versions']), [release.version]: {} } }),
      ],
    ]),
  };
}

/** A release with the signature that Terraform requires of a registry. */
export interface SignedRelease extends Release {
  readonly signature: Buffer;
  readonly key: PublicKey;
}

const API = 'v1/providers';

/** The files of the provider registry protocol, and the documents of the version. All addresses are relative, so any static host can serve them. */
export function registry(release: SignedRelease, { namespace }: Pick<ProviderSource, 'namespace'>): Layout {
  const { version, zips, checksumsName, checksums, signature, key, documents } = release;
  const folder = `${API}/${namespace}/netingress`;
  const files = `${folder}/${version}/files`;
  return {
    files: new Map<string, PublishedFile>([
      ...copies(files, zips),
      [`${files}/${checksumsName}`, checksums],
      [`${files}/${checksumsName}.sig`, signature],
      ...[...documents].map(([path, file]): [string, PublishedFile] => [
        `${folder}/${version}/docs/${path}`,
        { copyOf: file },
      ]),
      ...zips.map((zip) => downloadDocument(`${folder}/${version}`, zip, checksumsName, key)),
    ]),
    documents: new Map<string, (current: JsonObject) => JsonObject>([
      ['.well-known/terraform.json', (current) => ({ ...current, 'providers.v1': `/${API}/` })],
      [`${folder}/versions`, (current) => ({ versions: [...otherVersions(current, version), versionEntry(release)] })],
    ]),
  };
}

function downloadDocument(
  folder: string,
  { platform, name, sha256 }: ReleasedZip,
  checksumsName: string,
  { id, armored }: PublicKey,
): [string, string] {
  const { os, arch } = splitPlatform(platform);
  // Relative to `download/<os>/<arch>`.
  const at = '../../files';
  const document = {
    protocols: [...PROTOCOLS],
    os,
    arch,
    filename: name,
    download_url: `${at}/${name}`,
    shasums_url: `${at}/${checksumsName}`,
    shasums_signature_url: `${at}/${checksumsName}.sig`,
    shasum: sha256,
    signing_keys: {
      gpg_public_keys: [{ key_id: id, ascii_armor: armored, trust_signature: '', source: '', source_url: '' }],
    },
  };
  return [`${folder}/download/${os}/${arch}`, toJson(document)];
}

function versionEntry({ version, zips }: Release): JsonObject {
  return {
    version,
    protocols: [...PROTOCOLS],
    platforms: zips.map(({ platform }) => ({ ...splitPlatform(platform) })),
  };
}

function otherVersions({ versions }: JsonObject, version: string): JsonObject[] {
  const list = Array.isArray(versions) ? (versions as readonly unknown[]) : [];
  return list.filter((entry): entry is JsonObject => isJsonObject(entry) && entry['version'] !== version);
}

function copies(folder: string, zips: readonly ReleasedZip[]): Map<string, PublishedFile> {
  return new Map(zips.map(({ name, file }) => [`${folder}/${name}`, { copyOf: file }]));
}
