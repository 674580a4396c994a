import type { Api, Entity, Members } from '../api';
import { METHODS, type Operation } from './clients';
import type { Service } from './services';
import type { Outcome, VendorClient } from './vendor-client';

/** Members that an update changes, and a token, which only the creation returns. */
const CHANGING = ['description', 'name', 'updated_at', 'last_updated_by', 'token'];

/**
 * Returns for each operation `works`, `missing` (the client has no such method), or the first outcome that was wrong.
 * `others` is the number of objects that the collection has besides those of the test: the page size is chosen by it,
 * so that a list has at least two pages, and few. The caller deletes the last object with `api.cleanUp()`.
 */
export async function judgeService(
  client: VendorClient,
  api: Api,
  { name, path, required, full, update }: Service,
  others = 0,
): Promise<Readonly<Record<Operation, unknown>>> {
  const perform = (operation: Operation, args: Members) =>
    client.perform({ service: name, operation: METHODS[operation], args });
  const results: Partial<Record<Operation, unknown>> = {};
  const judge = (operation: Operation, outcome: Outcome, isRight: boolean): void => {
    if ((results[operation] ?? 'works') !== 'works') return;
    results[operation] = 'missing' in outcome ? 'missing' : isRight ? 'works' : outcome;
  };
  const objects: Entity[] = [];
  try {
    for (const n of [0, 1]) {
      const args = await required(api, n);
      const created = await perform('create', args);
      judge('create', created, 'value' in created);
      objects.push('value' in created ? (created.value as Entity) : await api.create(path, args));
    }
    const [{ id }] = objects as [Entity];
    const got = await perform('get', { id });
    judge('get', got, 'value' in got && (got.value as Entity).id === id);
    const updated = await perform('update', { id, ...update });
    judge('update', updated, 'value' in updated && hasMembers(updated.value as Entity, update));

    const ids = objects.map((object) => object.id);
    // Two objects of the test, so one page of this size cannot have all.
    const listed = await perform('list', { limit: String(Math.min(100, 1 + Math.ceil(others / 2))) });
    const found = 'value' in listed ? (listed.value as Entity[]).filter((object) => ids.includes(object.id)) : [];
    // A report must not have other objects of the account.
    const seen = { value: { ids, found: found.map((object) => object.id) } };
    // Newest first.
    judge('list', 'value' in listed ? seen : listed, seen.value.found.join() === ids.toReversed().join());

    const deleted = await perform('delete', { id });
    judge('delete', deleted, 'value' in deleted);
    if ('missing' in deleted) await api.send('DELETE', `${path}/${id}`);
    const missed = await perform('get', { id });
    judge('miss', missed, 'refusal' in missed && missed.refusal.status === 404);
    if (results.miss === 'works') objects.shift();
  } finally {
    for (const object of objects.toReversed()) await api.send('DELETE', `${path}/${object.id}`);
    await api.cleanUp();
  }

  const before = await api.create(path, await full(api));
  const changed = await perform('preserve', { id: before.id, ...update });
  const { body: after } = await api.send('GET', `${path}/${before.id}`);
  const lost = Object.keys(before).filter(
    (member) => !CHANGING.includes(member) && JSON.stringify(before[member]) !== JSON.stringify(after[member]),
  );
  judge('preserve', 'value' in changed ? { value: { lost } } : changed, 'value' in changed && lost.length === 0);
  return results as Record<Operation, unknown>;
}

function hasMembers(object: Members, members: Members): boolean {
  return Object.entries(members).every(([name, value]) => object[name] === value);
}
