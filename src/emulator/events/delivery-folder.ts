/** Writes deliveries to `<folder>/<destination>.ndjson`, one event per line. */
import { appendFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Delivery } from './event';
import { makeFolder, PRIVATE_FILE } from './files';

export interface DeliveryFolder {
  readonly folder: string;
  /** Why the last write failed; undefined if it succeeded. The `health` control reports it. */
  problem: string | undefined;
}

export function openFolder(folder: string): DeliveryFolder {
  try {
    makeFolder(resolve(folder));
  } catch (error) {
    throw new Error(
      `Cannot create the delivery folder ${folder}: ${(error as Error).message}. Choose a folder that is writable.`,
      { cause: error },
    );
  }
  return { folder, problem: undefined };
}

/**
 * Appends whole lines in one write per file, so that a reader never sees half an event of a finished delivery. A write
 * failure is stored in `problem`: the change that caused the event was applied, so its request must not fail.
 */
export function appendToFiles(folder: DeliveryFolder, deliveries: readonly Delivery[]): void {
  const lines = new Map<string, string>();
  for (const { receivers, json } of deliveries) {
    for (const { id } of receivers) lines.set(id, `${lines.get(id) ?? ''}${json}\n`);
  }
  folder.problem = undefined;
  for (const [destination, text] of lines) {
    const file = join(folder.folder, `${destination}.ndjson`);
    try {
      appendFileSync(file, text, { mode: PRIVATE_FILE });
    } catch (error) {
      folder.problem = `Cannot write ${file}: ${(error as Error).message}.`;
    }
  }
}
