import type { ServiceObject } from '../../client/api';
import { listFilterFields } from '../../model/cel/filter-fields';
import type { Kind } from '../../model/kind';
import { type EqualityFilter, formatEqualityFilter } from './equality-filter';
import { isServiceError } from './service-error';
import type { Session } from './session';

/** `equality` reduces what the service returns, if the kind and the service support it; `predicate` decides. */
export async function listWithFilter(
  kind: Kind,
  session: Session,
  equality: EqualityFilter | undefined,
  predicate: (object: ServiceObject) => boolean,
): Promise<ServiceObject[]> {
  const list = async (filter?: string): Promise<ServiceObject[]> => {
    const matching: ServiceObject[] = [];
    const options = filter === undefined ? {} : { filter };
    for await (const object of session.client.list(kind.name, options, { signal: session.stopSignal() })) {
      if (predicate(object)) matching.push(object);
    }
    return matching;
  };
  if (!equality || !kind.listFilter || !listFilterFields(kind).includes(equality.path)) return list();
  // The kind has the field of the filter, so a 400 is taken to mean that the service supports no filters.
  const listByFilter = async (): Promise<ServiceObject[] | undefined> => {
    try {
      return await list(formatEqualityFilter(equality));
    } catch (failure) {
      if (!isServiceError(failure) || failure.status !== 400) throw failure;
      return undefined;
    }
  };
  // Concurrent first lists of a kind wait for one attempt, so that a service without filters rejects one request. If
  // the attempt fails for another reason, all of them send their filter.
  const earlier = session.filterSupport.get(kind.name);
  const supported = earlier && (await earlier);
  if (supported === false) return list();
  const attempt = listByFilter();
  if (supported === undefined) {
    const accepted = attempt.then(
      (matching) => matching !== undefined,
      // Another failure says nothing about filters.
      () => undefined,
    );
    session.filterSupport.set(kind.name, accepted);
  }
  const matching = await attempt;
  if (matching) return matching;
  session.filterSupport.set(kind.name, Promise.resolve(false));
  return list();
}
