/** What the user is told of a limit on the rate of requests. */
import { createEmulator, type Emulator } from '../../../src/emulator';
import { type ProviderInProcess, providerInProcess } from '../../support/acceptance/provider-in-process';
import { createWorkspace, type Workspace } from '../../support/acceptance/workspace';

const LIMIT = 12;
const WARNING = 'Warning: The rate limit makes the apply take longer than a minute';

let emulator: Emulator;
let workspace: Workspace;
let provider: ProviderInProcess;

beforeAll(async () => {
  emulator = createEmulator();
  workspace = await createWorkspace((await emulator.listen()).url);
  workspace.env['NETINGRESS_MAX_REQUESTS_PER_MINUTE'] = String(LIMIT);
  provider = await providerInProcess(workspace);
  provider.use();
});
afterAll(async () => {
  await provider?.close();
  await workspace?.remove();
  await emulator?.close();
});

async function planOf(count: number): Promise<string> {
  const names = Array.from({ length: count }, (_, n) => `p${n}`);
  await workspace.configure({ netingress_ip_policy: Object.fromEntries(names.map((name) => [name, {}])) });
  return (await workspace.ok('plan', '-no-color')).replace(/[│╷╵\s]+/g, ' ');
}

test('a plan that fits into a minute says nothing of the limit', async () => {
  const output = await planOf(LIMIT);
  expect(output).toContain(`Plan: ${LIMIT} to add`);
  expect(output).not.toContain('Warning');
});

test('a plan that does not fit says so once, with the limit and what to do', async () => {
  const output = await planOf(LIMIT * 3);
  expect(output.split(WARNING)).toHaveLength(2);
  expect(output).toContain(`No more is sent than ${LIMIT} requests a minute`);
  expect(output).toContain('raise max_requests_per_minute (NETINGRESS_MAX_REQUESTS_PER_MINUTE)');
});
