/**
 * What was read of the account so far, so that a run that was ended goes on where it was. One line a page, appended: a
 * line that was torn when the process was killed is the last one, and is read again from the service.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { KnownObjects } from '../../client/read-account';
import type { AccountObject } from '../../model/estate';
import { isJsonObject } from '../../model/json';
import { PRIVATE_FILE } from '../private-file';

/** Name of the file in the output folder. */
export const JOURNAL = '.netingress-adopt.ndjson';

/** How long a journal can be gone on with, in ms: one hour. What is older may have changed since it was read. */
const lifetime = 60 * 60 * 1000;

/** Whose account it is, and when it is. */
export interface JournalOwner {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An open journal. */
export interface Journal {
  /** Pages of an earlier run; none where it was of another account, or too old. */
  readonly pages: number;
  readonly known: (kind: string) => KnownObjects | undefined;
  readonly add: (kind: string, page: KnownObjects) => void;
  readonly remove: () => void;
}

/** Opens the journal of that file, a new one if none is there that can be gone on with. */
export function openJournal(file: string, owner: JournalOwner): Journal {
  const identity = createHash('sha256').update(`${owner.baseUrl} ${owner.apiKey}`).digest('hex').slice(0, 16);
  const lines = existsSync(file) ? readLines(readFileSync(file, 'utf8')) : [];
  const [header, ...pages] = lines;
  const started = isJsonObject(header) && header['account'] === identity ? Number(header['started']) : Number.NaN;
  const usable = owner.now - started < lifetime;
  const read = new Map<string, KnownObjects>();
  if (usable) for (const page of pages) addPage(read, page);
  else begin(file, { account: identity, started: owner.now });
  // A torn line would swallow the next one.
  if (usable) appendFileSync(file, '\n');
  return {
    pages: usable ? pages.length : 0,
    known: (kind) => read.get(kind),
    add: (kind, page) => appendFileSync(file, `${JSON.stringify({ kind, ...page })}\n`),
    remove: () => rmSync(file, { force: true }),
  };
}

function begin(file: string, header: object): void {
  mkdirSync(dirname(file), { recursive: true });
  // Anew: an older file would keep the mode it has.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(header)}\n`, { mode: PRIVATE_FILE });
}

function readLines(text: string): unknown[] {
  return text.split('\n').flatMap((line): unknown[] => {
    try {
      return line === '' ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

function addPage(read: Map<string, KnownObjects>, page: unknown): void {
  if (!isJsonObject(page) || typeof page['kind'] !== 'string' || !Array.isArray(page['objects'])) return;
  const before = read.get(page['kind'])?.objects ?? [];
  const objects = page['objects'] as unknown as readonly AccountObject[];
  read.set(page['kind'], { objects: [...before, ...objects], complete: page['complete'] === true });
}
