/** A command that the service delays says so while it waits. */
import { useAccount } from '../support/cli/command-line';

const cli = useAccount();

test('a command that waits after 429 says how long, once for all of its requests', async () => {
  const slow = { status: 429, headers: { 'Retry-After': '2' } };
  cli.emulator.faults.add({ match: { method: 'GET' }, times: 1, do: slow });
  const { status, stderr } = await cli.run(['graph', '--live']);
  expect([status, stderr.split('\n').filter((line) => line.includes('returned 429'))]).toEqual([
    0,
    ['The service returned 429 (too many requests). Waiting 2 s.'],
  ]);
});
