/**
 * Changes of policies, rules and restrictions with the real Terraform: rename, remove, replace and taint, with the flag
 * create_before_destroy in the state and without. A change is one apply without a difference afterwards, or is refused, mostly
 * before its first delete and with a remedy that is followed here. Where a test calls keepingAccess or refused, the
 * dashboard admits and denies the same two addresses after every request.
 */

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/values/json';
import { openWatchedAccount, type WatchedAccount } from '../../support/acceptance/watched-account';
import { failureOf, type Resources } from '../../support/acceptance/workspace';
import { writesOf } from '../../support/emulator/requests-of';
import { expression } from '../../support/expression';
import { describeRows, testInCi, testRows } from '../../support/requirements';

const [OFFICE, VPN] = ['203.0.113.0/24', '198.51.100.0/24'];
const [INSIDE, OUTSIDE] = ['203.0.113.9', '192.0.2.1'];

let account: WatchedAccount;

beforeAll(async () => {
  account = await openWatchedAccount();
});
beforeEach(() => account.emulator.reset());
afterEach(() => account.workspace.forget());
afterAll(() => account?.close());

interface Shape {
  /** Name of the blocks of policy and rules. */
  readonly name?: string;
  readonly rules: 'single' | 'set';
  readonly flag: boolean;
  readonly networks?: readonly string[];
}

/** A restriction of the dashboard that names one policy with its rules. */
function configuration({ name = 'office', rules, flag, networks = [OFFICE] }: Shape): Resources {
  const lifecycle = flag ? { lifecycle: { create_before_destroy: true } } : {};
  const policyId = expression(`netingress_ip_policy.${name}.id`);
  const policy = { netingress_ip_policy: { [name]: { description: name, ...lifecycle } } };
  const restriction = (dependencies: readonly string[]): Resources => ({
    netingress_ip_restriction: {
      dashboard: { type: 'dashboard', enforced: true, ip_policy_ids: [policyId], depends_on: dependencies },
    },
  });
  if (rules === 'set') {
    const map = Object.fromEntries(networks.map((network) => [network, { action: 'allow' }]));
    return {
      ...policy,
      netingress_ip_policy_rules: { [name]: { ip_policy_id: policyId, rules: map, ...lifecycle } },
      ...restriction([`netingress_ip_policy_rules.${name}`]),
    };
  }
  const single = networks.map((cidr, index) => [
    `${name}_${index}`,
    { ip_policy_id: policyId, cidr, action: 'allow', ...lifecycle },
  ]);
  return {
    ...policy,
    netingress_ip_policy_rule: Object.fromEntries(single),
    ...restriction(single.map(([label]) => `netingress_ip_policy_rule.${label as string}`)),
  };
}

const rulesAddress = ({ rules, name = 'office' }: Shape): string =>
  rules === 'set' ? `netingress_ip_policy_rules.${name}` : `netingress_ip_policy_rule.${name}_0`;

async function deploy(shape: Shape): Promise<void> {
  await account.workspace.configure(configuration(shape));
  await account.workspace.apply();
}

/** Expects that after every request of `run` the dashboard admits the address INSIDE and denies OUTSIDE. */
async function keepingAccess(run: () => Promise<unknown>): Promise<void> {
  expect(await account.watch([INSIDE, OUTSIDE], run)).toEqual({ [INSIDE]: ['admitted'], [OUTSIDE]: ['denied'] });
}

async function refused(words: string, ...args: string[]): Promise<void> {
  let deletes: string[] = [];
  await keepingAccess(async () => {
    const writes = await writesOf(account.emulator, async () => {
      expect(await failureOf(account.workspace, ...args)).toContain(words);
    });
    deletes = writes.filter((write) => write.startsWith('DELETE'));
  });
  expect(deletes).toEqual([]);
}

/** Expects that a plan that refreshes nothing fails with these words. */
async function refusedWithoutRefresh(words: string, ...args: string[]): Promise<void> {
  expect(await failureOf(account.workspace, 'plan', '-no-color', '-refresh=false', ...args)).toContain(words);
}

const APPLY = ['apply', '-no-color', '-auto-approve'];

const planIsEmpty = async (): Promise<void> => expect(await account.workspace.changes()).toEqual({});

describeRows(['set', 'single'] as const, { plain: 1 })('%s rules', (rules) => {
  test('a renamed list with the flag in the state: one apply', async () => {
    await deploy({ rules, flag: true });
    await account.workspace.configure(configuration({ rules, flag: true, name: 'headquarters' }));
    await keepingAccess(() => account.workspace.apply());
    await planIsEmpty();
    expect(account.emulator.objects('ip_policy')).toMatchObject([{ description: 'headquarters' }]);
  });

  testInCi('a renamed list without it: refused before the first delete; -target and an apply finish it', async () => {
    await deploy({ rules, flag: false });
    await account.workspace.configure(configuration({ rules, flag: false, name: 'headquarters' }));
    await refused('run terraform apply -target=ADDRESS', ...APPLY);
    await keepingAccess(async () => {
      await account.workspace.apply('-target=netingress_ip_restriction.dashboard');
      await account.workspace.apply();
    });
    await planIsEmpty();
    expect(account.emulator.objects('ip_policy')).toMatchObject([{ description: 'headquarters' }]);
  });

  test('a list that is renamed with moved blocks: one update', async () => {
    const [before, after] = [
      { rules, flag: false },
      { rules, flag: false, name: 'headquarters' },
    ] as const;
    await deploy(before);
    const moved = [
      { from: 'netingress_ip_policy.office', to: 'netingress_ip_policy.headquarters' },
      { from: rulesAddress(before), to: rulesAddress(after) },
    ];
    await account.workspace.configure(configuration(after), { moved });
    const writes = await writesOf(account.emulator, () => keepingAccess(() => account.workspace.apply()));
    expect(writes.map((write) => write.split(' ')[0])).toEqual(['PATCH']);
    await planIsEmpty();
  });

  testInCi(
    'a replaced policy without the flag: refused; with the lifecycle block of the message it goes through',
    async () => {
      await deploy({ rules, flag: false });
      await refused('create_before_destroy = true', ...APPLY, '-replace=netingress_ip_policy.office');
      await account.workspace.configure(configuration({ rules, flag: true }));
      await keepingAccess(() => account.workspace.apply('-replace=netingress_ip_policy.office'));
      await planIsEmpty();
    },
  );

  test('replaced and tainted rules of a policy: the plan is refused; untainted, it is empty', async () => {
    const shape = { rules, flag: rules === 'single' };
    await deploy(shape);
    const replaced = 'would be deleted and created again';
    await refused(replaced, 'plan', '-no-color', `-replace=${rulesAddress(shape)}`);
    await refusedWithoutRefresh(replaced, `-replace=${rulesAddress(shape)}`);
    await account.workspace.ok('taint', rulesAddress(shape));
    await refused('terraform untaint', 'plan', '-no-color');
    await refusedWithoutRefresh('terraform untaint');
    await account.workspace.ok('untaint', rulesAddress(shape));
    await planIsEmpty();
  });

  test('networks change: one apply, and an address in both lists is admitted after every request', async () => {
    await deploy({ rules, flag: true, networks: [OFFICE, VPN] });
    await account.workspace.configure(configuration({ rules, flag: true, networks: [OFFICE, '192.0.2.128/25'] }));
    await keepingAccess(() => account.workspace.apply());
    await planIsEmpty();
  });
});

/** Networks by name of the list. */
type Lists = Readonly<Record<string, readonly string[]>>;

/** The restriction names all lists. */
function withLists(lists: Lists, flag = true, rules: Shape['rules'] = 'set'): Resources {
  const parts = Object.entries(lists).map(([name, networks]) => configuration({ name, rules, flag, networks }));
  const merge = (type: string): object => Object.assign({}, ...parts.map((part) => part[type]));
  const rulesType = rules === 'set' ? 'netingress_ip_policy_rules' : 'netingress_ip_policy_rule';
  const names = Object.keys(lists);
  const dashboard = {
    type: 'dashboard',
    enforced: true,
    ip_policy_ids: names.map((name) => expression(`netingress_ip_policy.${name}.id`)),
    depends_on: Object.keys(merge(rulesType)).map((name) => `${rulesType}.${name}`),
  };
  return {
    netingress_ip_policy: merge('netingress_ip_policy'),
    [rulesType]: merge(rulesType),
    netingress_ip_restriction: { dashboard },
  } as Resources;
}

describe('several lists of one restriction', () => {
  const LAB = '192.0.2.128/25';

  const CHANGED_LISTS = [
    ['split into two new ones', { all: [OFFICE, VPN] }, { a: [OFFICE], b: [VPN] }],
    ['merged into a new one', { a: [OFFICE], b: [VPN] }, { all: [OFFICE, VPN] }],
    ['merged into one that stays', { a: [VPN], b: [OFFICE] }, { a: [VPN, OFFICE] }],
    ['renamed beside others', { a: [OFFICE], b: [VPN] }, { c: [OFFICE], b: [VPN] }],
  ] as const;
  testRows(CHANGED_LISTS, { plain: 2 })('%s: one apply', async (_, before, after) => {
    await account.workspace.configure(withLists(before));
    await account.workspace.apply();
    await account.workspace.configure(withLists(after));
    await keepingAccess(() => account.workspace.apply());
    await planIsEmpty();
  });

  describeRows(['set', 'single'] as const, { plain: 1 })('%s rules without the flag in the state', (rules) => {
    async function change(before: Lists, after: Lists): Promise<void> {
      await account.workspace.configure(withLists(before, false, rules));
      await account.workspace.apply();
      await account.workspace.configure(withLists(after, false, rules));
    }
    async function finishWithTarget(): Promise<void> {
      await keepingAccess(async () => {
        await account.workspace.apply('-target=netingress_ip_restriction.dashboard');
        await account.workspace.apply();
      });
      await planIsEmpty();
    }
    const failCreates = (): void => {
      account.emulator.faults.add({ match: { operation: 'ip_policy_rule.create' }, do: { status: 400 } });
    };

    test('merged into one that stays: ends at the policy; -target and an apply finish it', async () => {
      await change({ a: [VPN], b: [OFFICE] }, { a: [VPN, OFFICE] });
      // The rules of the other list are deleted as soon as the one that stays allows their networks.
      await keepingAccess(async () => {
        expect(await failureOf(account.workspace, ...APPLY)).toContain('run terraform apply -target=ADDRESS');
      });
      expect(account.emulator.objects('ip_policy')).toHaveLength(2);
      await finishWithTarget();
    });

    testInCi(
      'merged like this while the network cannot be added to the list that stays: nothing is deleted',
      async () => {
        await change({ a: [VPN], b: [OFFICE] }, { a: [VPN, OFFICE] });
        failCreates();
        await refused('None of these rules was deleted or changed', ...APPLY);
        account.emulator.faults.clear();
        await finishWithTarget();
      },
    );

    test('renamed beside another list: refused; -target and an apply finish it', async () => {
      await change({ a: [OFFICE], b: [VPN] }, { c: [OFFICE], b: [VPN] });
      await refused('run terraform apply -target=ADDRESS', ...APPLY);
      await finishWithTarget();
    });
  });

  testInCi(
    'a single rule that is moved to another list while it cannot be added there: refused; the next apply moves it',
    async () => {
      const { workspace, emulator } = account;
      await workspace.configure(withLists({ a: [VPN], b: [LAB, OFFICE] }, false, 'single'));
      await workspace.apply();
      await workspace.configure(withLists({ a: [VPN, OFFICE], b: [LAB] }, false, 'single'));
      emulator.faults.add({ match: { operation: 'ip_policy_rule.create' }, do: { status: 400 } });
      await refused('None of these rules was deleted or changed', ...APPLY);
      emulator.faults.clear();
      await keepingAccess(() => workspace.apply());
      await planIsEmpty();
    },
  );

  testInCi(
    'a single rule without the flag that gets another policy: refused; with the lifecycle block of the message it goes through',
    async () => {
      const { workspace } = account;
      const declare = (policy: string, flag: boolean): Promise<void> => {
        const all = withLists({ a: [OFFICE], b: [VPN] }, flag, 'single');
        Object.assign(all['netingress_ip_policy_rule']?.['a_0'] as object, { ip_policy_id: policy });
        return workspace.configure(all);
      };
      const [a, b] = ['a', 'b'].map((name) => expression(`netingress_ip_policy.${name}.id`)) as [string, string];
      await declare(a, false);
      await workspace.apply();
      await declare(b, false);
      await refused('create_before_destroy = true', ...APPLY);
      await declare(b, true);
      await keepingAccess(() => workspace.apply());
      await planIsEmpty();
    },
  );

  test('a single rule that gets another network, which another list takes over: refused in the plan', async () => {
    const { workspace } = account;
    await workspace.configure(withLists({ a: [VPN], b: [OFFICE] }, true, 'single'));
    await workspace.apply();
    await workspace.configure(withLists({ a: [VPN, OFFICE], b: [LAB] }, true, 'single'));
    await refused('Keep them in the rules of', 'plan', '-no-color');
  });

  test('single rules that are removed, or get another network, without the flag: one apply', async () => {
    const { workspace } = account;
    await workspace.configure(withLists({ a: [OFFICE, VPN, LAB], b: [OFFICE] }, false, 'single'));
    await workspace.apply();
    await workspace.configure(withLists({ a: ['10.0.0.0/8'], b: [OFFICE] }, false, 'single'));
    await keepingAccess(() => workspace.apply());
    await planIsEmpty();
  });

  const MOVED_NETWORKS = [
    ['split off', { a: [VPN, OFFICE] }, { a: [VPN, OFFICE], b: [OFFICE] }, { a: [VPN], b: [OFFICE] }],
    [
      'moved to another one that stays',
      { a: [VPN, OFFICE], b: [LAB] },
      { a: [VPN, OFFICE], b: [LAB, OFFICE] },
      { a: [VPN], b: [LAB, OFFICE] },
    ],
  ] as const;
  testRows(MOVED_NETWORKS, { plain: 1 })(
    'a network that is %s: refused in the plan; two applies do it',
    async (_, before, inBoth, after) => {
      await account.workspace.configure(withLists(before));
      await account.workspace.apply();
      await account.workspace.configure(withLists(after));
      await refused('Keep them in the rules of', ...APPLY);
      for (const lists of [inBoth, after]) {
        await account.workspace.configure(withLists(lists));
        await keepingAccess(() => account.workspace.apply());
      }
      await planIsEmpty();
    },
  );

  test.each([
    ['first', 'b', 'a'],
    ['last', 'a', 'b'],
  ] as const)(
    'a list whose must_admit needs one with must_admit = [] is deleted %s: the network stays',
    async (_, first, last) => {
      const { workspace } = account;
      const all = withLists({ a: [OFFICE], b: [OFFICE], c: [VPN] });
      const required: Lists = { a: [], b: [OFFICE], c: [VPN] };
      const declare = (...names: readonly (keyof typeof required)[]): Promise<void> => {
        const sets = names.map((name) => {
          const dependencies = name === first && names.includes(last) ? [`netingress_ip_policy_rules.${last}`] : [];
          const values = all['netingress_ip_policy_rules']?.[name] as object;
          return [name, { ...values, must_admit: required[name], depends_on: dependencies }];
        });
        const depends_on = names.map((name) => `netingress_ip_policy_rules.${name}`);
        const dashboard = { ...(all['netingress_ip_restriction']?.['dashboard'] as object), depends_on };
        return workspace.configure({
          ...all,
          netingress_ip_policy_rules: Object.fromEntries(sets),
          netingress_ip_restriction: { dashboard },
        });
      };
      await declare('a', 'b', 'c');
      await workspace.apply();
      await declare('c');
      await keepingAccess(async () => {
        const text = await failureOf(workspace, ...APPLY);
        expect(text).toContain(first === 'b' ? 'Otherwise keep the rules' : 'Required addresses would be denied');
      });
      await declare(last, 'c');
      await keepingAccess(() => workspace.apply());
      await planIsEmpty();
    },
  );

  testInCi(
    'networks of terraform_data, which nothing creates first: renamed beside another list, refused, and finished with -target',
    async () => {
      const declare = (name: string, networks: readonly string[]): Resources => {
        const all = withLists({ [name]: [], b: [VPN] }) as Record<string, Record<string, Record<string, unknown>>>;
        const { lifecycle: _, ...policy } = all['netingress_ip_policy']?.[name] ?? {};
        const rules = expression('{ for network in terraform_data.networks.output : network => { action = "allow" } }');
        return {
          ...all,
          terraform_data: { networks: { input: networks } },
          netingress_ip_policy: { ...all['netingress_ip_policy'], [name]: policy },
          netingress_ip_policy_rules: {
            ...all['netingress_ip_policy_rules'],
            [name]: { ip_policy_id: expression(`netingress_ip_policy.${name}.id`), rules },
          },
        };
      };
      await account.workspace.configure(declare('a', [OFFICE]));
      await account.workspace.apply();
      await account.workspace.configure(declare('a', [OFFICE, LAB]));
      await keepingAccess(() => account.workspace.apply());
      await account.workspace.configure(declare('c', [OFFICE]));
      await refused('run terraform apply -target=ADDRESS', ...APPLY);
      await keepingAccess(async () => {
        await account.workspace.apply('-target=netingress_ip_restriction.dashboard');
        await account.workspace.apply();
      });
      await planIsEmpty();
    },
  );
});

testInCi('a rename of 500 rules is 1,003 writes; with moved blocks it is one, of the description', async () => {
  const networks = Array.from({ length: 500 }, (_, n) => `10.${n >> 8}.${n & 255}.0/24`);
  const shape = { rules: 'set', flag: true, networks } as const;
  await deploy({ ...shape, name: 'a' });
  const count = async (name: string, moved: JsonObject[]): Promise<number> => {
    await account.workspace.configure(configuration({ ...shape, name }), { moved });
    return (await writesOf(account.emulator, () => account.workspace.apply())).length;
  };
  // Each rule is created and deleted, and so is the policy; the restriction is updated once.
  expect(await count('b', [])).toBe(1_003);
  const types = ['netingress_ip_policy', 'netingress_ip_policy_rules'];
  // The description of the policy is its name.
  expect(
    await count(
      'c',
      types.map((type) => ({ from: `${type}.b`, to: `${type}.c` })),
    ),
  ).toBe(1);
});

test('a renamed or tainted restriction is refused in the plan; a moved block renames it', async () => {
  const shape = { rules: 'single', flag: true } as const;
  await deploy(shape);
  const { netingress_ip_restriction: restriction, ...others } = configuration(shape);
  const renamed = { ...others, netingress_ip_restriction: { board: restriction?.['dashboard'] } };
  await account.workspace.configure(renamed);
  await refused('run netingress moves', 'plan', '-no-color');
  await account.workspace.configure(renamed, {
    moved: [{ from: 'netingress_ip_restriction.dashboard', to: 'netingress_ip_restriction.board' }],
  });
  await keepingAccess(() => account.workspace.apply());
  await account.workspace.ok('taint', 'netingress_ip_restriction.board');
  await refused('terraform untaint', 'plan', '-no-color');
  await refusedWithoutRefresh('terraform untaint');
});

test('the only rule cannot become a deny rule; beside another allow rule its action changes in one update', async () => {
  const shape = { rules: 'single', flag: true } as const;
  await deploy(shape);
  const withActions = (...actions: string[]): Resources => {
    const both = configuration({ ...shape, networks: [OFFICE, VPN].slice(0, actions.length) });
    const all = both['netingress_ip_policy_rule'] as Record<string, object>;
    const changed = Object.entries(all).map(([label, rule], index) => [label, { ...rule, action: actions[index] }]);
    return { ...both, netingress_ip_policy_rule: Object.fromEntries(changed) };
  };
  await account.workspace.configure(withActions('deny'));
  await refused('Everybody would be shut out', ...APPLY);
  await account.workspace.configure(withActions('allow', 'allow'));
  await account.workspace.apply();
  await account.workspace.configure(withActions('allow', 'deny'));
  expect(await account.workspace.changes()).toEqual({ 'netingress_ip_policy_rule.office_1': 'update' });
  await keepingAccess(() => account.workspace.applyPlanned());
  await planIsEmpty();
});

test('a set whose create failed half-way is not tainted: the next apply creates the others and deletes none', async () => {
  const shape = { rules: 'set', flag: false, networks: [OFFICE, VPN] } as const;
  account.emulator.faults.add({
    match: { method: 'POST', path: '/ip_policy_rules', nth: 2 },
    do: { status: 400 },
  });
  await account.workspace.configure(configuration(shape));
  expect(await failureOf(account.workspace, ...APPLY)).toContain('1 of 2 changes');
  const writes = await writesOf(account.emulator, () => account.workspace.apply());
  expect(writes.filter((write) => write.startsWith('DELETE'))).toEqual([]);
  await planIsEmpty();
});

/** How the delete of a restriction fails or is slow, twice. */
const SLOW = [{ status: 503 }, { status: 429, headers: { 'retry-after': '1' } }, { delay_ms: 3_000 }] as const;
const slowDelete = (effect: (typeof SLOW)[number]) =>
  account.emulator.faults.add({ match: { operation: 'ip_restriction.delete' }, do: effect, times: 2 });

const ORDERS = [
  ['ordered by depends_on', true],
  ['not ordered', false],
] as const;
describe.each(ORDERS)('a destroy, with the restriction %s after the rules', (_, isOrdered) => {
  /** The restriction is created last in any case, or it would be refused. */
  async function deployAll(rules: Shape['rules']): Promise<void> {
    const shape = { rules, flag: rules === 'set', networks: [OFFICE, VPN] };
    await deploy(shape);
    if (isOrdered) return;
    const { netingress_ip_restriction: restrictions = {}, ...others } = configuration(shape);
    const { depends_on: __, ...dashboard } = restrictions['dashboard'] as Record<string, unknown>;
    await account.workspace.configure({ ...others, netingress_ip_restriction: { dashboard } });
    await account.workspace.apply();
  }
  const expectNothing = (): void =>
    expect(['ip_policy', 'ip_policy_rule', 'ip_restriction'].flatMap((kind) => account.emulator.objects(kind))).toEqual(
      [],
    );

  const ROWS = [
    ['single', SLOW[0]],
    ['set', SLOW[1]],
    ['set', SLOW[2]],
  ] as const;
  testRows(ROWS, { plain: 1 })(
    '%s rules: everything is deleted although the delete of the restriction meets %j',
    async (rules, effect) => {
      await deployAll(rules);
      slowDelete(effect);
      await account.workspace.ok('destroy', '-auto-approve', '-no-color');
      expectNothing();
    },
  );

  testRows(SLOW, { plain: 1 })(
    'one operation at a time, and %j: all is deleted, at the latest by the second destroy',
    async (effect) => {
      await deployAll('single');
      slowDelete(effect);
      const first = await account.workspace.terraform('destroy', '-auto-approve', '-no-color', '-parallelism=1');
      if (isOrdered) expect(first.status).toBe(0);
      else await account.workspace.ok('destroy', '-auto-approve', '-no-color', '-parallelism=1');
      expectNothing();
    },
  );
});

testRows(SLOW, { plain: 1 })(
  'terraform test deletes everything at its end, although the delete of the restriction meets %j',
  async (effect) => {
    await account.workspace.configure(configuration({ rules: 'single', flag: true, networks: [OFFICE, VPN] }));
    const file = join(account.workspace.folder, 'deploy.tftest.hcl');
    await writeFile(file, 'run "deploy" {\n  command = apply\n}\n');
    slowDelete(effect);
    try {
      expect(await account.workspace.ok('test', '-no-color')).toContain('1 passed, 0 failed');
    } finally {
      await rm(file);
    }
    expect(['ip_policy', 'ip_policy_rule', 'ip_restriction'].flatMap((kind) => account.emulator.objects(kind))).toEqual(
      [],
    );
  },
);
