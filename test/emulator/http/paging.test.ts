import * as fc from 'fast-check';
import { tries } from '../../fuzz';
import { createApi } from '../../support/emulator/api';

type Page = { ip_policies: { id: string }[]; next_page_uri: string | null };

test('paging visits each remaining object once, newest first, during deletions and creations', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 25 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.nat({ max: 24 }), { maxLength: 6 }),
      async (count, limit, deletions) => {
        const api = createApi();
        const ids: string[] = [];
        for (let n = 0; n < count; n++) ids.push((await api.create('/ip_policies', {})).id);
        const gone = new Set<string>();
        const visited: string[] = [];
        let next: string | null = `/ip_policies?limit=${limit}`;
        while (next !== null) {
          const page = (await api.send('GET', next)).body as unknown as Page;
          expect(page.ip_policies.length).toBeLessThanOrEqual(limit);
          visited.push(...page.ip_policies.map(({ id }) => id));
          next = page.next_page_uri?.replace('http://service.test', '') ?? null;
          // The object before the next page may be deleted too.
          const victim = ids[deletions.pop() ?? -1];
          if (victim !== undefined && !gone.has(victim)) {
            await api.send('DELETE', `/ip_policies/${victim}`);
            gone.add(victim);
          }
          await api.create('/ip_policies', {});
        }
        const stayed = ids.filter((id) => !gone.has(id)).reverse();
        expect(visited.filter((id) => !gone.has(id))).toEqual(stayed);
        expect(new Set(visited).size).toBe(visited.length);
      },
    ),
    tries(40),
  );
});

test('a page has at most 100 objects, and next_page_uri is null only on the last page', async () => {
  const api = createApi();
  for (let n = 0; n < 101; n++) await api.create('/ip_policies', {});
  const first = (await api.send('GET', '/ip_policies')).body as unknown as Page;
  expect(first.ip_policies).toHaveLength(100);
  expect(first.next_page_uri).toBe(`http://service.test/ip_policies?before_id=${first.ip_policies[99]?.id}&limit=100`);
  const exact = (await api.send('GET', `/ip_policies?limit=1&before_id=${first.ip_policies[99]?.id}`)).body;
  expect(exact['next_page_uri']).toBeNull();
});

test('pages of a filtered list contain matching objects, and next_page_uri contains the filter', async () => {
  const api = createApi();
  for (let n = 0; n < 10; n++) await api.create('/ip_policies', { description: n % 2 ? 'odd' : 'even' });
  const filter = encodeURIComponent('obj.description == "odd"');
  const first = (await api.send('GET', `/ip_policies?limit=3&filter=${filter}`)).body as unknown as Page;
  expect(first.next_page_uri).toContain(`&filter=${filter}`);
  const second = (await api.send('GET', String(first.next_page_uri).replace('http://service.test', '')))
    .body as unknown as Page;
  expect([...first.ip_policies, ...second.ip_policies]).toHaveLength(5);
  expect(second.next_page_uri).toBeNull();
});
