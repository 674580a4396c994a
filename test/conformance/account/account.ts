/** Reads the account of a run, and deletes what this and earlier runs left. */
import type { Members } from '../api';
import type { Journal, OpenRun } from './journal';
import { hasMarker } from './marker';
import { type ServiceAccess, sendToService } from './proxy';

export interface AccountReader {
  /** Every object of a collection; a status if the service refuses to list it. */
  list(path: string): Promise<readonly Members[] | { readonly status: number }>;
  delete(path: string): Promise<number>;
}

export function createReader(access: ServiceAccess, headers: Readonly<Record<string, string>>): AccountReader {
  return {
    async list(path) {
      const objects: Members[] = [];
      for (let next: string | undefined = `${path}?limit=100`; next !== undefined; ) {
        const { status, text } = await sendToService(access, 'GET', next, headers);
        if (status !== 200) return { status };
        const body = JSON.parse(text) as Members;
        objects.push(...(Object.values(body).find(Array.isArray) as Members[]));
        const uri = body['next_page_uri'];
        const { pathname, search } = new URL(typeof uri === 'string' ? uri : 'http://none');
        next = typeof uri === 'string' ? `${pathname}${search}` : undefined;
      }
      return objects;
    },
    delete: async (path) => (await sendToService(access, 'DELETE', path, headers)).status,
  };
}

/**
 * Deletes the objects of the run, found by its marker, so also those whose responses were lost. An object that is in
 * use cannot be deleted before its user, so everything is tried again while fewer objects are left than before. Returns
 * the paths of those that are left, and collections that the service does not list.
 */
export async function deleteObjects(reader: AccountReader, run: OpenRun): Promise<readonly string[]> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const left: string[] = [];
    for (const path of run.paths) left.push(...(await deleteIn(reader, path, run.marker)));
    if (left.length === 0 || left.length >= before) return left;
    before = left.length;
  }
}

/** Returns the marked objects of the collection that the service did not delete. */
async function deleteIn(reader: AccountReader, path: string, marker: string): Promise<string[]> {
  const listed = await reader.list(path);
  if ('status' in listed) return [`${path} (status ${listed.status})`];
  const left: string[] = [];
  for (const object of listed.filter((each) => hasMarker(path, each, marker))) {
    const at = `${path}/${String(object['id'])}`;
    const status = await reader.delete(at);
    if (status !== 204 && status !== 404) left.push(at);
  }
  return left;
}

/**
 * Deletes the objects of every earlier run. A run with nothing left is ended in the journal. Returns what is left of
 * the others.
 */
export async function endEarlierRuns(
  reader: AccountReader,
  runs: readonly OpenRun[],
  journal: Pick<Journal, 'end'>,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const run of runs) {
    const ofRun = await deleteObjects(reader, run);
    if (ofRun.length === 0) journal.end(run.marker);
    left.push(...ofRun);
  }
  return left;
}
