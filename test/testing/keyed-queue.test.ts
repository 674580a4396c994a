import { createKeyedQueue } from '../../src/testing/keyed-queue';

/** Work that runs until the test ends it. */
function work(name: string, log: string[]): { readonly start: () => Promise<string>; readonly end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const start = async (): Promise<string> => {
    log.push(`${name} begins`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { start, end };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('run() is sequential per key, also after a failure, and concurrent for other keys', async () => {
  const queues = createKeyedQueue();
  const log: string[] = [];
  const [first, other] = [work('first', log), work('other', log)];
  const failing = queues.run('a', async () => {
    await first.start();
    throw new Error('failed');
  });
  const second = queues.run('a', async () => log.push('second'));
  const beside = queues.run('b', other.start);
  await settled();
  expect(log).toEqual(['first begins', 'other begins']);
  first.end();
  await expect(failing).rejects.toThrow('failed');
  await second;
  expect(log).toEqual(['first begins', 'other begins', 'first ends', 'second']);
  other.end();
  expect(await beside).toBe('other');
});

test('exclusive() waits for earlier work, and later work waits for it, also if it fails', async () => {
  const queues = createKeyedQueue();
  const log: string[] = [];
  const [before, reset, after] = [work('before', log), work('reset', log), work('after', log)];
  const all = [queues.run('a', before.start), queues.exclusive(reset.start)];
  await settled();
  all.push(
    queues.run('a', after.start),
    queues.run('b', async () => {
      log.push('other key');
      return 'other key';
    }),
  );
  before.end();
  await settled();
  await settled();
  expect(log).toEqual(['before begins', 'before ends', 'reset begins']);
  reset.end();
  after.end();
  expect(await Promise.all(all)).toEqual(['before', 'reset', 'after', 'other key']);
  expect(log.slice(2)).toEqual(['reset begins', 'reset ends', 'after begins', 'other key', 'after ends']);
  const failing = queues.exclusive(() => Promise.reject(new Error('failed')));
  const next = queues.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});
