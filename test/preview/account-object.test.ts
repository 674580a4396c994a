import { findOtherAccounts } from '../../src/preview/dangers';
import type { CopiedAccount, PreviewOutcome } from '../../src/preview/outcome';
import { UNREACHABLE_URL } from '../../src/sandbox/attach-provider';
import type { ResourceChange } from '../../src/terraform/plan-json';
import type { JsonObject } from '../../src/values/json';
import { createObject } from '../support/emulator/create-object';
import { requestsAfter } from '../support/emulator/requests-of';
import { API_KEY, appForEach } from '../support/preview/app';
import { reportRequests } from '../support/preview/requested-change';

const app = appForEach({
  accounts: [
    { name: 'previewed', apiKeys: [API_KEY] },
    { name: 'other', apiKeys: ['other-key'] },
  ],
});
let own: string;
let otherId: string;
let sent: number;

/** The previews use the key of the account `previewed`, which has the object `own`; another account has `otherId`. */
beforeEach(async () => {
  own = (await app.create('/ip_policies', { description: 'Bound' })).id;
  otherId = (await createObject(app.url, '/ip_policies', { description: 'Bound' }, { key: 'other-key' })).id;
  sent = app.emulator.requests().length;
});

const requests = () => requestsAfter(app.emulator, sent);

test('a key of another account than that of account_object is a mistake of the caller, after one request', async () => {
  const resource = { netingress_ip_policy: { office: { description: 'Office' } } };
  await app.synthesize({ all: { provider: { netingress: [{ account_object: otherId }] }, resource } });
  const { status, stdout, stderr } = await app.preview('--json');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Another account, or the object of account_object was deleted');
  expect(stderr).toContain(`the account at ${app.url} has no IP policy ${otherId}`);
  expect(stderr).not.toContain(new URL(UNREACHABLE_URL).hostname);
  expect(requests()).toEqual([`GET /ip_policies/${otherId}`]);
});

test('two objects of account_object and a key that the change creates share a copy: one object is read first, and the list of policies once', async () => {
  const another = (await app.create('/ip_policies', { description: 'Another' })).id;
  sent += 1;
  const env = { ...app.env, NETINGRESS_ACCOUNT_OBJECT: own };
  const report = await reportRequests({ env }, async ({ create, request }) => {
    await create('/ip_policies', {}, { config: { account_object: another } });
    const key = await request('POST', '/api_keys', { description: 'CI' });
    const { token } = (await key.json()) as { readonly token: string };
    await create('/ip_policies', {}, { config: { api_key: token } });
  });
  expect(report).toMatchObject({ result: 'applies', incomplete: [], dangers: [] });
  expect(report.objects.map(({ kind }) => kind).sort()).toEqual(['api_key', 'ip_policy', 'ip_policy']);
  expect(JSON.stringify(report)).not.toContain(API_KEY);
  expect(requests().filter((request) => request.startsWith('GET /ip_policies'))).toEqual([
    `GET /ip_policies/${own}`,
    'GET /ip_policies',
  ]);
  expect(requests()[0]).toBe(`GET /ip_policies/${own}`);
});

test('a copy answers for an object of another account without the id of an operation, and with one, as the service, for an object that the change deletes', async () => {
  const bound = (id: string): JsonObject => ({ account_object: id });
  await reportRequests({ env: app.env }, async ({ request, send }) => {
    const ask = async (id: string): Promise<unknown> => {
      const response = await request('GET', `/ip_policies/${id}`, undefined, bound(id));
      const { details } = (await response.json()) as { readonly details?: { readonly operation_id?: string } };
      return [response.status, details?.operation_id];
    };
    expect(await ask(own)).toEqual([200, undefined]);
    expect(await ask(otherId)).toEqual([404, undefined]);
    await send('DELETE', `/ip_policies/${own}`);
    expect(await ask(own)).toEqual([404, expect.stringMatching(/^op_/)]);
  });
});

test('a refusal to read the object leaves the preview undecided, after one request', async () => {
  app.emulator.faults.add({ match: { operation: 'ip_policy.get' }, do: { status: 403 } });
  const env = { ...app.env, NETINGRESS_ACCOUNT_OBJECT: own };
  const report = await reportRequests({ env }, () => Promise.resolve());
  expect(report).toMatchObject({ result: 'incomplete', exit_status: 3, refusals: [] });
  expect(report.incomplete.join('\n')).toContain('the service rejected the API key');
  expect(requests()).toEqual([`GET /ip_policies/${own}`]);
});

const policy = (id: string, after: JsonObject | null): ResourceChange => ({
  address: `netingress_ip_policy.${id}`,
  type: 'netingress_ip_policy',
  name: id,
  change: { actions: ['no-op'], before: { id }, after, after_unknown: {} },
});
const SUSPECT = { isBound: false, holdsObjects: true };
const gone = (...ids: readonly string[]) => ids.map((id) => policy(id, null));
const there = (...ids: readonly string[]) => ids.map((id) => policy(id, { id }));

test.each<[string, boolean, Pick<CopiedAccount, 'isBound' | 'holdsObjects'>, ResourceChange[], ResourceChange[]]>([
  ['three objects are gone', true, SUSPECT, gone('a', 'b', 'c'), []],
  ['one of three is left', false, SUSPECT, gone('a', 'b'), there('c')],
  ['account_object confirms the account', false, { ...SUSPECT, isBound: true }, gone('a', 'b', 'c'), []],
  ['the account has no object', false, { ...SUSPECT, holdsObjects: false }, gone('a', 'b', 'c'), []],
])('a state may belong to another account: %s: %j', (_, isDanger, account, resource_drift, resource_changes) => {
  const stacks = [{ name: 'all', plan: { resource_drift, resource_changes } }];
  const outcome = { stacks, accounts: [account] } as unknown as PreviewOutcome;
  const message = expect.stringContaining('None of the 3 objects of stack all is in the account');
  const danger = { type: 'other_account', message, remedy: expect.stringContaining('account_object') };
  expect(findOtherAccounts(outcome)).toMatchObject(isDanger ? [danger] : []);
});
