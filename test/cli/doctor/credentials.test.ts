/** `netingress doctor` reports the number of credentials and the age of the oldest. */
import { useAccount } from '../../support/cli/command-line';

const { create, run } = useAccount();

async function findCredentials(): Promise<string[]> {
  const { checks } = JSON.parse((await run(['doctor', '--json'])).stdout) as {
    checks: { name: string; found: string }[];
  };
  return checks.filter(({ name }) => name === 'Credentials').map(({ found }) => found);
}

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
