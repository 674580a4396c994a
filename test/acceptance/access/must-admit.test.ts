/** `must_admit` with the real terraform binary and the packaged provider. */

import { createEmulator } from '../../../src/emulator';
import type { JsonObject } from '../../../src/model/json';
import { getKind } from '../../../src/model/kinds';
import { type Service, serviceAt } from '../../support/acceptance/service';
import { createWorkspace, type Resources, type Workspace } from '../../support/acceptance/workspace';
import { testInCi } from '../../support/requirements';

jest.setTimeout(180_000);

/** A template of Terraform with nothing but the expression. */
const tf = (expression: string): string => `\${${expression}}`;

const OFFICE = '203.0.113.0/24';
const SET = 'netingress_ip_policy_rules.office';
const RESTRICTION = 'netingress_ip_restriction.api';
const rule = getKind('ip_policy_rule');

let emulator: ReturnType<typeof createEmulator>;
let service: Service;
let workspace: Workspace;

beforeAll(async () => {
  emulator = createEmulator();
  const { url } = await emulator.listen();
  service = serviceAt(url);
  workspace = await createWorkspace(url);
});
beforeEach(() => emulator.reset());
afterEach(() => workspace.forget());
afterAll(async () => {
  await workspace?.remove();
  await emulator?.close();
});

const policy = { netingress_ip_policy: { office: { description: 'office' } } };

const ruleSet = (rules: Readonly<Record<string, unknown>>, more: JsonObject = {}): Resources => ({
  netingress_ip_policy_rules: {
    office: { ip_policy_id: tf('netingress_ip_policy.office.id'), rules, must_admit: [OFFICE], ...more },
  },
});

const allow = (...networks: string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(networks.map((network) => [network, { action: 'allow' }]));

const restriction = (more: JsonObject = {}): Resources => ({
  netingress_ip_restriction: {
    api: { type: 'api', enforced: true, ip_policy_ids: [tf(`${SET}.ip_policy_id`)], must_admit: [OFFICE], ...more },
  },
});

const rulesAtService = (): string[] =>
  emulator
    .objects(rule.name)
    .map(({ action, cidr }) => `${String(action)} ${String(cidr)}`)
    .sort();

const policyId = (): string => String(emulator.objects('ip_policy')[0]?.['id']);

/** Terraform wraps messages. */
async function failureOf(...args: string[]): Promise<string> {
  const [command = '', ...options] = args;
  const { status, stderr } = await workspace.terraform(command, '-no-color', ...options);
  expect(status).toBe(1);
  return stderr.replaceAll(/[\s│]+/g, ' ');
}

/** Sent by Terraform's apply of the last saved plan. */
async function writesOfApply(): Promise<string[]> {
  const before = emulator.requests().length;
  await workspace.applyPlanned();
  return emulator
    .requests()
    .slice(before)
    .flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]));
}

async function deploy(): Promise<void> {
  await workspace.configure({ ...policy, ...ruleSet(allow(OFFICE)), ...restriction() });
  await workspace.apply();
}

test('one apply creates policy, rules and restriction; another notation, and a change of must_admit alone, send no write', async () => {
  await deploy();
  expect(await workspace.changes()).toEqual({});
  expect(emulator.objects('ip_restriction')).toMatchObject([{ enforced: true }]);
  expect(JSON.stringify(emulator.requests())).not.toContain('must_admit');

  await workspace.configure({
    ...policy,
    ...ruleSet(allow(OFFICE), { must_admit: ['203.0.113.0/24', '203.0.113.7'] }),
    ...restriction({ must_admit: ['203.0.113.9'] }),
  });
  expect(await workspace.changes()).toEqual({ [SET]: 'update', [RESTRICTION]: 'update' });
  expect(await writesOfApply()).toEqual([]);
  await workspace.configure({
    ...policy,
    ...ruleSet(allow(OFFICE), { must_admit: [OFFICE, '203.0.113.7/32'] }),
    ...restriction({ must_admit: ['203.0.113.9/32'] }),
  });
  expect(await workspace.changes()).toEqual({});
  await workspace.ok('destroy', '-no-color', '-auto-approve');
  expect([rulesAtService(), emulator.objects('ip_restriction')]).toEqual([[], []]);
});

test('a replacement by another policy is refused, unless create_before_destroy orders the restriction between them', async () => {
  await deploy();
  const two = { netingress_ip_policy: { office: { description: 'office' }, second: { description: 'second' } } };
  const moved = (more: JsonObject): Resources =>
    ruleSet(allow(OFFICE), { ip_policy_id: tf('netingress_ip_policy.second.id'), ...more });
  await workspace.configure({ ...two, ...moved({}), ...restriction() });
  expect(await failureOf('apply', '-auto-approve')).toContain('with a replacement, set create_before_destroy');
  expect(rulesAtService()).toEqual([`allow ${OFFICE}`]);
  await workspace.configure({ ...two, ...moved({ lifecycle: { create_before_destroy: true } }), ...restriction() });
  await workspace.apply();
  expect(rulesAtService()).toEqual([`allow ${OFFICE}`]);
});

testInCi('after an import must_admit is null, and one update in place sets it without a write', async () => {
  await deploy();
  for (const [address, id] of [
    [SET, policyId()],
    [RESTRICTION, String(emulator.objects('ip_restriction')[0]?.['id'])],
  ] as const) {
    await workspace.ok('state', 'rm', address);
    await workspace.ok('import', '-no-color', address, id);
    expect((await workspace.attributes(address))?.['must_admit']).toBeNull();
  }
  expect(await workspace.changes()).toEqual({ [SET]: 'update', [RESTRICTION]: 'update' });
  expect(await writesOfApply()).toEqual([]);
  expect(await workspace.changes()).toEqual({});
});

testInCi('drift that shuts an address out is a warning in the plan, and the same apply repairs it', async () => {
  await deploy();
  await service.request('POST', rule.path, { ip_policy_id: policyId(), cidr: '203.0.113.9/32', action: 'deny' });
  const plan = (await workspace.ok('plan', '-no-color', '-out=plan.bin')).replaceAll(/[\s│]+/g, ' ');
  expect(plan).toMatch(
    /Warning: Required addresses were denied at the last refresh .*type 'api' would deny 203\.0\.113\.9\/32 of 203\.0\.113\.0\/24, because the rule deny 203\.0\.113\.9\/32 \(ipr_\w+\) matches/,
  );
  await workspace.applyPlanned();
  expect(rulesAtService()).toEqual([`allow ${OFFICE}`]);
  expect(await workspace.ok('plan', '-no-color')).not.toContain('Warning');
});
