import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readBundle } from '../../../src/terraform/bundle';

/** Writes the files of a zip into the folder, all of them executable. */
export function unpackZip(zip: string, folder: string): void {
  for (const [name, content] of Object.entries(readBundle(zip))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  }
}
