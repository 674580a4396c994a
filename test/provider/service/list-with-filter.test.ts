import type { ServiceClient } from '../../../src/client/api';
import { getKind } from '../../../src/model/kinds';
import { listWithFilter } from '../../../src/provider/service/list-with-filter';
import { createSession } from '../../../src/provider/service/session';
import { serviceError } from '../../support/provider/fake-service';

/** A service that rejects list filters with 400, and records which filters it received. */
function createService() {
  const filters: (string | undefined)[] = [];
  const list: ServiceClient['list'] = async function* (_, { filter } = {}) {
    filters.push(filter);
    await new Promise((resolve) => setImmediate(resolve));
    if (filter !== undefined) throw serviceError('filters are not supported', { status: 400 });
    yield { id: 'ipp_1' };
  };
  return { filters, client: { list } as ServiceClient };
}

const search = (session: ReturnType<typeof createSession>) =>
  listWithFilter(getKind('ip_policy'), session, { path: 'description', value: 'office' }, () => true);

test('concurrent first lists send one filter that the service rejects, and each session asks again', async () => {
  const { filters, client } = createService();
  for (const expected of [1, 2]) {
    const session = createSession(client, () => new AbortController().signal);
    const found = await Promise.all([search(session), search(session), search(session)]);
    expect(found.map((objects) => objects.length)).toEqual([1, 1, 1]);
    await search(session);
    expect(filters.filter((filter) => filter !== undefined)).toHaveLength(expected);
  }
});
