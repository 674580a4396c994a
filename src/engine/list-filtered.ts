import type { ServiceObject } from '../client/api';
import type { Kind } from '../model/kind';
import { isServiceError } from './service-error';
import type { Session } from './session';

/** Kinds whose filter a service has refused, by client, so that it is not asked again and again in one process. */
const refusals = new WeakMap<Session['client'], Set<string>>();

/**
 * The objects of a kind that `keep` chooses. The service is asked for as few as it can tell apart by `equal` (a path
 * below `obj` and the text it must have); where it takes no filter or refuses this one, all are listed.
 */
export async function listFiltered(
  kind: Kind,
  session: Session,
  equal: { readonly path: string; readonly text: string } | undefined,
  keep: (answer: ServiceObject) => boolean,
): Promise<ServiceObject[]> {
  const { client } = session;
  const signal = session.stopped();
  const list = async (filter?: string): Promise<ServiceObject[]> => {
    const kept: ServiceObject[] = [];
    for await (const answer of client.list(kind.name, filter === undefined ? {} : { filter }, { signal })) {
      if (keep(answer)) kept.push(answer);
    }
    return kept;
  };
  const refused = refusals.get(client) ?? new Set<string>();
  const usable = equal && kind.listFilter && !refused.has(kind.name) && isFilterable(kind, equal.path);
  if (!usable) return list();
  try {
    return await list(`obj.${equal.path} == ${JSON.stringify(equal.text)}`);
  } catch (failure) {
    if (!isServiceError(failure) || failure.status !== 400) throw failure;
    refusals.set(client, refused.add(kind.name));
    return list();
  }
}

/** Of every kind `id`, `created_at`, `description` and `metadata` can be filtered by (gaps.md 1.3). */
function isFilterable(kind: Kind, path: string): boolean {
  return ['id', 'created_at', 'description', 'metadata'].includes(path) || (kind.filterFields ?? []).includes(path);
}
