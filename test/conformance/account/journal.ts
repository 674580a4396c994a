/** The file that says which objects a run makes, before it makes them. */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';

/** A line of the file. */
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
  /** Collections in which it made objects, the newest first. */
  readonly paths: readonly string[];
}

export interface Journal {
  /** What the objects of this run carry. */
  readonly marker: string;
  /** Whether this run made the object. */
  isOwn(path: string): boolean;
  create(path: string): void;
  created(path: string): void;
  /** The service refused the create, so there is no object. */
  refused(path: string): void;
  deleted(path: string): void;
  /** Collections in which this run has objects, or may have one whose response was lost; the newest first. */
  paths(): readonly string[];
  /** The objects of the run, of this one by default, are deleted. */
  end(marker?: string): void;
  close(): void;
}

/** Runs against the service that did not end. */
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

/** The process may have been killed within the last line, whose request was not sent then. */
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
  // Collections of creates without a response, and of objects.
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
