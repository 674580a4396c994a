/** Destinations as files on this machine: `<folder>/<destination>.ndjson`, one event a line. */
import { appendFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../state/make-folder';
import { PRIVATE_FILE } from '../../state/private-file';
import type { Delivery } from './delivery';

/** A folder that is delivered to. */
export interface DeliveryFolder {
  readonly folder: string;
  /** Why the last delivery could not be written; undefined when it was. Shown by the controls. */
  problem: string | undefined;
}

/** Makes the folder if it is not there; throws, saying why, when it cannot. Files that are there already are added to. */
export function openFolder(folder: string): DeliveryFolder {
  try {
    makeFolder(resolve(folder));
  } catch (error) {
    throw new Error(
      `Cannot deliver to the folder ${folder}: ${(error as Error).message}. Give one that can be written.`,
      {
        cause: error,
      },
    );
  }
  return { folder, problem: undefined };
}

/** The file of a destination. */
export function fileOf({ folder }: DeliveryFolder, destination: string): string {
  return join(folder, `${destination}.ndjson`);
}

/**
 * Adds what each destination receives, whole lines in one write a file, so that a reader never sees half an event of a
 * delivery that is done. A full disk or the like is kept as the folder's problem: the change that the events tell of has
 * happened, and must not be answered as a failure.
 */
export function appendToFiles(folder: DeliveryFolder, deliveries: readonly Delivery[]): void {
  const lines = new Map<string, string>();
  for (const { receivers, text } of deliveries) {
    for (const { id } of receivers) lines.set(id, `${lines.get(id) ?? ''}${text}\n`);
  }
  folder.problem = undefined;
  for (const [destination, text] of lines) {
    try {
      appendFileSync(fileOf(folder, destination), text, { mode: PRIVATE_FILE });
    } catch (error) {
      folder.problem = `Cannot write ${fileOf(folder, destination)}: ${(error as Error).message}.`;
    }
  }
}
