/** `netingress doctor` reports the number of credentials and the age of the oldest. */
import { createEmulator, type Emulator } from '../../../src/emulator';
import { runInProcess } from '../../support/cli/run-in-process';
import { createObject } from '../../support/emulator/create-object';

let emulator: Emulator;
let url: string;

beforeEach(async () => {
  emulator = createEmulator({ apiKeys: ['key'] });
  ({ url } = await emulator.listen());
});
afterEach(() => emulator.close());

async function findCredentials(): Promise<string[]> {
  const { stdout } = await runInProcess(['doctor', '--json'], {
    env: { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'key' },
  });
  const { checks } = JSON.parse(stdout) as { checks: { name: string; found: string }[] };
  return checks.filter(({ name }) => name === 'Credentials').map(({ found }) => found);
}

const create = (path: string) => createObject(url, path);

test('an account without credentials has no line', async () => {
  expect(await findCredentials()).toEqual([]);
});

test('each type has one line with its oldest object, and no token', async () => {
  const first = await create('/api_keys');
  await create('/api_keys');
  const credential = await create('/credentials');
  const found = await findCredentials();
  expect(found).toHaveLength(2);
  const days = Math.max(0, Math.floor((Date.now() - Date.parse(String(first['created_at']))) / 86_400_000));
  expect(found[0]).toContain(`2 API keys, the oldest ${days} day`);
  expect(found[1]).toContain(credential.id);
  for (const { token } of [first, credential]) expect(found.join()).not.toContain(token);
});
