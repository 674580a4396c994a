/** The file that says in which collection a run makes an object, before it makes it, and then which object. */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';

type Entry = { readonly run: string } & (
  | { readonly url: string }
  /** Written before the request. */
  | { readonly create: string }
  | { readonly created: string }
  | { readonly ended: true }
);

/** A run that may have left objects. */
export interface OpenRun {
  readonly marker: string;
  /** Collections in which it sent or was about to send a create, the newest first. */
  readonly paths: readonly string[];
}

export interface Journal {
  /** The text that every object of this run has in its metadata or name (marker.ts). */
  readonly marker: string;
  /** Whether this run made the object, `/ip_policies/ipp_1`, and has not deleted it. */
  isOwn(path: string): boolean;
  /** A create in this collection, `/ip_policies`, is about to be sent. It stays open until `created` or `refused`. */
  create(path: string): void;
  /** The create returned this object, `/ip_policies/ipp_1`. */
  created(path: string): void;
  /** The service refused the create in this collection, so there is no object. */
  refused(path: string): void;
  /** This object is deleted. Not written to the file. */
  deleted(path: string): void;
  /**
   * Collections in which this run has objects, or may have one whose response was lost: these first, then the newest.
   */
  paths(): readonly string[];
  /**
   * All objects of the run with this marker, by default of this run, are deleted: the next run need not look for them.
   */
  end(marker?: string): void;
  close(): void;
}

/** The runs against the service at `url` without a line `ended`; none without the file. */
export function listOpenRuns(file: string, url: string): readonly OpenRun[] {
  const entries = existsSync(file) ? readEntries(file) : [];
  const ended = new Set(entries.flatMap((entry) => ('ended' in entry ? [entry.run] : [])));
  const started = entries.flatMap((entry) => ('url' in entry && entry.url === url ? [entry.run] : []));
  return started
    .filter((run) => !ended.has(run))
    .map((run) => ({
      marker: run,
      paths: newestFirst(entries.flatMap((entry) => ('create' in entry && entry.run === run ? [entry.create] : []))),
    }));
}

/**
 * Removes an incomplete last line, in which a process was killed. If it was a `create`, its request was not sent; if it
 * was a `created`, the `create` before it is still there.
 */
function dropCutLine(file: string): void {
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  truncateSync(file, bytes.lastIndexOf('\n') + 1);
}

function readEntries(file: string): Entry[] {
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as Entry);
}

function toCollection(path: string): string {
  return path.slice(0, path.indexOf('/', 1));
}

function newestFirst(paths: readonly string[]): string[] {
  return [...new Set(paths.toReversed())];
}

export function openJournal(file: string, url: string): Journal {
  const marker = `netingress-conformance-${randomBytes(8).toString('hex')}`;
  dropCutLine(file);
  const descriptor = openSync(file, 'a');
  const own = new Set<string>();
  // Collections of creates without a response.
  const pending: string[] = [];
  const answered = (path: string): void => void pending.splice(pending.lastIndexOf(path), 1);
  const write = (entry: Entry): void => {
    writeSync(descriptor, `${JSON.stringify(entry)}\n`);
    fsyncSync(descriptor);
  };
  write({ run: marker, url });
  return {
    marker,
    isOwn: (path) => own.has(path),
    create(path) {
      pending.push(path);
      write({ run: marker, create: path });
    },
    created(path) {
      own.add(path);
      answered(toCollection(path));
      write({ run: marker, created: path });
    },
    refused: answered,
    deleted: (path) => void own.delete(path),
    paths: () => newestFirst([...[...own].map(toCollection), ...pending]),
    end: (run = marker) => write({ run, ended: true }),
    close: () => closeSync(descriptor),
  };
}
