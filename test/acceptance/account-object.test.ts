/** `account_object` with the real terraform binary: what reaches the account of another API key. */
import type { Emulator } from '../../src/emulator';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import type { Resources, Workspace } from '../support/acceptance/workspace';
import { createObject } from '../support/emulator/create-object';

jest.setTimeout(180_000);

const KEYS = { own: 'acceptance-key', other: 'other-key' } as const;
const MANY = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`p${n}`, { description: `policy ${n}` }]));

let account: AttachedAccount;
let emulator: Emulator;
let workspace: Workspace;
let id: string;
let sent: number;

beforeAll(async () => {
  account = await openAttachedAccount({
    accounts: [
      { name: 'own', apiKeys: [KEYS.own] },
      { name: 'other', apiKeys: [KEYS.other] },
    ],
  });
  ({ emulator, workspace } = account);
});
beforeEach(async () => {
  await emulator.reset();
  ({ id } = await createObject(emulator, '/ip_policies', { description: 'bound' }, { key: KEYS.own }));
  forgetRequests();
});
afterEach(() => workspace.forget());
afterAll(() => account?.close());

function forgetRequests(): void {
  sent = emulator.requests().length;
}

const requests = (): string[] =>
  emulator
    .requests()
    .slice(sent)
    .map(({ method, path }) => `${method} ${path}`);

const words = (text: string): string => text.replace(/[\s│╷╵]+/g, ' ');

/** The API key is in the configuration, because an attached provider has the environment of its start. */
function configure(key: keyof typeof KEYS, resources: Resources, more: object = {}): Promise<void> {
  const provider = { netingress: { account_object: id, api_key: KEYS[key] } };
  return workspace.configure(resources, { provider, ...more } as never);
}

/** Deploys a policy to the own account; its state is then used with the key of the other account. */
async function deploy(): Promise<void> {
  await configure('own', { netingress_ip_policy: { office: { description: 'office' } } });
  await workspace.apply();
  forgetRequests();
}

async function expectRefused(...args: string[]): Promise<void> {
  const { status, stderr } = await workspace.terraform(...args, '-no-color');
  expect(status).toBe(1);
  expect(words(stderr)).toContain('Another account, or the object of account_object was deleted');
  expect(words(stderr)).toContain(`account_object (NETINGRESS_ACCOUNT_OBJECT) is '${id}'`);
}

describe('with the API key of another account', () => {
  test.each<[string, string[]]>([
    ['a plan', ['plan']],
    ['a destroy', ['destroy', '-auto-approve']],
    ['an import', ['import', 'netingress_ip_policy.other', 'ipp_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF']],
    ['a destroy without refresh', ['destroy', '-auto-approve', '-refresh=false']],
    ['an apply without refresh', ['apply', '-auto-approve', '-refresh=false']],
  ])('%s sends nothing but one read of the object for each provider process', async (_, args) => {
    await deploy();
    await configure('other', {
      netingress_ip_policy: { office: { description: 'changed' }, other: { description: 'b' } },
    });
    await expectRefused(...args);
    expect(new Set(requests())).toEqual(new Set([`GET /ip_policies/${id}`]));
    expect(requests()).toHaveLength(1);
    expect(await workspace.attributes('netingress_ip_policy.office')).toMatchObject({ description: 'office' });
  });
});

describe('with the API key of its account', () => {
  test('plan, apply and destroy are as without account_object, with one more request for each provider process', async () => {
    const count = async (accountObject: string | null) => {
      const provider = { netingress: { account_object: accountObject, api_key: KEYS.own } };
      await workspace.configure({ netingress_ip_policy: MANY }, { provider });
      const counts: number[] = [];
      for (const args of [
        ['apply', '-auto-approve'],
        ['plan', '-out=plan.bin'],
        ['apply', 'plan.bin'],
        ['destroy', '-auto-approve'],
      ]) {
        forgetRequests();
        await workspace.ok(...args);
        counts.push(requests().length);
        if (accountObject !== null && requests().length > 0) expect(requests()[0]).toBe(`GET /ip_policies/${id}`);
      }
      return counts;
    };
    const without = await count(null);
    const bound = await count(id);
    // The first apply plans in a process that sends nothing, and applying an empty plan sends nothing.
    expect(bound.map((requested, index) => requested - (without[index] ?? 0))).toEqual([1, 1, 0, 2]);
  });
});

test('while account_object is known only after apply, a plan is made from the state, with a warning', async () => {
  const provider = { netingress: { account_object: `\${terraform_data.id.output}`, api_key: KEYS.own } };
  const resources = (replace: string) => ({
    terraform_data: { id: { input: id, triggers_replace: replace } },
    netingress_ip_policy: { office: { description: 'office' } },
  });
  await workspace.configure(resources('a'), { provider });
  await workspace.apply();
  await workspace.configure(resources('b'), { provider });
  forgetRequests();
  expect(words(await workspace.ok('plan', '-no-color'))).toContain(
    "provider's account_object will be known only after apply",
  );
  expect(requests()).toEqual([]);
});
