import { createOperationTracker } from '../../../src/plugin/grpc/operation-tracker';
import { createShutdown, type Shutdown, watchParent } from '../../../src/plugin/process/shutdown';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function life(): { end: Shutdown; events: string[]; begin: () => () => void } {
  const events: string[] = [];
  const activity = createOperationTracker();
  const end = createShutdown({
    operations: activity,
    log: () => undefined,
    stopProvider: () => events.push('stop'),
    closeServer: async () => void events.push('close'),
    exit: (code) => void events.push(`exit ${code}`),
  });
  const begin = (): (() => void) => {
    let finish: () => void = () => undefined;
    const operation = new Promise<void>((resolve) => {
      finish = resolve;
    });
    void activity.run(() => operation);
    return finish;
  };
  return { end, events, begin };
}

describe('createShutdown()', () => {
  test('after Shutdown exits at once when no operation is in flight', async () => {
    const { end, events } = life();
    await end('shutdown');
    expect(events).toEqual(['stop', 'close', 'exit 0']);
  });

  test('a second call for the same reason resolves with the first one', async () => {
    const { end, events, begin } = life();
    const finish = begin();
    const first = end('shutdown');
    let settled = false;
    const second = end('shutdown').then(() => {
      settled = true;
    });
    await jest.advanceTimersByTimeAsync(100);
    expect(settled).toBe(false);
    finish();
    await Promise.all([first, second]);
    expect(events).toEqual(['stop', 'close', 'exit 0']);
  });

  test('waits for the operation in flight', async () => {
    const { end, events, begin } = life();
    const finish = begin();
    const ended = end('shutdown');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(events).toEqual(['stop']);
    finish();
    await ended;
    expect(events).toEqual(['stop', 'close', 'exit 0']);
  });

  test('after Shutdown exits before Terraform kills it, 2 s later', async () => {
    const { end, events, begin } = life();
    begin();
    void end('shutdown');
    await jest.advanceTimersByTimeAsync(1_700);
    expect(events).toContain('exit 0');
  });

  test('as an orphan with late detection exits 5 s after Terraform', async () => {
    const { end, events, begin } = life();
    begin();
    void end('orphaned');
    await jest.advanceTimersByTimeAsync(3_500);
    expect(events).toContain('exit 0');
  });

  test('after a signal waits for responses, and for Shutdown', async () => {
    const { end, events, begin } = life();
    const finish = begin();
    void end('terminated');
    await jest.advanceTimersByTimeAsync(30_000);
    expect(events).toEqual(['stop']);
    finish();
    await jest.advanceTimersByTimeAsync(1_900);
    expect(events).toEqual(['stop']);
    await jest.advanceTimersByTimeAsync(200);
    expect(events).toEqual(['stop', 'close', 'exit 143']);
  });

  test('after a signal drains an operation that began meanwhile', async () => {
    const { end, events, begin } = life();
    void end('terminated');
    await jest.advanceTimersByTimeAsync(500);
    const finish = begin();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(events).toEqual(['stop', 'stop']);
    finish();
    await jest.advanceTimersByTimeAsync(100);
    expect(events).toEqual(['stop', 'stop', 'close', 'exit 143']);
  });

  test('exits once, for the reason with the shortest time limit', async () => {
    const { end, events, begin } = life();
    begin();
    void end('terminated');
    void end('orphaned');
    void end('orphaned');
    await jest.advanceTimersByTimeAsync(100_000);
    expect(events.filter((event) => event.startsWith('exit'))).toEqual(['exit 0']);
  });
});

describe('watchParent()', () => {
  test('calls back once when the parent has changed', async () => {
    let parent = 10;
    let reported = 0;
    watchParent(
      () => parent,
      () => {
        reported += 1;
      },
    );
    await jest.advanceTimersByTimeAsync(5_000);
    expect(reported).toBe(0);
    parent = 1;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(reported).toBe(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(reported).toBe(1);
  });
});
