import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BINARY_NAMES } from '../../src/terraform/find-binary';

/** Returns the path of the first terraform on the PATH, else of the first tofu. Throws if there is neither. */
export function terraformBinary(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const files = BINARY_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = files.find((file) => existsSync(file));
  if (!found) throw new Error('Neither terraform nor tofu is on the PATH; these tests need one of them');
  return found;
}
