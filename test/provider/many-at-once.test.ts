/** 100 operations at once in one process of the provider, as `-parallelism=100` makes them. */
import { campaignSize } from '../fuzz';
import { createHarness, plain } from '../support/provider/harness';

const COUNT = campaignSize(300, 2_000);
const PARALLEL = 100;
const TYPE = 'netingress_ip_policy';

async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

test('each object is created once, read as it is and deleted, and reads need at most two requests for 100 objects', async () => {
  const harness = await createHarness();
  const states = new Map<string, Awaited<ReturnType<typeof harness.applied>>>();
  const descriptions = Array.from({ length: COUNT }, (_, n) => `policy ${n}`);
  await forEach(descriptions, async (description) => {
    states.set(description, await harness.applied(TYPE, { description }));
  });
  const created = harness.emulator.objects('ip_policy');
  expect(created.map(({ description }) => description).sort()).toEqual([...descriptions].sort());
  expect(harness.bodies).toHaveLength(COUNT);
  const ids = new Map(created.map(({ id, description }) => [description, id]));

  const before = harness.emulator.requests().length;
  await forEach([...states], async ([description, state]) => {
    expect(plain(await harness.read(TYPE, state))).toMatchObject({ id: ids.get(description), description });
  });
  expect(harness.emulator.requests().length - before).toBeLessThanOrEqual((2 * COUNT) / 100);

  await forEach([...states.values()], async (state) => {
    expect(await harness.destroy(TYPE, state)).toMatchObject({ state: null, diagnostics: [] });
  });
  expect(harness.emulator.objects('ip_policy')).toEqual([]);
}, 300_000);
