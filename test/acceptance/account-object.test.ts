/** `account_object` with the real terraform binary: what reaches the account of another API key. */
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { failureOf } from '../support/acceptance/workspace';
import { createObject } from '../support/emulator/create-object';
import { requestsOf } from '../support/emulator/requests-of';

const KEYS = { own: 'acceptance-key', other: 'other-key' } as const;

let account: AttachedAccount;

beforeAll(async () => {
  const accounts = Object.entries(KEYS).map(([name, key]) => ({ name, apiKeys: [key] }));
  account = await openAttachedAccount({ accounts });
});
afterAll(() => account?.close());

test('with the API key of another account, plan and apply send nothing but one read of the object', async () => {
  const { emulator, workspace } = account;
  const { id } = await createObject(emulator, '/ip_policies', { description: 'bound' }, { key: KEYS.own });
  // The API key is in the configuration, because an attached provider has the environment of its start.
  const configure = (key: keyof typeof KEYS, policies: object): Promise<void> =>
    workspace.configure(
      { netingress_ip_policy: policies as never },
      { provider: { netingress: { account_object: id, api_key: KEYS[key] } } },
    );
  await configure('own', { office: { description: 'office' } });
  await workspace.apply();
  await configure('other', { office: { description: 'changed' }, other: { description: 'b' } });
  for (const args of [['plan'], ['apply', '-auto-approve', '-refresh=false']]) {
    const requests = await requestsOf(emulator, async () => {
      const failure = await failureOf(workspace, ...args, '-no-color');
      expect(failure).toContain('Another account, or the object of account_object was deleted');
      expect(failure).toContain(`account_object (NETINGRESS_ACCOUNT_OBJECT) is '${id}'`);
    });
    expect(requests).toEqual([`GET /ip_policies/${id}`]);
    expect(await workspace.attributes('netingress_ip_policy.office')).toMatchObject({ description: 'office' });
  }
});
