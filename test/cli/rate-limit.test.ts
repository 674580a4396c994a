/** A command that the service delays says so while it waits. */
import { createEmulator, type Emulator } from '../../src/emulator';
import { runInProcess } from '../support/cli/run-in-process';

let emulator: Emulator;

beforeEach(() => {
  emulator = createEmulator();
});
afterEach(() => emulator.close());

test('a command that waits after 429 says how long, once for all of its requests', async () => {
  const { url } = await emulator.listen();
  const slow = { status: 429, headers: { 'Retry-After': '2' } };
  emulator.faults.add({ match: { method: 'GET' }, times: 1, do: slow });
  const env = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: emulator.apiKey };
  const { status, stderr } = await runInProcess(['graph', '--live'], { env });
  expect([status, stderr.split('\n').filter((line) => line.includes('returned 429'))]).toEqual([
    0,
    ['The service returned 429 (too many requests). Waiting 2 s.'],
  ]);
});
