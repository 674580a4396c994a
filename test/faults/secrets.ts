/** Secrets that no output may contain. */
import type { Snapshot } from '../../src/emulator';
import { omitSnapshotSecrets } from '../../src/emulator/control/snapshot/snapshot';
import { type Json, listStrings } from '../../src/values/json';

/**
 * Chosen: in an output a shorter text may be a word that is no secret there. The client redacts shorter secrets, too,
 * from `SHORTEST_SECRET` on.
 */
const MIN_SECRET_CHARACTERS = 8;

/**
 * The secrets that the service contains: tokens, private keys, credentials of destinations. Each line of a text with
 * several lines is a secret of its own, because an output may separate them. Not returned: lines that begin with
 * `-----`, short ones, and lines that a public value contains too.
 */
export function secretsOf(snapshot: Snapshot): string[] {
  const shown = new Set(listStrings(omitSnapshotSecrets(snapshot) as unknown as Json));
  const hidden = listStrings(snapshot as unknown as Json).filter((text) => !shown.has(text));
  const lines = hidden.flatMap((text) => text.split('\n')).filter((line) => !line.startsWith('-----'));
  // The modulus of an RSA key fills lines of the private key, and occurs in the public key too.
  const isShown = (line: string): boolean => [...shown].some((text) => text.includes(line));
  return [...new Set(lines)].filter((line) => line.length >= MIN_SECRET_CHARACTERS && !isShown(line));
}

/** Returns the start of each secret that the text contains. */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  // What Terraform prints of a text is JSON in one place and plain in another.
  const found = secrets.filter((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)));
  return found.map((secret) => `${secret.slice(0, 4)}...`);
}
