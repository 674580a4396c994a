import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, tryParseJson } from '../../model/json';
import { toJson } from '../../report/json';
import { replaceAtomically } from '../../terraform/replace-atomically';
import { CliError } from '../context';
import type { Layout, PublishedFile } from './layouts';

/**
 * Writes a release. The documents that list its version are written last, so clients never see a version without its
 * files. Throws a {@link CliError}, before anything is written, if a file of the version exists with other contents. Returns
 * the number of written files: new files of the version and all documents.
 */
export function writeLayout(folder: string, { files, documents }: Layout): number {
  const updated = [...documents].map(
    ([path, update]) => [path, toJson(update(readDocument(join(folder, path))))] as const,
  );
  const missing = [...files].filter(([path, file]) => !requireSameOrMissing(join(folder, path), file));
  for (const [path, file] of [...missing, ...updated]) replaceFile(join(folder, path), file);
  return missing.length + updated.length;
}

/** False for a missing file. */
function requireSameOrMissing(path: string, file: PublishedFile): boolean {
  if (!existsSync(path)) return false;
  if (readFileSync(path).equals(contentOf(file))) return true;
  throw new CliError(
    `${path} exists with other contents; expected a new version, because a published version never changes.`,
  );
}

function contentOf(file: PublishedFile): Uint8Array {
  if (typeof file === 'string') return Buffer.from(file);
  return 'copyOf' in file ? readFileSync(file.copyOf) : file;
}

function readDocument(path: string): JsonObject {
  if (!existsSync(path)) return {};
  const document = tryParseJson(readFileSync(path, 'utf8'));
  if (isJsonObject(document)) return document;
  throw new CliError(`${path} is not a JSON object. Correct or remove it.`);
}

/** Clients read the old or the new file, and never a part of one. */
function replaceFile(path: string, file: PublishedFile): void {
  replaceAtomically(path, (staged) => {
    if (typeof file === 'object' && 'copyOf' in file) copyFileSync(file.copyOf, staged);
    else writeFileSync(staged, file);
  });
}
