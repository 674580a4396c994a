import type { CliContext } from '../../../src/command/context';
import type { Inputs } from '../../../src/command/inputs/load-inputs';
import { followConfigurationAndStates } from '../../../src/watch/current-inputs';

/** The loads in progress, oldest first. The test decides when each of them ends. */
const loads: ((name: string) => void)[] = [];

jest.mock('../../../src/command/inputs/load-inputs', () => ({
  loadInputs: () =>
    new Promise((resolve) => {
      loads.push((name) => resolve({ stateNames: [name], localStateFiles: [], hasRemoteState: true }));
    }),
}));

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
/**
 * Waits until so many loads have started. Each load but the first starts only after the files were checked for changes.
 */
async function hasStarted(count: number): Promise<void> {
  while (loads.length < count) await settle();
}

const nameOf = ({ stateNames: [name] }: Inputs): string | undefined => name;

test('a slow load in the background does not replace a newer one', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const options = { state: [__filename] };
  const following = followConfigurationAndStates(
    { cwd: '/', printError: () => undefined } as unknown as CliContext,
    options,
  );
  loads[0]?.('first');
  const inputs = await following;
  // Remote states are read again after a minute.
  now += 61_000;
  expect(nameOf(await inputs.current())).toBe('first');
  await hasStarted(2);
  // Another state file makes the next call wait for a load: the options are read at each call.
  options.state.push(`${__dirname}/../doctor.test.ts`);
  const newer = inputs.current();
  await settle();
  expect(loads).toHaveLength(2);
  loads[1]?.('older');
  await hasStarted(3);
  loads[2]?.('newer');
  expect(nameOf(await newer)).toBe('newer');
  expect(nameOf(await inputs.current())).toBe('newer');
  expect(loads).toHaveLength(3);
});
