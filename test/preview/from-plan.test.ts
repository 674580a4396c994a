/** The access review of one plan, without an apply, and the options of the command that need no run of Terraform. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listLimitNames } from '../../src/emulator';
import { formatGrant } from '../../src/model/grants/grant';
import { getKind } from '../../src/model/kinds';
import type { PreviewReport } from '../../src/preview/report';
import { make } from '../adopt/seed';
import { createApp, expression, type PreviewApp } from '../support/preview/app';

let app: PreviewApp;
let office: string;
const policy = { ip_policy_id: expression('netingress_ip_policy.office.id') };
const deployed = {
  netingress_ip_policy: { office: { description: 'Office' } },
  netingress_ip_policy_rule: { berlin: { ...policy, cidr: '203.0.113.0/24', action: 'allow' } },
  netingress_ip_restriction: {
    api: { type: 'api', enforced: true, ip_policy_ids: [expression('netingress_ip_policy.office.id')] },
  },
};

beforeAll(async () => {
  app = await createApp();
  await app.synthesize({ all: { resource: deployed } });
  await app.deploy('all');
  office = String(app.emulator.objects('ip_policy')[0]?.['id']);
}, 300_000);
afterAll(() => app.remove());

/** Plans a configuration and reviews the plan. */
async function review(resource: object, ...options: string[]): Promise<PreviewReport> {
  await app.synthesize({ all: { resource: { ...resource } } });
  const plan = await app.terraform('all', 'plan', '-out=plan.bin');
  expect({ status: plan.status, stderr: plan.stderr }).toEqual({ status: 0, stderr: '' });
  const { stdout } = await app.terraform('all', 'show', '-json', 'plan.bin');
  await writeFile(join(app.folder, 'plan.json'), stdout);
  return app.report('--from-plan', 'plan.json', ...options);
}

test('a plan is reviewed by its consequences, and nothing is applied', async () => {
  const requests = app.emulator.requests().length;
  const report = await review({
    ...deployed,
    netingress_ip_policy_rule: { lisbon: { ...policy, cidr: '198.51.100.0/24', action: 'allow' } },
  });
  expect(report).toMatchObject({
    result: 'applies',
    exit_status: 0,
    refusals: [],
    stacks: [{ name: 'plan.json', status: 'applied' }],
    access: [
      {
        type: 'api',
        newly_admitted: { ipv4: '256', networks: [{ cidr: '198.51.100.0/24' }] },
        newly_shut_out: { ipv4: '256', networks: [{ cidr: '203.0.113.0/24' }] },
      },
    ],
  });
  expect(report.unknown[0]).toContain('a plan is reviewed and not applied');
  expect(report.objects.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'destroy netingress_ip_policy_rule.berlin',
    'create netingress_ip_policy_rule.lisbon',
  ]);
  expect(
    app.emulator
      .requests()
      .slice(requests)
      .filter(({ method }) => method !== 'GET'),
  ).toEqual([]);
}, 300_000);

const branch = {
  netingress_ip_policy: { ...deployed.netingress_ip_policy, branch: { description: 'Branch' } },
  netingress_ip_policy_rule: deployed.netingress_ip_policy_rule,
  netingress_ip_policy_rules: {
    branch: {
      ip_policy_id: expression('netingress_ip_policy.branch.id'),
      rules: { '192.0.2.0/24': { action: 'allow' }, '192.0.2.7': { action: 'deny' } },
    },
  },
};
const restrict = (...policies: readonly string[]) => ({
  netingress_ip_restriction: { api: { type: 'api', enforced: true, ip_policy_ids: policies } },
});

test('gates judge a plan, and a new policy with a rule set is followed by its references', async () => {
  const ids = ['office', 'branch'].map((name) => expression(`netingress_ip_policy.${name}.id`));
  const report = await review({ ...branch, ...restrict(...ids) }, '--max-new-addresses', '255', '--no-new-access');
  expect(report).toMatchObject({
    result: 'gate_failed',
    exit_status: 2,
    access: [{ newly_admitted: { ipv4: '255' }, newly_shut_out: { ipv4: '0' } }],
    gates: [
      { gate: '--no-new-access', passed: false, message: 'The API newly admits 255 IPv4 addresses.' },
      { gate: '--max-new-addresses 255', passed: true },
    ],
  });
}, 300_000);

test('the id of a policy as a literal beside a new policy is not known, so gates fail', async () => {
  const ids = [office, expression('netingress_ip_policy.branch.id')];
  const report = await review({ ...branch, ...restrict(...ids) }, '--no-new-access');
  expect(report).toMatchObject({ exit_status: 3, gates: [{ gate: '--no-new-access', passed: false }] });
  expect(report.incomplete.join(' ')).toContain('ip_policy_ids is known after the apply only');
}, 300_000);

test('a network that is known after the apply makes the review incomplete', async () => {
  const report = await review({
    ...deployed,
    terraform_data: { network: { input: '198.51.100.0/24' } },
    netingress_ip_policy_rule: {
      ...deployed.netingress_ip_policy_rule,
      later: { ...policy, cidr: expression('terraform_data.network.output'), action: 'allow' },
    },
  });
  expect(report).toMatchObject({ result: 'incomplete', exit_status: 3 });
  expect(report.incomplete.join(' ')).toContain('netingress_ip_policy_rule.later: cidr is known after the apply only');
}, 300_000);

test.each([
  ['an existing file that is not a plan', '{"values": {}}'],
  ['text that is not JSON', 'Plan: 1 to add'],
])('%s is an error that says what is expected', async (_, text) => {
  await writeFile(join(app.folder, 'other.json'), text);
  const { status, stdout, stderr } = await app.preview('--from-plan', 'other.json');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('expected the output of `terraform show -json PLAN`');
});

test('every limit of the emulator is accepted by its name, and another one names them all', async () => {
  const unknown = await app.preview('--limit', 'ip_policy_rule.per_planet=1', '--from-plan', 'other.json');
  expect(unknown.status).toBe(1);
  for (const name of listLimitNames()) {
    const { stderr } = await app.preview('--limit', `${name}=1`, '--from-plan', 'missing.json');
    expect({ name, stderr }).toEqual({ name, stderr: expect.stringContaining('missing.json') });
  }
  for (const value of ['ip_policy_rule.per_policy', 'ip_policy_rule.per_policy=-1', 'ip_policy_rule.per_policy=many']) {
    expect((await app.preview('--limit', value, '--from-plan', 'other.json')).status).toBe(1);
  }
});

test('recorded events of several files are judged by the plan', async () => {
  const event = (address: string): string =>
    `${JSON.stringify({
      event_id: 'ev_1',
      event_type: 'ip_policy_rule_updated.v0',
      event_timestamp: '2026-05-01T10:00:00Z',
      principal: { id: 'usr_1', subject: 'ci', source: 'API', client_ip: address, credential: { id: 'ak_1' } },
      object: { id: 'ipr_1' },
    })}\n`;
  await writeFile(join(app.folder, 'a.ndjson'), `${event('203.0.113.7')}not an event\n`);
  await writeFile(join(app.folder, 'b.ndjson'), event('198.51.100.7'));
  const rules = { lisbon: { ...policy, cidr: '198.51.100.0/24', action: 'allow' } };
  const report = await review(
    { ...deployed, netingress_ip_policy_rule: rules },
    '--events',
    'a.ndjson',
    '--events',
    'b.ndjson',
  );
  expect(report.backtest).toMatchObject({
    events: 2,
    skipped: 1,
    authors_shut_out: [{ type: 'api', subject: 'ci', address: '203.0.113.7' }],
  });
  const missing = await app.preview('--from-plan', 'plan.json', '--events', 'missing.ndjson');
  expect(missing.status).toBe(1);
  expect(missing.stderr).toContain('Cannot read the events from missing.ndjson');
}, 300_000);

test('the rules of live grants stay when a rule set changes or is destroyed', async () => {
  const { netingress_ip_policy_rule: _, ...withoutRules } = deployed;
  const set = (...networks: string[]) => ({
    ...withoutRules,
    netingress_ip_policy_rules: {
      all: { ...policy, rules: Object.fromEntries(networks.map((cidr) => [cidr, { action: 'allow' }])) },
    },
  });
  // In one apply, Terraform would create the set while it deletes the single rule, which is refused if the rule exists.
  for (const resource of [withoutRules, set('203.0.113.0/24')]) {
    await app.synthesize({ all: { resource } });
    await app.deploy('all');
  }
  const grant = { until: '2099-01-01T00:00:00Z', by: 'ana', reason: 'r', ticket: null };
  const rule = { ip_policy_id: office, cidr: '192.0.2.7/32', action: 'allow', metadata: formatGrant(grant) };
  await make(app.emulator, getKind('ip_policy_rule'), rule);
  for (const resource of [set('198.51.100.0/24'), withoutRules]) {
    const { access } = await review(resource);
    expect(access[0]?.newly_shut_out.networks.map(({ cidr }) => cidr)).toEqual(['203.0.113.0/24']);
    expect(access[0]?.admits_after).toContain('192.0.2.7/32');
  }
});
