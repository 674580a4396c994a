/**
 * A journal of the pages that were read, one per line, so that an interrupted run can continue. If the process is
 * killed, only the last line can be incomplete. The next run removes it and requests its page again.
 */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { PartialListing } from '../account/read-account';
import { CliError } from '../command/context';
import { PRIVATE_FILE } from '../command/output-file';
import { tryParseJson } from '../values/json';

export const JOURNAL = '.netingress-adopt.ndjson';

/** Chosen: a run can continue from a journal for one hour. Older pages may be outdated. */
const LIFETIME_MS = 60 * 60 * 1000;

export interface JournalOwner {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export type Journal = ReturnType<typeof openJournal>;

const headerSchema = z.strictObject({ account: z.string(), started: z.int() });

const pageSchema = z.strictObject({
  kind: z.string(),
  objects: z.array(z.strictObject({ id: z.string(), values: z.record(z.string(), z.json()) })),
  complete: z.boolean(),
});

/**
 * Starts a new journal if there is none, or if it is too old, damaged, or of another base URL or API key. Throws a
 * {@link CliError} if the file cannot be read or written, here and in `add`.
 */
export function openJournal(file: string, owner: JournalOwner, nowMs = Date.now()) {
  const accountHash = createHash('sha256').update(`${owner.baseUrl} ${owner.apiKey}`).digest('hex').slice(0, 16);
  let created: string | undefined;
  const pages = translateFileErrors(file, () => {
    const lines = existsSync(file) ? readCompleteLines(file) : Buffer.of();
    const read = parseJournal(lines.toString());
    if (read?.account === accountHash && nowMs - read.started < LIFETIME_MS) {
      truncateSync(file, lines.length);
      return read.pages;
    }
    created = startJournal(file, { account: accountHash, started: nowMs });
    return [];
  });
  const listings = new Map<string, PartialListing>();
  for (const { kind, objects, complete } of pages)
    listings.set(kind, { objects: [...(listings.get(kind)?.objects ?? []), ...objects], complete });
  return {
    /** Number of pages that earlier runs read. */
    pageCount: pages.length,
    /** The objects of a kind that an earlier run read; undefined if it read no page of the kind. */
    listingSoFar: (kind: string) => listings.get(kind),
    add: (kind: string, page: PartialListing): void =>
      translateFileErrors(file, () => appendFileSync(file, `${JSON.stringify({ kind, ...page })}\n`)),
    /** Also removes the folders that this run created, if they are empty. */
    remove: () => {
      rmSync(file, { force: true });
      if (created !== undefined) removeEmptyFolders(dirname(file), created);
    },
  };
}

/** Returns the topmost folder that it created, or undefined if the folder existed. */
function startJournal(file: string, header: z.infer<typeof headerSchema>): string | undefined {
  const created = mkdirSync(dirname(file), { recursive: true });
  // An existing file would keep its mode.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(header)}\n`, { mode: PRIVATE_FILE });
  return created;
}

function removeEmptyFolders(folder: string, topmost: string): void {
  if (!existsSync(folder) || readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  if (folder !== topmost) removeEmptyFolders(dirname(folder), topmost);
}

function translateFileErrors<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new CliError(
      `Cannot use the folder ${dirname(file)}: ${(error as Error).message}. Give another folder with --out.`,
    );
  }
}

function readCompleteLines(file: string): Buffer {
  const bytes = readFileSync(file);
  return bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
}

/** Undefined if a line is not valid: if its page were skipped, the list of the kind would seem complete without it. */
function parseJournal(
  lines: string,
): (z.infer<typeof headerSchema> & { readonly pages: readonly z.infer<typeof pageSchema>[] }) | undefined {
  const [first, ...rest] = lines.split('\n').slice(0, -1).map(tryParseJson);
  const header = headerSchema.safeParse(first);
  const pages = z.array(pageSchema).safeParse(rest);
  return header.success && pages.success ? { ...header.data, pages: pages.data } : undefined;
}
