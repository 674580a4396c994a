/** What every action sends while it runs and at its end. */
import { invokeWithProgress } from '../../../src/provider/actions/invoke';
import type { ActionEvent } from '../../../src/provider/protocol/provider';
import type { Session } from '../../../src/provider/service/session';

let stop: AbortController;
const session = { stopSignal: () => stop.signal } as Session;

beforeEach(() => {
  stop = new AbortController();
});

async function collect(run: Parameters<typeof invokeWithProgress>[2]): Promise<ActionEvent[]> {
  const events: ActionEvent[] = [];
  for await (const event of invokeWithProgress(session, undefined, run)) events.push(event);
  return events;
}

test('sends progress while it runs, one line each, and completed once at the end', async () => {
  const events = await collect(async (_, report) => {
    report('first\nsecond');
    await new Promise((resolve) => setTimeout(resolve, 5));
    report('third');
    return [];
  });
  expect(events).toEqual([{ progress: 'first second' }, { progress: 'third' }, { diagnostics: [] }]);
});

test('reports after ten seconds without progress that it still runs', async () => {
  jest.useFakeTimers();
  try {
    const events = collect(async (_, report) => {
      await new Promise((resolve) => setTimeout(resolve, 15_000));
      report('half');
      await new Promise((resolve) => setTimeout(resolve, 15_000));
      return [];
    });
    await jest.advanceTimersByTimeAsync(30_000);
    const running = (seconds: number): ActionEvent => ({ progress: `Still running after ${seconds} s.` });
    expect(await events).toEqual([running(10), { progress: 'half' }, running(25), { diagnostics: [] }]);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('redacts secrets in progress and in errors', async () => {
  const events: ActionEvent[] = [];
  const redact = (text: string): string => text.replaceAll('s3cret', '[redacted]');
  const run = invokeWithProgress(session, redact, async (_, report) => {
    report('wrote s3cret');
    throw new Error('cannot store s3cret');
  });
  for await (const event of run) events.push(event);
  expect(events).toHaveLength(2);
  expect(events[0]).toEqual({ progress: 'wrote [redacted]' });
  expect(JSON.stringify(events)).not.toContain('s3cret');
});

test('ends with an error after an exception', async () => {
  const events = await collect(async () => {
    throw new Error('broken');
  });
  expect(events).toEqual([{ diagnostics: [expect.objectContaining({ severity: 'error' })] }]);
});

test('sends no progress after StopProvider, and ends with an error', async () => {
  const events = await collect(async (_, report) => {
    stop.abort();
    report('late');
    return [];
  });
  expect(events).toEqual([{ diagnostics: [expect.objectContaining({ summary: 'Action interrupted' })] }]);
});
