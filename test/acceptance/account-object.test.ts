/** The provider argument `account_object` with the real Terraform: a key of another account changes and reads nothing. */
import { createEmulator, type Emulator } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';

jest.setTimeout(120_000);

let emulator: Emulator;
let workspace: Workspace;
let bound: JsonObject;

beforeEach(async () => {
  emulator = createEmulator({
    accounts: [
      { name: 'a', apiKeys: ['key-a'] },
      { name: 'b', apiKeys: ['key-b'] },
    ],
  });
  const { url } = await emulator.listen();
  workspace = await createAttachedWorkspace(url, { NETINGRESS_API_KEY: 'key-a' });
  const created = await fetch(`${url}/ip_policies`, {
    method: 'POST',
    headers: { authorization: 'Bearer key-a', 'content-type': 'application/json' },
    body: '{"description": "binds"}',
  });
  const { id } = (await created.json()) as { id: string };
  bound = { provider: { netingress: { account_object: id } } };
});
afterEach(async () => {
  await workspace.remove();
  await emulator.close();
});

const policies = (count: number) => ({
  netingress_ip_policy: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, { description: `p${index}` }]),
  ),
});
const requestsSince = (count: number): string[] =>
  emulator
    .requests()
    .slice(count)
    .map(({ method, path }) => `${method} ${path}`);

test('the right account is read once before everything else, and the apply works', async () => {
  await workspace.configure(policies(5), bound);
  const before = emulator.requests().length;
  await workspace.apply();
  const { account_object: id } = (bound['provider'] as { netingress: JsonObject }).netingress;
  const sent = requestsSince(before);
  expect(sent[0]).toBe(`GET /ip_policies/${String(id)}`);
  expect(sent.filter((request) => request.startsWith('POST'))).toHaveLength(5);
  expect(await workspace.changes()).toEqual({});
});

test('a key of another account sends the one read only: no refresh, no change, no data source, no import', async () => {
  await workspace.configure(policies(3), bound);
  await workspace.apply();
  workspace.env['NETINGRESS_API_KEY'] = 'key-b';
  await workspace.configure(
    { ...policies(2), netingress_ip_restriction: {} },
    {
      ...bound,
      data: { netingress_ip_policies: { all: {} } },
      import: [{ to: 'netingress_ip_policy.p9', id: 'ipp_3MWKDuAVRAFJsYbVYthGOzE5wms' }],
      resource: { netingress_ip_policy: { ...policies(2).netingress_ip_policy, p9: { description: 'imported' } } },
    },
  );
  const before = emulator.requests().length;
  const { status, stdout, stderr } = await workspace.terraform('apply', '-no-color', '-auto-approve');
  expect(status).toBe(1);
  expect(`${stdout}${stderr}`.replace(/[│\s]+/g, ' ')).toContain(
    'Another account, or the object of account_object was deleted',
  );
  expect([...new Set(requestsSince(before))]).toEqual([expect.stringMatching(/^GET \/ip_policies\/ipp_/)]);
  expect(emulator.objects('ip_policy', 'a')).toHaveLength(4);
  const destroyed = await workspace.terraform('destroy', '-no-color', '-auto-approve', '-refresh=false');
  expect(destroyed.status).toBe(1);
  expect(requestsSince(before).filter((request) => !request.startsWith('GET'))).toEqual([]);
});

test.each([
  ['403', { status: 403 }, 'Cannot read account_object'],
  ['500', { status: 500 }, 'Cannot read account_object'],
])('an answer of %s is its own error, and nothing is sent', async (_, fault, says) => {
  await workspace.configure(policies(1), bound);
  emulator.faults.add({ match: { operation: 'ip_policy.get' }, do: fault });
  const before = emulator.requests().length;
  const { status, stdout, stderr } = await workspace.terraform('apply', '-no-color', '-auto-approve');
  expect([status, `${stdout}${stderr}`.replace(/[│\s]+/g, ' ')]).toEqual([1, expect.stringContaining(says)]);
  expect(requestsSince(before).filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('an id that no kind has is an error of the configuration, without a request', async () => {
  await workspace.configure(policies(1), { provider: { netingress: { account_object: 'acme' } } });
  const before = emulator.requests().length;
  const { status, stderr } = await workspace.terraform('validate', '-no-color');
  expect([status, stderr.replace(/[│\s]+/g, ' ')]).toEqual([
    1,
    expect.stringContaining("account_object is 'acme'; expected the id of an object of the account"),
  ]);
  expect(requestsSince(before)).toEqual([]);
});
