import { sha256 } from './fetch';

const PREFIX = 'terraform-provider-netingress';

export function checksumsName(version: string): string {
  return `${PREFIX}_${version}_SHA256SUMS`;
}

export function manifestName(version: string): string {
  return `${PREFIX}_${version}_manifest.json`;
}

/** The versions of the plugin protocol, for registries. */
export function manifest(): string {
  return `${JSON.stringify({ version: 1, metadata: { protocol_versions: ['6.0'] } }, null, 2)}\n`;
}

/** In the format of `sha256sum`, for files by name. */
export function checksums(files: ReadonlyMap<string, Uint8Array>): string {
  const names = [...files.keys()].sort();
  return names.map((name) => `${sha256(files.get(name) as Uint8Array)}  ${name}\n`).join('');
}
