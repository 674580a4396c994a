import { appendFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Delivery } from './event';

export const PRIVATE_FILE_MODE = 0o600;

export interface DeliveryFolder {
  readonly folder: string;
  /** Why the last write failed; undefined if it did not. */
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
 * A failure, after which a file may end with a part of an event, is stored in `problem`: what the event reports has
 * happened, so the request that caused it must not fail.
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
      appendFileSync(file, text, { mode: PRIVATE_FILE_MODE });
    } catch (error) {
      folder.problem = `Cannot write ${file}: ${(error as Error).message}.`;
    }
  }
}

/**
 * Creates a folder and its parents. Node's `recursive` never returns where folders cannot be created, such as `/proc`.
 */
function makeFolder(folder: string): void {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw error;
  }
}
