/**
 * Changes without a danger, and plans without a rename: a report that warns about everything is not read.
 * `dangers.test.ts` has the counterpart.
 */
import type { JsonObject } from '../../src/model/json';
import { KINDS } from '../../src/model/kinds';
import {
  type Account,
  findDangers,
  findPlanDangers,
  type PlannedChange,
  type Planted,
} from '../support/preview/planted-changes';

type Case = readonly [name: string, find: () => Promise<string[]>];

function changed<Prepared = void>(
  name: string,
  change: Planted<Prepared>['change'],
  prepare?: Planted<Prepared>['prepare'],
): Case {
  return [name, () => findDangers({ change, ...(prepare && { prepare }) })];
}

const addRule =
  (action: string, cidr: string): Planted['change'] =>
  async ({ policy, create }) =>
    void (await create('/ip_policy_rules', { ip_policy_id: policy, cidr, action }));

function withSample(
  name: string,
  kind: string,
  change: (account: Account, path: string) => Promise<void>,
  values?: JsonObject,
): Case {
  const prepare = (account: Account) => account.createSample(kind, values);
  return [name, () => findDangers({ kind, prepare, change })];
}

const RULES: readonly Case[] = [
  // Half of a family is no danger; a whole one is.
  ...['198.51.100.0/24', '128.0.0.0/1', '2001:db8::/32', '::/1', '203.0.113.7/32', '0.0.0.0/1'].map((cidr) =>
    changed(`allow ${cidr}`, addRule('allow', cidr)),
  ),
  ...['203.0.113.7/32', '203.0.113.0/25', '10.0.0.0/8', '::/0'].map((cidr) =>
    changed(`deny ${cidr}`, addRule('deny', cidr)),
  ),
  changed('the network of a rule is replaced', async ({ policy, rule, send, create }) => {
    await send('DELETE', `/ip_policy_rules/${rule}`);
    await create('/ip_policy_rules', { ip_policy_id: policy, cidr: '198.51.100.0/24', action: 'allow' });
  }),
  changed('another description of a rule', ({ rule, send }) =>
    send('PATCH', `/ip_policy_rules/${rule}`, { description: 'other' }),
  ),
  changed('a policy that only denies beside another one', async ({ policy, restriction, create, send }) => {
    const denied = await create('/ip_policies', { description: 'Denied' });
    await create('/ip_policy_rules', { ip_policy_id: denied, cidr: '10.0.0.0/8', action: 'deny' });
    await send('PATCH', `/ip_restrictions/${restriction}`, { ip_policy_ids: [policy, denied] });
  }),
  changed('a new policy without rules', async ({ create }) => void (await create('/ip_policies', {}))),
  changed<string>(
    'destroying a policy that nothing uses',
    async ({ send }, unused) => send('DELETE', `/ip_policies/${unused}`),
    async ({ create }) => create('/ip_policies', { description: 'Unused' }),
  ),
];

const RESTRICTIONS: readonly Case[] = [
  changed(
    'a restriction that is not enforced',
    async ({ policy, create }) => void (await create('/ip_restrictions', { type: 'agent', ip_policy_ids: [policy] })),
  ),
  ...['dashboard', 'agent', 'endpoints'].map((type) =>
    changed(
      `a new enforced restriction of ${type} that admits an office`,
      async ({ policy, create }) =>
        void (await create('/ip_restrictions', { type, enforced: true, ip_policy_ids: [policy] })),
    ),
  ),
  changed<string>(
    'destroying a restriction that was not enforced',
    ({ send }, unused) => send('DELETE', `/ip_restrictions/${unused}`),
    async ({ policy, create }) => create('/ip_restrictions', { type: 'agent', ip_policy_ids: [policy] }),
  ),
  changed('another description of a restriction', ({ restriction, send }) =>
    send('PATCH', `/ip_restrictions/${restriction}`, { description: 'other' }),
  ),
];

const SOURCES = [{ type: 'ip_policy_created.v0' }, { type: 'ip_policy_deleted.v0' }];

/** Members that must be unique. */
const SECOND: Readonly<Record<string, JsonObject>> = {
  domain: { domain: 'second.example.com' },
  secret: { name: 'second' },
};

const OBJECTS: readonly Case[] = [
  // The first two have cases of their own above, and service users have no description.
  ...KINDS.map(({ name }) => name)
    .filter((kind) => !['ip_policy_rule', 'ip_restriction', 'service_user'].includes(kind))
    .map((kind) =>
      withSample(`another description of ${kind}`, kind, ({ send }, path) =>
        send('PATCH', path, { description: 'other' }),
      ),
    ),
  ...['api_key', 'domain', 'event_subscription', 'certificate_authority', 'secret'].map((kind) =>
    withSample(`a second ${kind}`, kind, async ({ createSample }) => void (await createSample(kind, SECOND[kind]))),
  ),
  withSample(
    'a subscription gets an event type',
    'event_subscription',
    ({ send }, path) => send('PATCH', path, { sources: SOURCES }),
    { sources: SOURCES.slice(1) },
  ),
  withSample('another policy of an endpoint', 'cloud_endpoint', ({ send }, path) =>
    send('PATCH', path, { traffic_policy: JSON.stringify({ on_http_request: [{ actions: [{ type: 'deny' }] }] }) }),
  ),
];

const planned = (name: string, changes: readonly PlannedChange[]): Case => [
  name,
  async () => findPlanDangers(changes).map(({ type }) => type),
];
const office = { cidr: '203.0.113.0/24', action: 'allow' };

/** `findPlanDangers` finds renames only. */
const PLANS: readonly Case[] = [
  planned('no warning about a rename: a policy that a moved block renames', [
    { kind: 'ip_policy', name: 'new', actions: ['no-op'], before: { id: 'ipp_1' }, after: { id: 'ipp_1' } },
  ]),
  planned('no rename: one policy is destroyed and a different one is created', [
    { kind: 'ip_policy', name: 'old', actions: ['delete'], before: { id: 'ipp_1', description: 'Office' } },
    { kind: 'ip_policy', name: 'new', actions: ['create'], after: { description: 'Branch' }, unknown: ['id'] },
  ]),
  planned('no rename: a rule moves to a new policy, while the old policy stays', [
    { kind: 'ip_policy_rule', name: 'old', actions: ['delete'], before: { id: 'r', ip_policy_id: 'ipp_1', ...office } },
    { kind: 'ip_policy_rule', name: 'new', actions: ['create'], after: office, unknown: ['id', 'ip_policy_id'] },
  ]),
  planned('no rename: a rule moves to another policy', [
    { kind: 'ip_policy_rule', name: 'old', actions: ['delete'], before: { id: 'r', ip_policy_id: 'ipp_1', ...office } },
    {
      kind: 'ip_policy_rule',
      name: 'new',
      actions: ['create'],
      after: { ip_policy_id: 'ipp_2', ...office },
      unknown: ['id'],
    },
  ]),
  planned('no rename: a policy is forgotten, and an equal one is created', [
    { kind: 'ip_policy', name: 'old', actions: ['forget'], before: { id: 'ipp_1', description: 'Office' } },
    { kind: 'ip_policy', name: 'new', actions: ['create'], after: { description: 'Office' }, unknown: ['id'] },
  ]),
  planned('no rename: a policy is destroyed', [
    { kind: 'ip_policy', name: 'old', actions: ['delete'], before: { id: 'ipp_1', description: 'Office' } },
  ]),
];

const HARMLESS = [...RULES, ...RESTRICTIONS, ...OBJECTS, ...PLANS];

test.each(HARMLESS)('%s', async (_, find) => {
  expect(await find()).toEqual([]);
});
