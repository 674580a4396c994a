/**
 * Reads of many objects of one kind with few requests: list pages serve them as long as that is the better bargain
 * (design, 'Rules of behaviour').
 *
 * Nobody says beforehand how many objects will be read (N) or how many pages hold them (P). A page is fetched only while
 * fewer pages were fetched than objects asked for, and a GET is sent only when that is no longer so, or when the list
 * has ended without the object. Pages are therefore at most N, and so are GETs: at most 2N requests. And if all objects
 * are in the list, pages are at most P, and each GET was preceded by a page of its own: at most 2P requests. Together:
 * never more than twice the better of 'one GET each' and 'list until all are found', whatever comes. An object that is
 * in no page is gone only if its own GET says so.
 */
import type { ServiceClient, ServiceObject } from '../../client/api';
import { isServiceError } from './service-error';

/** The pooled reads of one kind. */
export interface ReadPool {
  /** The object as the service has it now; rejects with the service's error, whose `gone` says that it is not there. */
  read(id: string): Promise<ServiceObject>;
}

interface Waiting {
  readonly id: string;
  readonly resolve: (object: ServiceObject) => void;
  readonly reject: (error: unknown) => void;
}

/** A pool over one list; what it has read never changes, so after a write a new one is made. */
export function createReadPool(client: ServiceClient, kind: string, stopped: () => AbortSignal): ReadPool {
  const listed = new Map<string, ServiceObject>();
  const list = client.pages(kind, {}, { signal: stopped() });
  let pending: Waiting[] = [];
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
      // A list that is refused or broken says nothing of single objects; a connection that fails says enough, and after
      // an interruption nothing more is asked.
      if (isServiceError(failure) && !failure.affectsEveryCall && failure.kind !== 'aborted') return;
      for (const { reject } of pending) reject(failure);
      pending = [];
    }
  }

  async function getIndividually(): Promise<void> {
    const single = pending;
    pending = [];
    const call = { signal: stopped() };
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
