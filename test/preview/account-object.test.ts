/** `account_object` in a preview: the real account is asked before anything is copied. */

import { createObject } from '../support/emulator/create-object';
import { requestsAfter } from '../support/emulator/requests-of';
import { expression } from '../support/expression';
import { API_KEY, appForEach } from '../support/preview/app';

const app = appForEach({
  accounts: [
    { name: 'previewed', apiKeys: [API_KEY] },
    { name: 'other', apiKeys: ['other-key'] },
  ],
});
let own: string;
let sent: number;

/** The previews use the key of the account `previewed`; another account has the object `own`. */
beforeEach(async () => {
  own = (await app.create('/ip_policies', { description: 'Bound' })).id;
  sent = app.emulator.requests().length;
});

async function createInOther(): Promise<string> {
  sent += 1;
  return (await createObject(app.url, '/ip_policies', { description: 'Bound' }, { key: 'other-key' })).id;
}

const requests = () => requestsAfter(app.emulator, sent);

const office = { netingress_ip_policy: { office: { description: 'Office' } } };

test('with the key of another account it is a mistake of the caller, after one request', async () => {
  const otherId = await createInOther();
  await app.synthesize({ all: { provider: { netingress: [{ account_object: otherId }] }, resource: office } });
  const { status, stdout, stderr } = await app.preview('--json');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Another account, or the object of account_object was deleted');
  expect(stderr).toContain(`the account at ${app.url} has no IP policy ${otherId}`);
  expect(stderr).not.toContain('ingress.invalid');
  expect(requests()).toEqual([`GET /ip_policies/${otherId}`]);
});

test('with the key of its account it applies, and the object is read first', async () => {
  await app.synthesize({ all: { provider: { netingress: [{ account_object: own }] }, resource: office } });
  expect(await app.report()).toMatchObject({ result: 'applies', incomplete: [], dangers: [] });
  expect(requests()[0]).toBe(`GET /ip_policies/${own}`);
  expect(requests().filter((request) => request === `GET /ip_policies/${own}`)).toHaveLength(1);
});

test('a refusal to read the object leaves the preview undecided', async () => {
  app.emulator.faults.add({ match: { operation: 'ip_policy.get' }, do: { status: 403 } });
  await app.synthesize({ all: { provider: { netingress: [{ account_object: own }] }, resource: office } });
  const report = await app.report();
  expect(report).toMatchObject({ result: 'incomplete', exit_status: 3, refusals: [] });
  expect(report.incomplete.join('\n')).toContain('the service rejected the API key');
  expect(requests()).toEqual([`GET /ip_policies/${own}`]);
});

test('each alias with the same key is checked, and the account is read once', async () => {
  const otherId = await createInOther();
  const stack = (accountObject: string) => ({
    all: {
      provider: { netingress: [{ account_object: own }, { alias: 'second', account_object: accountObject }] },
      resource: {
        netingress_ip_policy: {
          office: { description: 'Office' },
          second: { description: 'Second', provider: 'netingress.second' },
        },
      },
    },
  });
  const another = (await app.create('/ip_policies', { description: 'Another' })).id;
  await app.synthesize(stack(another));
  expect(await app.report()).toMatchObject({ result: 'applies' });
  expect(requests().filter((request) => request === 'GET /ip_policies')).toHaveLength(1);
  await app.synthesize(stack(otherId));
  const { status, stderr } = await app.preview('--json');
  expect(status).toBe(1);
  expect(stderr).toContain(otherId);
});

test('a key that the change creates belongs to the copy that made it', async () => {
  await app.synthesize({
    all: {
      provider: {
        netingress: [
          { account_object: own },
          { alias: 'created', account_object: own, api_key: expression('netingress_api_key.ci.token') },
        ],
      },
      resource: {
        netingress_api_key: { ci: { description: 'CI' } },
        netingress_ip_policy: { by_key: { provider: 'netingress.created', description: 'Office' } },
      },
    },
  });
  const report = await app.report();
  expect(report).toMatchObject({ result: 'applies', incomplete: [] });
  expect(report.objects.map(({ kind }) => kind).sort()).toEqual(['api_key', 'ip_policy']);
  expect(JSON.stringify(report)).not.toContain(API_KEY);
});

test('a stack whose object an earlier stack deletes is refused', async () => {
  await app.synthesize({ first: { resource: office } });
  await app.deploy('first');
  const [policy] = app.emulator.objects('ip_policy').filter(({ description }) => description === 'Office');
  const id = String(policy?.['id']);
  await app.synthesize({
    first: { resource: { netingress_ip_policy: { kept: { description: 'Kept' } } } },
    second: { dependsOn: ['first'], provider: { netingress: [{ account_object: id }] }, resource: office },
  });
  const report = await app.report();
  expect(report).toMatchObject({
    result: 'refused',
    exit_status: 2,
    refusals: [{ stack: 'second', status: 404, request: expect.stringMatching(/^op_/) }],
  });
});

describe('without account_object', () => {
  const three = { a: { description: 'a' }, b: { description: 'b' }, c: { description: 'c' } };

  async function deleteAll(descriptions: readonly string[]): Promise<void> {
    for (const { id, description } of app.emulator.objects('ip_policy')) {
      if (!descriptions.includes(String(description))) continue;
      const headers = { Authorization: `Bearer ${API_KEY}` };
      await fetch(`${app.url}/ip_policies/${String(id)}`, { method: 'DELETE', headers });
    }
  }

  test('a danger says that all of three objects of the state are gone, while the account has others, unless account_object confirms it', async () => {
    const resource = { netingress_ip_policy: three };
    await app.synthesize({ all: { resource } });
    await app.deploy('all');
    await deleteAll(['a', 'b']);
    expect((await app.report()).dangers).toEqual([]);
    await deleteAll(['c']);
    expect((await app.report()).dangers).toMatchObject([
      {
        type: 'other_account',
        message: expect.stringContaining('None of the 3 objects of stack all is in the account'),
        remedy: expect.stringContaining('account_object'),
      },
    ]);
    await app.synthesize({ all: { provider: { netingress: [{ account_object: own }] }, resource } });
    expect((await app.report()).dangers).toEqual([]);
    await app.synthesize({ all: { resource } });
    await deleteAll(['Bound']);
    expect((await app.report()).dangers).toEqual([]);
  });
});
