/** A made-up account, whose lists cost almost nothing, so that only reading and comparing is measured. */
import type { AccountInventory, StateResource } from '../src/model/inventory';
import { PAGE_LIMIT } from '../src/model/kind';
import { PROVIDER_ADDRESS } from '../src/terraform/mirror';
import type { JsonObject } from '../src/values/json';
import { SPEC_KINDS as KINDS } from '../test/support/kinds';

export interface SyntheticAccount {
  fetch(request: Request): Promise<Response>;
  requests(): number;
  /** The resources of states that manage all objects of the inventory. */
  toStateResources(account: AccountInventory): StateResource[];
}

/** The objects are distributed evenly over the kinds of the specification. */
export function createSyntheticAccount(objects: number): SyntheticAccount {
  let requests = 0;
  const listsByPath = new Map(
    KINDS.map(({ path, idPrefix, listKey, name }, index) => {
      const count = Math.floor(objects / KINDS.length) + (index < objects % KINDS.length ? 1 : 0);
      const items = Array.from({ length: count }, (_, n) => object(idPrefix, name, n));
      return [path, { listKey, items }] as const;
    }),
  );
  return {
    async fetch(request) {
      requests += 1;
      const url = new URL(request.url);
      const list = listsByPath.get(url.pathname);
      if (!list) return new Response('{}', { status: 404 });
      const before = url.searchParams.get('before_id');
      const start = before === null ? 0 : list.items.findIndex(({ id }) => id === before) + 1;
      const page = list.items.slice(start, start + PAGE_LIMIT.most);
      const more = start + page.length < list.items.length;
      const next = more ? `${url.origin}${url.pathname}?limit=${PAGE_LIMIT.most}&before_id=${page.at(-1)?.id}` : null;
      return Response.json({ [list.listKey]: page, uri: request.url, next_page_uri: next });
    },
    requests: () => requests,
    toStateResources: (account) =>
      account.kinds.flatMap(({ kind, objects: items }) =>
        items.map(({ values }, n) => ({
          state: { file: 'bench' },
          address: `netingress_${kind}.n${n}`,
          type: `netingress_${kind}`,
          name: `n${n}`,
          provider: PROVIDER_ADDRESS,
          values: structuredClone(values),
          sensitive: [],
        })),
      ),
  };
}

/** Has the members of several kinds, and a domain and network of its own. */
function object(prefix: string, kind: string, n: number): JsonObject & { readonly id: string } {
  const id = `${prefix}_${String(n).padStart(27, '0')}`;
  return {
    id,
    uri: `http://service.localhost/${id}`,
    created_at: '2026-01-01T00:00:00Z',
    description: `${kind} number ${n} of the synthetic account`,
    metadata: JSON.stringify({ owner: 'platform', number: n, labels: ['a', 'b', 'c'] }),
    domain: `n${n}.example.com`,
    cidr: `10.${n >> 8}.${n & 255}.0/24`,
    action: 'allow',
    ip_policy: { id: `ipp_${String(n).padStart(27, '0')}`, uri: '' },
    issued_at: null,
  };
}
