/**
 * Changes of policies, rules and restrictions with the real Terraform, with the flag create_before_destroy in the state and
 * without. A change is one apply without a difference afterwards, or is refused, mostly before its first delete and
 * with a remedy that is followed here. An account has four restrictions, so one run of Terraform makes up to four
 * changes, each of a restriction of another type with its own lists. Where a test calls keepingAccess, each restriction
 * admits and denies the same two addresses after every request.
 */

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMessages } from '../../../src/terraform/ui-json';
import type { JsonObject } from '../../../src/values/json';
import { isFullCampaign } from '../../fuzz';
import { type AllKinds, merged } from '../../support/acceptance/all-kinds';
import { openWatchedAccount, type WatchedAccount } from '../../support/acceptance/watched-account';
import { writesOf } from '../../support/emulator/requests-of';
import { expression } from '../../support/expression';
import { testInCi, testRows } from '../../support/requirements';

const [OFFICE, VPN, LAB] = ['203.0.113.0/24', '198.51.100.0/24', '192.0.2.128/25'] as const;
const [INSIDE, OUTSIDE] = ['203.0.113.9', '192.0.2.1'] as const;

/** The types of restrictions, each of which an account has once. */
const TYPES = ['dashboard', 'api', 'agent', 'endpoints'] as const;

let account: WatchedAccount;

beforeAll(async () => {
  account = await openWatchedAccount();
});
beforeEach(() => account.emulator.reset());
afterEach(() => account.workspace.forget());
afterAll(() => account?.close());

interface Shape {
  readonly rules?: 'single' | 'set';
  readonly flag?: boolean;
}

type Lists = Readonly<Record<string, readonly string[]>>;

const FLAG = { lifecycle: { create_before_destroy: true } };
const policyId = (label: string): string => expression(`netingress_ip_policy.${label}.id`);
const rulesType = (rules: 'single' | 'set'): string => `netingress_ip_policy_rule${rules === 'set' ? 's' : ''}`;

/**
 * A restriction that names a policy for each list. The blocks of a list have the name TYPE_LIST, those of its single rules
 * TYPE_LIST_0, TYPE_LIST_1 and so on.
 */
function restrict(type: string, lists: Lists, { rules = 'set', flag = false }: Shape = {}): AllKinds {
  const lifecycle = flag ? FLAG : {};
  const labels = Object.keys(lists).map((name) => `${type}_${name}`);
  const blocks = Object.entries(lists).flatMap(([name, networks]): [string, JsonObject][] => {
    const ip_policy_id = policyId(`${type}_${name}`);
    const all = Object.fromEntries(networks.map((network) => [network, { action: 'allow' }]));
    if (rules === 'set') return [[`${type}_${name}`, { ip_policy_id, rules: all, ...lifecycle }]];
    return networks.map((cidr, n) => [`${type}_${name}_${n}`, { ip_policy_id, cidr, action: 'allow', ...lifecycle }]);
  });
  return {
    netingress_ip_policy: Object.fromEntries(labels.map((label) => [label, { description: label, ...lifecycle }])),
    [rulesType(rules)]: Object.fromEntries(blocks),
    netingress_ip_restriction: {
      [type]: {
        type,
        enforced: true,
        ip_policy_ids: labels.map(policyId),
        depends_on: blocks.map(([label]) => `${rulesType(rules)}.${label}`),
      },
    },
  };
}

/**
 * The restriction with a set of rules whose networks are an output of terraform_data, beside a list `b`: a plan that changes
 * them does not know them.
 */
function restrictLater(type: string, name: string, networks: readonly string[]): AllKinds {
  const rules = expression(`{ for network in terraform_data.${type}.output : network => { action = "allow" } }`);
  return merged(restrict(type, { [name]: [], b: [VPN] }, { flag: true }), {
    terraform_data: { [type]: { input: networks } },
    // Without the flag.
    netingress_ip_policy: { [`${type}_${name}`]: { description: `${type}_${name}` } },
    netingress_ip_policy_rules: { [`${type}_${name}`]: { ip_policy_id: policyId(`${type}_${name}`), rules } },
  });
}

/** A change of the lists of one restriction, and of the objects that they are. */
interface Change {
  readonly title: string;
  readonly before: (type: string) => AllKinds;
  readonly after: (type: string) => AllKinds;
  readonly moved?: (type: string) => JsonObject[];
}

function change(title: string, before: Lists, after: Lists, shape: Shape = {}): Change {
  return { title, before: (type) => restrict(type, before, shape), after: (type) => restrict(type, after, shape) };
}

function move(title: string, rules: 'single' | 'set'): Change {
  const addresses = (type: string, name: string): string[] => [
    `netingress_ip_policy.${type}_${name}`,
    `${rulesType(rules)}.${type}_${name}${rules === 'set' ? '' : '_0'}`,
  ];
  return {
    ...change(title, { office: [OFFICE] }, { headquarters: [OFFICE] }, { rules }),
    moved: (type) => {
      const after = addresses(type, 'headquarters');
      return addresses(type, 'office').map((from, index) => ({ from, to: after[index] as string }));
    },
  };
}

type Placed = readonly (readonly [type: string, change: Change])[];

/** The changes with types, four at a time in their order, and the titles of the four. A plain run has the first four. */
function inRuns(changes: readonly Change[]): (readonly [titles: string, placed: Placed])[] {
  return Array.from({ length: Math.ceil(changes.length / TYPES.length) }, (_, run) => {
    const some = changes.slice(run * TYPES.length, (run + 1) * TYPES.length);
    const placed = some.map((each, index) => [TYPES[index] as string, each] as const);
    return [some.map(({ title }) => title).join(', '), placed] as const;
  });
}

const configureAll = (placed: Placed, which: 'before' | 'after'): Promise<void> => {
  const moved = which === 'after' ? placed.flatMap(([type, { moved: blocks }]) => blocks?.(type) ?? []) : [];
  return account.workspace.configure(merged(...placed.map(([type, each]) => each[which](type))), { moved });
};

/** Expects that after every request of `run` the restrictions admit the address INSIDE and deny OUTSIDE. */
async function keepingAccess(types: readonly string[], run: () => Promise<unknown>): Promise<void> {
  const expected = { [INSIDE]: ['admitted'], [OUTSIDE]: ['denied'] };
  expect(await account.watch([INSIDE, OUTSIDE], run, types)).toEqual(expected);
}

const planIsEmpty = async (): Promise<void> => expect(await account.workspace.changes()).toEqual({});

/** The ids of the policies of a restriction, and of their rules: `ipp_1`, `ipr_1`. */
function idsOf(type: string): string[] {
  const isOwn = ({ description }: JsonObject): boolean => String(description).startsWith(`${type}_`);
  const policies = account.emulator
    .objects('ip_policy')
    .filter(isOwn)
    .map(({ id }) => String(id));
  const rules = account.emulator
    .objects('ip_policy_rule')
    .filter(({ ip_policy: policy }) => policies.includes(String((policy as JsonObject)['id'])));
  return [...policies, ...rules.map(({ id }) => String(id))];
}

/** A command that fails: the errors by type of the restriction that they are about. */
async function errorsOf(...args: string[]): Promise<(type: string) => string> {
  const { status, stdout } = await account.workspace.terraform(...args, '-json');
  expect([args[0], status]).toEqual([args[0], 1]);
  const { diagnostics } = parseMessages(stdout);
  const texts = diagnostics.map(({ address, summary, detail }) => `${address} ${summary} ${detail}`);
  // Terraform names no address of what is deleted; the message names the restriction, by its type or its id.
  return (type) => {
    const { id } = account.emulator.objects('ip_restriction').find((each) => each['type'] === type) ?? {};
    return texts.filter((text) => new RegExp(`[.']${type}(_|\\b)|\\b${id}\\b`).test(text)).join('\n');
  };
}

const APPLY = ['apply', '-auto-approve'];
const DESTROY = ['destroy', '-auto-approve', '-no-color'];

/** How the first two requests that delete a restriction fail or are slow. */
const SLOW = [{ status: 503 }, { status: 429, headers: { 'retry-after': '1' } }, { delay_ms: 3_000 }] as const;

function slowDeletes(): void {
  for (const [index, { id }] of account.emulator.objects('ip_restriction').entries())
    account.emulator.faults.add({
      match: { method: 'DELETE', path: `/ip_restrictions/${id}` },
      do: SLOW[index % SLOW.length] as (typeof SLOW)[number],
      times: 2,
    });
}

function expectNothing(): void {
  const kinds = ['ip_policy', 'ip_policy_rule', 'ip_restriction'];
  expect(kinds.flatMap((kind) => account.emulator.objects(kind))).toEqual([]);
}

const AT_ONCE: readonly Change[] = [
  change('a list of a set, renamed', { office: [OFFICE] }, { headquarters: [OFFICE] }, { flag: true }),
  move('a set, renamed with moved blocks', 'set'),
  change('lists that are merged into a new one', { a: [OFFICE], b: [VPN] }, { all: [OFFICE, VPN] }, { flag: true }),
  change(
    'single rules without the flag that are removed, or get another network',
    { a: [OFFICE, VPN, LAB], b: [OFFICE] },
    { a: ['10.0.0.0/8'], b: [OFFICE] },
    { rules: 'single' },
  ),

  change('networks of a set', { office: [OFFICE, VPN] }, { office: [OFFICE, LAB] }, { flag: true }),
  change('a list that is split into two new ones', { all: [OFFICE, VPN] }, { a: [OFFICE], b: [VPN] }, { flag: true }),
  change('single rules, renamed', { office: [OFFICE] }, { headquarters: [OFFICE] }, { rules: 'single', flag: true }),
  {
    ...change('the action of one of two rules', { a: [OFFICE, VPN] }, { a: [OFFICE, VPN] }, { rules: 'single' }),
    after(type) {
      const all = restrict(type, { a: [OFFICE, VPN] }, { rules: 'single' });
      Object.assign(all['netingress_ip_policy_rule']?.[`${type}_a_1`] as object, { action: 'deny' });
      return all;
    },
  },

  change('lists that are merged into one that stays', { a: [VPN], b: [OFFICE] }, { a: [VPN, OFFICE] }, { flag: true }),
  change('a list that is renamed beside others', { a: [OFFICE], b: [VPN] }, { c: [OFFICE], b: [VPN] }, { flag: true }),
  move('single rules, renamed with moved blocks', 'single'),
  {
    title: 'networks of terraform_data',
    before: (type) => restrictLater(type, 'a', [OFFICE]),
    after: (type) => restrictLater(type, 'a', [OFFICE, LAB]),
  },
];
testRows(inRuns(AT_ONCE), { plain: 1 })(
  'one apply, and access stays; a destroy deletes everything although deletes of restrictions fail twice or are slow: %s',
  async (_, placed) => {
    const types = placed.map(([type]) => type);
    await configureAll(placed, 'before');
    await account.workspace.apply();
    const before = new Map(types.map((type) => [type, idsOf(type)]));
    await configureAll(placed, 'after');
    const writes = await writesOf(account.emulator, () => keepingAccess(types, () => account.workspace.apply()));
    if (isFullCampaign) await planIsEmpty();
    for (const [type, { moved }] of placed) {
      if (!moved) continue;
      // Only the description of the policy, which is its label, was changed.
      const ids = before.get(type) ?? [];
      expect(idsOf(type)).toEqual(ids);
      const own = writes.filter((write) => ids.some((id) => write.endsWith(id)));
      expect(own.map((write) => write.split(' ')[0])).toEqual(['PATCH']);
    }
    slowDeletes();
    await account.workspace.ok(...DESTROY);
    expectNothing();
  },
);

/**
 * The refused apply leaves the policies and their rules. With `keeps: 'policies'` it may have deleted rules: of a merged list,
 * after it has added their networks to the list that stays.
 */
const WITH_TARGET: readonly (Change & { readonly keeps?: 'policies' })[] = [
  change('a renamed set', { office: [OFFICE] }, { headquarters: [OFFICE] }),
  change(
    'single rules that are renamed beside another list',
    { a: [OFFICE], b: [VPN] },
    { c: [OFFICE], b: [VPN] },
    { rules: 'single' },
  ),
  {
    ...change('a list that is merged into one that stays', { a: [VPN], b: [OFFICE] }, { a: [VPN, OFFICE] }),
    keeps: 'policies',
  },
  {
    title: 'networks of terraform_data, renamed beside another list',
    before: (type) => restrictLater(type, 'a', [OFFICE]),
    after: (type) => restrictLater(type, 'c', [OFFICE]),
  },

  change('renamed single rules', { office: [OFFICE] }, { headquarters: [OFFICE] }, { rules: 'single' }),
  change('a set that is renamed beside another list', { a: [OFFICE], b: [VPN] }, { c: [OFFICE], b: [VPN] }),
  {
    ...change(
      'single rules that are merged into a list that stays',
      { a: [VPN], b: [OFFICE] },
      { a: [VPN, OFFICE] },
      { rules: 'single' },
    ),
    keeps: 'policies',
  },
];
testRows(inRuns(WITH_TARGET), { plain: 1 })(
  'without the flag in the state: refused before a needed object is deleted; -target and an apply finish it: %s',
  async (_, placed) => {
    const types = placed.map(([type]) => type);
    await configureAll(placed, 'before');
    await account.workspace.apply();
    const before = new Map(types.map((type) => [type, idsOf(type)]));
    await configureAll(placed, 'after');
    await keepingAccess(types, async () => {
      const errors = await errorsOf(...APPLY);
      for (const type of types)
        expect([type, errors(type)]).toEqual([type, expect.stringContaining('run terraform apply -target=ADDRESS')]);
    });
    for (const [type, { keeps }] of placed as readonly (readonly [string, (typeof WITH_TARGET)[number]])[]) {
      const needed = (before.get(type) ?? []).filter((id) => keeps !== 'policies' || id.startsWith('ipp_'));
      expect(idsOf(type)).toEqual(expect.arrayContaining(needed));
    }
    await keepingAccess(types, async () => {
      await account.workspace.apply(...types.map((type) => `-target=netingress_ip_restriction.${type}`));
      await account.workspace.apply();
    });
    if (isFullCampaign) await planIsEmpty();
  },
);

testInCi(
  'networks that cannot be added to the list that stays, or that gets them: nothing is deleted; -target and an apply move them',
  async () => {
    const { workspace, emulator } = account;
    const changes = [
      change('merged', { a: [VPN], b: [OFFICE] }, { a: [VPN, OFFICE] }),
      change('merged single rules', { a: [VPN], b: [OFFICE] }, { a: [VPN, OFFICE] }, { rules: 'single' }),
      change('moved', { a: [VPN], b: [LAB, OFFICE] }, { a: [VPN, OFFICE], b: [LAB] }, { rules: 'single' }),
    ];
    const [, placed] = inRuns(changes)[0] as readonly [string, Placed];
    const types = placed.map(([type]) => type);
    await configureAll(placed, 'before');
    await workspace.apply();
    const before = types.map(idsOf);
    await configureAll(placed, 'after');
    emulator.faults.add({ match: { operation: 'ip_policy_rule.create' }, do: { status: 400 } });
    await keepingAccess(types, async () => {
      const errors = await errorsOf(...APPLY);
      const expected = expect.stringContaining('None of these rules was deleted or changed');
      for (const type of types) expect([type, errors(type)]).toEqual([type, expected]);
    });
    expect(types.map(idsOf)).toEqual(before);
    emulator.faults.clear();
    await keepingAccess(types, async () => {
      await workspace.apply('-target=netingress_ip_restriction.dashboard', '-target=netingress_ip_restriction.api');
      await workspace.apply();
    });
    await planIsEmpty();
  },
);

testInCi(
  'a replaced policy, and a single rule that gets another policy, without the flag: refused; with the lifecycle block of the message they go through',
  async () => {
    const { workspace } = account;
    const declare = (flag: boolean, policy: string): Promise<void> => {
      const moved = restrict('agent', { a: [OFFICE], b: [VPN] }, { rules: 'single', flag });
      Object.assign(moved['netingress_ip_policy_rule']?.['agent_a_0'] as object, { ip_policy_id: policyId(policy) });
      return workspace.configure(
        merged(
          restrict('dashboard', { office: [OFFICE] }, { rules: 'set', flag }),
          restrict('api', { office: [OFFICE] }, { rules: 'single', flag }),
          moved,
        ),
      );
    };
    const types = ['dashboard', 'api', 'agent'];
    const replace = ['dashboard', 'api'].map((type) => `-replace=netingress_ip_policy.${type}_office`);
    await declare(false, 'agent_a');
    await workspace.apply();
    const before = types.map(idsOf);
    await declare(false, 'agent_b');
    await keepingAccess(types, async () => {
      const errors = await errorsOf(...APPLY, ...replace);
      for (const type of types)
        expect([type, errors(type)]).toEqual([type, expect.stringContaining('create_before_destroy = true')]);
    });
    expect(types.map(idsOf)).toEqual(before);
    await declare(true, 'agent_b');
    await keepingAccess(types, () => workspace.apply(...replace));
    await planIsEmpty();
  },
);

test('refused in the plan: tainted rules, a network that another list takes over or that is split off; in CI also tainted and renamed restrictions and rules that -replace names, and an apply after the remedies', async () => {
  const { workspace } = account;
  /** Expects that a plan is refused with these words for each type, also one that refreshes nothing. */
  async function expectRefused(words: Readonly<Record<string, string>>, ...args: string[]): Promise<void> {
    for (const refresh of isFullCampaign ? [[], ['-refresh=false']] : [['-refresh=false']]) {
      const errors = await errorsOf('plan', ...refresh, ...args);
      for (const [type, text] of Object.entries(words))
        expect([type, errors(type)]).toEqual([type, expect.stringContaining(text)]);
    }
  }
  interface Declared {
    readonly agent: Lists;
    readonly endpoints: Lists;
    /** Name of the block of the restriction of the dashboard. */
    readonly name?: string;
    readonly moved?: JsonObject[];
  }
  const declare = ({ agent, endpoints, name = 'dashboard', moved = [] }: Declared): Promise<void> => {
    const { netingress_ip_restriction: { dashboard } = {}, ...others } = restrict('dashboard', { office: [OFFICE] });
    const all = merged(
      { ...others, netingress_ip_restriction: { [name]: dashboard as JsonObject } },
      restrict('api', { office: [OFFICE] }, { rules: 'single', flag: true }),
      restrict('agent', agent, { rules: 'single', flag: true }),
      restrict('endpoints', endpoints, { flag: true }),
    );
    return workspace.configure(all, { moved });
  };
  const agent = { a: [VPN], b: [OFFICE] };
  await declare({ agent, endpoints: { a: [VPN, OFFICE] } });
  await workspace.apply();
  const rules = ['netingress_ip_policy_rules.dashboard_office', 'netingress_ip_policy_rule.api_office_0'];
  await workspace.taint(rules);
  await declare({ agent: { a: [VPN, OFFICE], b: [LAB] }, endpoints: { a: [VPN], b: [OFFICE] } });
  const keep = 'Keep them in the rules of';
  const untaint = 'terraform untaint';
  await expectRefused({ dashboard: untaint, api: untaint, agent: keep, endpoints: keep });
  if (!isFullCampaign) return;
  await workspace.taint(rules, false);
  const endpoints = { a: [VPN], b: [OFFICE] };
  await keepingAccess(TYPES, async () => {
    await declare({ agent, endpoints: { a: [VPN, OFFICE], b: [OFFICE] } });
    await workspace.apply();
    await declare({ agent, endpoints });
    await workspace.apply();
  });

  const restriction = ['netingress_ip_restriction.api'];
  await workspace.taint(restriction);
  await declare({ agent, endpoints, name: 'board' });
  const again = 'would be deleted and created again';
  await expectRefused(
    { dashboard: 'run netingress moves', api: untaint, agent: again, endpoints: again },
    '-replace=netingress_ip_policy_rule.agent_b_0',
    '-replace=netingress_ip_policy_rules.endpoints_b',
  );
  await workspace.taint(restriction, false);
  const moved = [{ from: 'netingress_ip_restriction.dashboard', to: 'netingress_ip_restriction.board' }];
  await declare({ agent, endpoints, name: 'board', moved });
  await keepingAccess(TYPES, () => workspace.apply());
  await planIsEmpty();
});

testInCi(
  'a list whose must_admit needs one with must_admit = [], deleted first or last, and the only rule that would become a deny rule: refused',
  async () => {
    const { workspace } = account;
    const required: Lists = { a: [], b: [OFFICE], c: [VPN] };
    /** The sets of the restriction; `first` is deleted before `last`. */
    const withRequired = (type: string, first: string, last: string, names: readonly string[]): AllKinds => {
      const all = restrict(type, { a: [OFFICE], b: [OFFICE], c: [VPN] }, { flag: true });
      const sets = names.map((name) => {
        const depends_on = name === first && names.includes(last) ? [`netingress_ip_policy_rules.${type}_${last}`] : [];
        const values = all['netingress_ip_policy_rules']?.[`${type}_${name}`] ?? {};
        return [`${type}_${name}`, { ...values, must_admit: required[name] ?? [], depends_on }] as const;
      });
      const depends_on = sets.map(([label]) => `netingress_ip_policy_rules.${label}`);
      const restriction = { ...all['netingress_ip_restriction']?.[type], depends_on };
      return {
        ...all,
        netingress_ip_policy_rules: Object.fromEntries(sets),
        netingress_ip_restriction: { [type]: restriction },
      };
    };
    const declare = (inFirst: readonly string[], inLast: readonly string[], action: string): Promise<void> => {
      const only = restrict('agent', { office: [OFFICE] }, { rules: 'single' });
      Object.assign(only['netingress_ip_policy_rule']?.['agent_office_0'] as object, { action });
      const required = [withRequired('dashboard', 'b', 'a', inFirst), withRequired('api', 'a', 'b', inLast)];
      return workspace.configure(merged(...required, only));
    };
    const types = ['dashboard', 'api', 'agent'];
    await declare(['a', 'b', 'c'], ['a', 'b', 'c'], 'allow');
    await workspace.apply();
    await declare(['c'], ['c'], 'deny');
    await keepingAccess(types, async () => {
      const { stdout } = await workspace.terraform(...APPLY, '-json');
      const said = parseMessages(stdout).diagnostics.map(({ summary, detail }) => `${summary} ${detail}`);
      const words = ['Otherwise keep the rules', 'Required addresses would be denied', 'Everybody would be shut out'];
      for (const each of words) expect(said).toContainEqual(expect.stringContaining(each));
    });
    await declare(['a', 'c'], ['b', 'c'], 'allow');
    await keepingAccess(types, () => workspace.apply());
    await planIsEmpty();
  },
);

testInCi('a rename of 500 rules is 1,003 writes; with moved blocks it is one, of the description', async () => {
  const networks = Array.from({ length: 500 }, (_, n) => `10.${n >> 8}.${n & 255}.0/24`);
  const declare = (name: string, moved: JsonObject[] = []): Promise<void> =>
    account.workspace.configure(restrict('dashboard', { [name]: networks }, { flag: true }), { moved });
  await declare('a');
  await account.workspace.apply();
  const count = async (): Promise<number> => (await writesOf(account.emulator, () => account.workspace.apply())).length;
  await declare('b');
  // Each rule is created and deleted, and so is the policy; the restriction is updated once.
  expect(await count()).toBe(1_003);
  const types = ['netingress_ip_policy', 'netingress_ip_policy_rules'];
  await declare(
    'c',
    types.map((type) => ({ from: `${type}.dashboard_b`, to: `${type}.dashboard_c` })),
  );
  expect(await count()).toBe(1);
});

/** Two restrictions with a set of rules, and two with single rules. Which have `depends_on` varies. */
async function deploy(isOrdered: (type: string) => boolean): Promise<void> {
  const lists = { office: [OFFICE, VPN] };
  const shape = (type: string): Shape =>
    type === 'dashboard' || type === 'agent' ? { rules: 'single' } : { rules: 'set', flag: true };
  const all = merged(...TYPES.map((type) => restrict(type, lists, shape(type))));
  await account.workspace.configure(all);
  await account.workspace.apply();
  // A restriction is created last in any case, or it would be refused.
  const { netingress_ip_restriction: restrictions = {}, ...others } = all;
  const ordered = Object.entries(restrictions).map(([type, { depends_on = [], ...restriction }]) => {
    return [type, isOrdered(type) ? { ...restriction, depends_on } : restriction] as const;
  });
  await account.workspace.configure({ ...others, netingress_ip_restriction: Object.fromEntries(ordered) });
  await account.workspace.apply();
}

testInCi.each([
  ['at once, if restrictions are ordered after the rules or not', ['dashboard', 'api'], [], 1],
  ['one operation at a time, if restrictions are ordered after the rules', TYPES, ['-parallelism=1'], 1],
  ['one operation at a time, at the latest when it is repeated, if they are not', [], ['-parallelism=1'], 2],
] as const)(
  'a destroy deletes everything although deletes of restrictions fail twice or are slow: %s',
  async (_, ordered: readonly string[], options, runs) => {
    await deploy((type) => ordered.includes(type));
    slowDeletes();
    if (runs === 2) await account.workspace.terraform(...DESTROY, ...options);
    await account.workspace.ok(...DESTROY, ...options);
    expectNothing();
  },
);

testInCi(
  'terraform test deletes everything at its end, although the delete of the restriction fails twice',
  async () => {
    const { workspace, emulator } = account;
    await workspace.configure(restrict('dashboard', { office: [OFFICE, VPN] }, { rules: 'single', flag: true }));
    const file = join(workspace.folder, 'deploy.tftest.hcl');
    await writeFile(file, 'run "deploy" {\n  command = apply\n}\n');
    emulator.faults.add({ match: { operation: 'ip_restriction.delete' }, do: SLOW[0], times: 2 });
    try {
      expect(await workspace.ok('test', '-no-color')).toContain('1 passed, 0 failed');
    } finally {
      await rm(file);
    }
    expectNothing();
  },
);
