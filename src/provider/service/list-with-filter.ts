import type { ServiceObject } from '../../client/api';
import type { Kind } from '../../model/kind';
import { isServiceError } from './service-error';
import type { Session } from './session';

/**
 * The objects of a kind that `keep` chooses. The service is asked for as few as it can tell apart by `equal` (a path
 * below `obj` and the text it must have); where it takes no filter or refuses this one, all are listed.
 */
export async function listWithFilter(
  kind: Kind,
  session: Session,
  equal: { readonly path: string; readonly text: string } | undefined,
  predicate: (answer: ServiceObject) => boolean,
): Promise<ServiceObject[]> {
  const { client } = session;
  const signal = session.stopSignal();
  const list = async (filter?: string): Promise<ServiceObject[]> => {
    const kept: ServiceObject[] = [];
    for await (const answer of client.list(kind.name, filter === undefined ? {} : { filter }, { signal })) {
      if (predicate(answer)) kept.push(answer);
    }
    return kept;
  };
  if (!equal || !kind.listFilter || !isFilterable(kind, equal.path)) return list();
  const listByFilter = async (): Promise<ServiceObject[] | undefined> => {
    try {
      return await list(`obj.${equal.path} == ${JSON.stringify(equal.text)}`);
    } catch (failure) {
      if (!isServiceError(failure) || failure.status !== 400) throw failure;
      return undefined;
    }
  };
  // Concurrent first lists wait for one attempt: a service that refuses filters gets one such request.
  const supported = session.filterSupport.get(kind.name);
  if (supported && !(await supported)) return list();
  const attempt = listByFilter();
  if (!supported) {
    const accepted = attempt.then(
      (kept) => kept !== undefined,
      () => true,
    );
    session.filterSupport.set(kind.name, accepted);
  }
  const kept = await attempt;
  if (kept) return kept;
  session.filterSupport.set(kind.name, Promise.resolve(false));
  return list();
}

/** Of every kind `id`, `created_at`, `description` and `metadata` can be filtered by (gaps.md 1.3). */
function isFilterable(kind: Kind, path: string): boolean {
  return ['id', 'created_at', 'description', 'metadata'].includes(path) || (kind.filterFields ?? []).includes(path);
}
