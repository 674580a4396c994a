/**
 * Reads the objects of many parents with few requests, such as the rules of many policies: from the list of all objects
 * of the kind while that is cheaper than one filtered list per parent.
 *
 * Neither the pages of the filtered lists (F, of all parents together) nor those of the list of all objects (P) are
 * known in advance. A page of the list of all objects is requested only while there are fewer of them than filtered
 * pages requested plus pending parents, less one. Otherwise each pending parent requests its next filtered page, or
 * until the service has accepted a filter only the first of them. So pages of the list of all objects are fewer than F,
 * and filtered pages are at most P: the number of requests is at most twice that of the better way, if the service
 * supports filters and no list fails.
 *
 * A parent's objects are complete when its filtered list has ended, or the list of all objects has: an object may be on
 * the last page of it.
 */
import type { Page, ServiceClient, ServiceObject } from '../../client/api';
import { formatEqualityFilter } from './equality-filter';
import { isServiceError } from './service-error';

export interface ListPool {
  /** Newest first. Rejects with an ApiError. */
  list(parentId: string): Promise<readonly ServiceObject[]>;
}

export interface ParentReference {
  readonly kind: string;
  /** Below `obj` of a list filter. */
  readonly path: string;
  readonly getParentId: (object: ServiceObject) => unknown;
}

interface PendingList {
  readonly parentId: string;
  readonly filtered: AsyncIterator<Page<ServiceObject>>;
  readonly objects: ServiceObject[];
  readonly resolve: (objects: readonly ServiceObject[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The results never change, so a write requires another pool. */
export function createListPool(
  client: ServiceClient,
  { kind, path, getParentId }: ParentReference,
  filterSupport: Map<string, Promise<boolean | undefined>>,
  stopSignal: () => AbortSignal,
): ListPool {
  const results = new Map<string, Promise<readonly ServiceObject[]>>();
  const all = client.pages(kind, {}, { signal: stopSignal() });
  const listed = new Map<unknown, ServiceObject[]>();
  let pending: PendingList[] = [];
  const pages = { all: 0, filtered: 0 };
  let parents = 0;
  let state: 'incomplete' | 'complete' | 'rejected' = 'incomplete';
  let running = false;

  async function fetchPageOfAll(): Promise<void> {
    pages.all += 1;
    try {
      const { done, value } = await all.next();
      for (const object of done ? [] : value.objects) {
        const siblings = listed.get(getParentId(object));
        if (siblings) siblings.push(object);
        else listed.set(getParentId(object), [object]);
      }
      if (done || value.nextPageUri === null) state = 'complete';
    } catch (failure) {
      state = 'rejected';
      // A rejected list says nothing about filtered ones. None is requested after an outage or an interruption, nor from
      // a service without filters.
      const isOnlyThisList = isServiceError(failure) && !failure.affectsEveryCall && failure.category !== 'aborted';
      if (isOnlyThisList && (await filterSupport.get(kind)) !== false) return;
      for (const { reject } of pending) reject(failure);
      pending = [];
    }
  }

  async function fetchFilteredPage(list: PendingList): Promise<void> {
    pages.filtered += 1;
    const settle = (): void => {
      pending = pending.filter((each) => each !== list);
    };
    try {
      const { done, value } = await list.filtered.next();
      filterSupport.set(kind, Promise.resolve(true));
      // A service that ignores the filter returns the objects of all parents.
      if (!done) list.objects.push(...value.objects.filter((object) => getParentId(object) === list.parentId));
      if (!done && value.nextPageUri !== null) return;
      settle();
      list.resolve(list.objects);
    } catch (failure) {
      // The filter is valid, so a 400 is taken to mean that the service supports no filters.
      if (isServiceError(failure) && failure.status === 400 && state !== 'rejected') {
        filterSupport.set(kind, Promise.resolve(false));
        return;
      }
      settle();
      list.reject(failure);
    }
  }

  function resolvePending(): void {
    for (const { parentId, resolve } of pending) resolve(listed.get(parentId) ?? []);
    pending = [];
  }

  /** Whether a page of the list of all objects is next. See the file's head. */
  function usesListOfAll(filtersAreSupported: boolean | undefined): boolean {
    if (state === 'rejected') return false;
    return filtersAreSupported === false || (parents > 1 && pages.all < pages.filtered + pending.length - 1);
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    while (pending.length > 0) {
      const supported = await filterSupport.get(kind);
      if (state === 'complete') resolvePending();
      else if (usesListOfAll(supported)) await fetchPageOfAll();
      // Until the service has accepted a filter, one filtered list is requested at a time.
      else await Promise.all((supported ? pending : pending.slice(0, 1)).map(fetchFilteredPage));
    }
    running = false;
  }

  return {
    list(parentId) {
      const known = results.get(parentId);
      if (known !== undefined) return known;
      parents += 1;
      const filter = formatEqualityFilter({ path, value: parentId });
      const filtered = client.pages(kind, { filter }, { signal: stopSignal() });
      const result = new Promise<readonly ServiceObject[]>((resolve, reject) => {
        pending.push({ parentId, filtered, objects: [], resolve, reject });
        void run();
      });
      results.set(parentId, result);
      // A failure may be temporary.
      result.catch(() => results.delete(parentId));
      return result;
    },
  };
}
