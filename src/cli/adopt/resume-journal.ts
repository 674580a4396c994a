/**
 * What was read of the account so far, so that a run that was ended goes on where it was. One line a page, appended: a
 * line that was torn when the process was killed is the last one, and is read again from the service.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { KnownObjects } from '../../account/read-account';
import { CliError } from '../cli-error';
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

const headerSchema = z.strictObject({ account: z.string(), started: z.int() });

const pageSchema = z.strictObject({
  kind: z.string(),
  objects: z.array(z.strictObject({ id: z.string(), values: z.record(z.string(), z.json()) })),
  complete: z.boolean(),
});

/**
 * Opens the journal in the file. Begins a new one if there is none, or one of another account, too old, or damaged.
 * Throws a {@link CliError} when the file cannot be written, here and in `add`.
 */
export function openJournal(file: string, owner: JournalOwner): Journal {
  const account = createHash('sha256').update(`${owner.baseUrl} ${owner.apiKey}`).digest('hex').slice(0, 16);
  const pages = orCannotWrite(file, () => {
    const read = existsSync(file) ? parseJournal(readFileSync(file, 'utf8')) : undefined;
    if (read?.account === account && owner.now - read.started < lifetime) {
      // A torn line would swallow the next one.
      appendFileSync(file, '\n');
      return read.pages;
    }
    begin(file, { account, started: owner.now });
    return [];
  });
  const known = new Map<string, KnownObjects>();
  for (const { kind, objects, complete } of pages)
    known.set(kind, { objects: [...(known.get(kind)?.objects ?? []), ...objects], complete });
  return {
    pages: pages.length,
    known: (kind) => known.get(kind),
    add: (kind, page) => orCannotWrite(file, () => appendFileSync(file, `${JSON.stringify({ kind, ...page })}\n`)),
    remove: () => rmSync(file, { force: true }),
  };
}

function begin(file: string, header: z.infer<typeof headerSchema>): void {
  mkdirSync(dirname(file), { recursive: true });
  // Anew: an older file would keep the mode it has.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(header)}\n`, { mode: PRIVATE_FILE });
}

function orCannotWrite<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new CliError(
      `Cannot write to ${dirname(file)}: ${(error as Error).message}. Name another folder with --out.`,
    );
  }
}

/** Undefined for a file that is not a journal. */
function parseJournal(
  text: string,
): (z.infer<typeof headerSchema> & { readonly pages: readonly z.infer<typeof pageSchema>[] }) | undefined {
  const [first, ...rest] = parseLines(text);
  const header = headerSchema.safeParse(first);
  const pages = z.array(pageSchema).safeParse(rest);
  return header.success && pages.success ? { ...header.data, pages: pages.data } : undefined;
}

/** The lines that are JSON: one that was torn is left out. */
function parseLines(text: string): unknown[] {
  return text.split('\n').flatMap((line): unknown[] => {
    try {
      return line === '' ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}
