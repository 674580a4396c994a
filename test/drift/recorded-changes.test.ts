/**
 * Recorded changes are kept compressed. What a report reads from them is the same as from all of them, except for an
 * object whose changes have more than MAX_BYTES_OF_OBJECT bytes.
 */

import { MAX_BYTES_OF_OBJECT, recordChanges } from '../../src/drift/attribution/recorded-changes';
import { detectDrift } from '../../src/drift/report/report';
import type { DeliveredAuditEvent } from '../../src/events/dated-event';
import { campaignSize } from '../fuzz';
import { usedMemory } from '../support/memory';
import { testInCi } from '../support/requirements';

const change = (object: number, version: number, more: object = {}): DeliveredAuditEvent => ({
  event_id: `ev_${object}_${version}`,
  event_type: version === 0 ? 'ip_policy_created.v0' : 'ip_policy_updated.v0',
  event_timestamp: new Date(Date.UTC(2026, 0, 1) + (version * 1000 + object) * 1000).toISOString(),
  principal: { id: 'usr_1', subject: 'ä@example.com', source: 'API' },
  object: { id: `ipp_${object}`, description: `versión ${version}`, metadata: '', ...more },
});

const detect = (events: Iterable<DeliveredAuditEvent>) =>
  detectDrift({
    account: { kinds: [] },
    inState: [],
    configured: undefined,
    lookups: [],
    usage: { requests: 0, pages: 0 },
    today: '2026-11-21',
    events: recordChanges(events),
  }).report;

test('the audit events of an object are returned together and unchanged, and a traffic event is not', () => {
  const count = campaignSize(1_000, 20_000);
  const events = Array.from({ length: count }, (_, index) => change(index % 500, Math.floor(index / 500)));
  events.push(change(1, 99, { metadata: 'x'.repeat(100_000) }));
  const odd = { ...change(7, 0), object: { id: 'a\ttab and "ä\nline' } };
  const traffic = { event_id: 'ev', event_type: 'http_request_complete.v0', event_timestamp: '2026-01-01T00:00:00Z' };
  const objects = [...recordChanges([...events, odd, traffic]).objects()].map(({ events: all }) => all);
  const byId = (list: readonly DeliveredAuditEvent[]) => new Map(list.map((event) => [event.event_id, event]));
  const ids = objects.map((list) => [...new Set(list.map(({ object }) => (object as { id: string }).id))]);
  expect(ids.filter(({ length }) => length !== 1)).toEqual([]);
  expect(new Set(ids.flat()).size).toBe(501);
  expect(objects).toHaveLength(501);
  const all = objects.flat();
  expect(all).toHaveLength(count + 2);
  const isEven = ({ event_id: id }: DeliveredAuditEvent) => id !== odd.event_id;
  expect(byId(all.filter(isEven))).toEqual(byId(events.filter(isEven)));
  expect(all).toContainEqual(odd);
});

test('a change that is reverted among many is found, also if the events come in reverse, and in the order of time', () => {
  const count = campaignSize(300, 2000);
  const objects = [count - 1, 3, 99];
  const events = Array.from({ length: 3 * count }, (_, index) => change(index % count, Math.floor(index / count)));
  // The fourth version of these objects has the description of the third.
  const reverted = objects.map((object) => change(object, 3, { description: 'versión 2' }));
  const between = objects.map((n) => ({ ...change(n, 2.5), object: { ...objectOf(n), description: 'x' } }));
  const all = [...reverted, ...events, ...between, ...reverted];
  for (const order of [all, [...all].reverse()]) {
    expect(detect(order).reverted_changes.map(({ id, path, before, after }) => [id, path, before, after])).toEqual(
      [3, 99, count - 1].map((object) => [`ipp_${object}`, 'description', 'versión 2', 'x']),
    );
  }
});

const objectOf = (object: number) => change(object, 2).object as object;

testInCi('many changes take less than a fifth of their text', async () => {
  const changes = recordChanges();
  const add = (from: number, to: number): number => {
    let characters = 0;
    for (let index = from; index < to; index += 1) {
      const uri = `https://api.example.com/ip_policies/ipp_${index}`;
      const event = change(index, index % 7, { uri, created_at: '2026-01-01T00:00:00Z' });
      characters += JSON.stringify(event).length;
      changes.add(event);
    }
    return characters;
  };
  // Each group has a buffer of 16 KiB from its first change on, which does not grow with the number of changes. So the
  // first changes fill the buffers, and only what later changes add to them is counted.
  add(0, 10_000);
  const before = await usedMemory();
  const last = campaignSize(50_000, 110_000);
  const characters = add(10_000, last);
  expect((await usedMemory()) - before).toBeLessThan(characters / 5);
  expect([...changes.objects()].flatMap(({ events }) => events)).toHaveLength(last);
});

describe('an object with more changes than are read', () => {
  const kilobytes = 'x'.repeat(64 * 1024);
  const fitting = MAX_BYTES_OF_OBJECT / kilobytes.length;
  /** Two of each second, in an order that is not that of time. */
  const many = Array.from({ length: 3 * fitting }, (_, index) => (index * 7) % (3 * fitting)).map((index) => ({
    ...change(1, index + 1, { metadata: kilobytes }),
    event_timestamp: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 2) * 1000).toISOString(),
  }));

  test('has only its newest changes, and of each second either all or none', () => {
    const [recorded] = recordChanges([...many, change(2, 1)]).objects();
    const times = (recorded?.events ?? []).map(({ event_timestamp: time }) => Date.parse(time ?? '')).sort();
    expect(times.length).toBeLessThan(fitting);
    // Two for the second that is left out as a whole, and two for what the object itself takes.
    expect(times.length).toBeGreaterThan(fitting - 4);
    expect(times).toHaveLength(new Set(times).size * 2);
    expect(times.at(-1)).toBe(Math.max(...many.map(({ event_timestamp: time }) => Date.parse(time))));
    expect((times.at(-1) as number) - (times[0] as number)).toBe((times.length / 2 - 1) * 1000);
    expect(recorded?.omitted).toBe(many.length - times.length);
  });

  test('makes the report incomplete, and other objects stay in it', () => {
    const between = { ...change(2, 2), object: { ...objectOf(2), description: 'x' } };
    const report = detect([...many, change(2, 1), between, change(2, 3, { description: 'versión 1' })]);
    expect(report.result).toBe('incomplete');
    const message = expect.stringMatching(
      /^IP policy ipp_1 has \d+ older events, up to 2026-01-01T\S+, that were not compared;/,
    );
    expect(report.incomplete).toMatchObject([{ kind: 'events', reason: 'too_many_events', message }]);
    expect(report.reverted_changes.map(({ id }) => id)).toContain('ipp_2');
  });

  test('has some of its changes if all of them are of one second', () => {
    const [{ event_timestamp }] = many as [DeliveredAuditEvent];
    const [recorded] = recordChanges(many.map((event) => ({ ...event, event_timestamp }))).objects();
    expect(recorded?.events.length).toBeGreaterThan(1);
    expect((recorded?.events.length ?? 0) + (recorded?.omitted ?? 0)).toBe(many.length);
  });
});
