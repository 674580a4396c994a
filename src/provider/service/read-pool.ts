/**
 * Reads many objects of one kind with few requests: from list pages while that is cheaper than one GET per object.
 *
 * Neither the number of reads (N) nor the number of pages (P) is known in advance. A page is fetched only while fewer
 * pages were fetched than objects requested, and GETs are sent when that condition fails, or when the list has ended
 * or failed. So pages are at most N, and GETs at most P if the list contains all objects: at most twice the requests of
 * the better way, retries aside. An object that is in no page is reported as deleted only if its own GET says so.
 */
import type { ServiceClient, ServiceObject } from '../../client/api';
import { isServiceError } from './service-error';

export interface ReadPool {
  /** Rejects with an ApiError; its `notFound` is true if the object does not exist. */
  read(id: string): Promise<ServiceObject>;
}

interface PendingRead {
  readonly id: string;
  readonly resolve: (object: ServiceObject) => void;
  readonly reject: (error: unknown) => void;
}

/** The results never change, so a write requires another pool. */
export function createReadPool(client: ServiceClient, kind: string, stopSignal: () => AbortSignal): ReadPool {
  const listed = new Map<string, ServiceObject>();
  const list = client.pages(kind, {}, { signal: stopSignal() });
  let pending: PendingRead[] = [];
  let requested = 0;
  let pages = 0;
  let listExhausted = false;
  let running = false;

  function resolveFromList(): void {
    pending = pending.filter(({ id, resolve }) => {
      const object = listed.get(id);
      if (object) resolve(object);
      return object === undefined;
    });
  }

  async function fetchPage(): Promise<void> {
    pages += 1;
    try {
      const { done, value } = await list.next();
      if (done) listExhausted = true;
      else for (const object of value.objects) listed.set(object.id, object);
    } catch (failure) {
      listExhausted = true;
      // A rejected list says nothing about single objects. After an outage or an interruption no GET is sent.
      if (isServiceError(failure) && !failure.affectsEveryCall && failure.category !== 'aborted') return;
      for (const { reject } of pending) reject(failure);
      pending = [];
    }
  }

  async function getIndividually(): Promise<void> {
    const single = pending;
    pending = [];
    const call = { signal: stopSignal() };
    await Promise.all(single.map(({ id, resolve, reject }) => client.get(kind, id, call).then(resolve, reject)));
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    for (resolveFromList(); pending.length > 0; resolveFromList()) {
      if (!listExhausted && pages < requested) await fetchPage();
      else await getIndividually();
    }
    running = false;
  }

  return {
    read(id) {
      requested += 1;
      return new Promise((resolve, reject) => {
        pending.push({ id, resolve, reject });
        void run();
      });
    },
  };
}
