import { createOperationTracker } from '../../../src/plugin/grpc/operation-tracker';
import { createShutdown, expectConnection, type Shutdown, watchParent } from '../../../src/plugin/process/shutdown';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function life(): { end: Shutdown; events: string[]; begin: () => () => void } {
  const events: string[] = [];
  const activity = createOperationTracker();
  const end = createShutdown({
    operations: activity,
    log: () => undefined,
    stopProvider: () => events.push('stop'),
    closeServer: async (limitMs) => void events.push(`close within ${limitMs}`),
    exit: () => void events.push('exit'),
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
    expect(events).toEqual(['stop', 'close within 1800', 'exit']);
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
    expect(events).toEqual(['stop', 'close within 1800', 'exit']);
  });

  test('closes the server at once, so that no other operation begins, and waits for the one in flight', async () => {
    const { end, events, begin } = life();
    const finish = begin();
    const ended = end('shutdown');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(events).toEqual(['stop', 'close within 1800']);
    finish();
    await ended;
    expect(events).toEqual(['stop', 'close within 1800', 'exit']);
  });

  test('after Shutdown exits before Terraform kills it, 2 s later', async () => {
    const { end, events, begin } = life();
    begin();
    void end('shutdown');
    await jest.advanceTimersByTimeAsync(1_700);
    expect(events).toContain('exit');
  });

  test('as an orphan exits within 3.5 s, so within 5 s of Terraform although that was noticed late', async () => {
    const { end, events, begin } = life();
    begin();
    void end('orphaned');
    await jest.advanceTimersByTimeAsync(3_500);
    expect(events).toContain('exit');
  });

  test('exits once, for the first reason', async () => {
    const { end, events, begin } = life();
    begin();
    void end('shutdown');
    void end('orphaned');
    await jest.advanceTimersByTimeAsync(100_000);
    expect(events).toEqual(['stop', 'close within 1800', 'exit']);
  });
});

describe('expectConnection()', () => {
  test('calls back when nobody has connected for a minute', async () => {
    let reported = 0;
    expectConnection(() => {
      reported += 1;
    });
    await jest.advanceTimersByTimeAsync(59_999);
    expect(reported).toBe(0);
    await jest.advanceTimersByTimeAsync(100_000);
    expect(reported).toBe(1);
  });

  test('does not call back after a connection', async () => {
    let reported = 0;
    const connected = expectConnection(() => {
      reported += 1;
    });
    connected();
    await jest.advanceTimersByTimeAsync(100_000);
    expect(reported).toBe(0);
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
