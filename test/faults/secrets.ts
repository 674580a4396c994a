/** What no output may hold. */

import type { Snapshot } from '../../src/emulator';
import { omitSnapshotSecrets } from '../../src/emulator/control/snapshot/snapshot';
import { isJsonObject } from '../../src/model/json';

/** Shorter texts are words that stand in outputs for other reasons. */
const shortest = 8;

/**
 * Every secret that the service holds: tokens, private keys, credentials of destinations. Of a text of several lines
 * each line counts, since an output may break it up.
 */
export function secretsOf(snapshot: Snapshot): string[] {
  const shown = new Set(textsIn(omitSnapshotSecrets(snapshot)));
  const hidden = textsIn(snapshot).filter((text) => !shown.has(text));
  const lines = hidden.flatMap((text) => text.split('\n')).filter((line) => !line.startsWith('-----'));
  // The modulus of an RSA key fills lines of the private key, and stands in the public one too.
  const isShown = (line: string): boolean => [...shown].some((text) => text.includes(line));
  return [...new Set(lines)].filter((line) => line.length >= shortest && !isShown(line));
}

/** The secrets that stand in the text, each by what it begins with. */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  // What Terraform prints of a text is JSON in one place and plain in another.
  const found = secrets.filter((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)));
  return found.map((secret) => `${secret.slice(0, 4)}...`);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
