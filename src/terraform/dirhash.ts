/** Terraform's `h1:` checksum of a provider package, which is Go's `dirhash.Hash1`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the checksum of files by their slash-separated path within the package. */
export function hashFiles(files: Readonly<Record<string, Uint8Array>>): string {
  const lines = Object.keys(files)
    .sort()
    .map((name) => `${sha256(files[name] as Uint8Array).toString('hex')}  ${name}\n`);
  return `h1:${sha256(lines.join('')).toString('base64')}`;
}

export function hashDirectory(directory: string): string {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return hashFiles(
    Object.fromEntries(
      names.map((name) => [name.slice(directory.length + 1).replaceAll('\\', '/'), readFileSync(name)]),
    ),
  );
}

/** Hashes bytes, or a string as UTF-8. */
export function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest();
}
