import { runInOrder } from '../../../src/preview/stacks/run-in-order';

const dependencies: Readonly<Record<string, readonly string[]>> = { c: ['a'], d: ['b', 'c', 'absent'] };
const dependenciesOf = (item: string) => dependencies[item] ?? [];

test('an item starts when its dependencies have ended, and at most `parallelism` of them run at once', async () => {
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const run = async (item: string): Promise<void> => {
    events.push(`start ${item}`);
    await new Promise<void>((resolve) => ends.set(item, resolve));
    events.push(`end ${item}`);
  };
  const done = runInOrder(['d', 'a', 'b', 'c', 'e'], { dependenciesOf, parallelism: 2, run });
  for (const item of ['b', 'a', 'e', 'c', 'd']) {
    ends.get(item)?.();
    await new Promise(setImmediate);
  }
  await done;
  expect(events).toEqual([
    ...['start a', 'start b', 'end b', 'start e', 'end a', 'start c'],
    ...['end e', 'end c', 'start d', 'end d'],
  ]);
});

test('after a failure nothing starts, and the failure is thrown when all have ended', async () => {
  const events: string[] = [];
  const run = async (item: string): Promise<void> => {
    events.push(`start ${item}`);
    if (item === 'a') throw new Error('a failed');
    await new Promise(setImmediate);
    events.push(`end ${item}`);
  };
  await expect(runInOrder(['a', 'b', 'c', 'e'], { dependenciesOf, parallelism: 2, run })).rejects.toThrow('a failed');
  expect(events).toEqual(['start a', 'start b', 'end b']);
});
