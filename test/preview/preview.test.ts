/** `netingress preview` from the account to the report, with the real Terraform and an emulator that plays the account. */

import type { PreviewReport } from '../../src/preview/report';
import { expression } from '../support/expression';
import { appForEach, readStack } from '../support/preview/app';

const app = appForEach();

const networks = {
  resource: {
    netingress_ip_policy: { offices: { description: 'Offices' } },
    netingress_ip_policy_rule: {
      berlin: {
        ip_policy_id: expression('netingress_ip_policy.offices.id'),
        cidr: '203.0.113.0/24',
        action: 'allow',
        description: 'Berlin',
      },
    },
  },
  output: { policy: { value: expression('netingress_ip_policy.offices.id') } },
};

const access = () => ({
  data: { terraform_remote_state: { networks: readStack(app, 'networks') } },
  resource: {
    netingress_ip_restriction: {
      dashboard: {
        type: 'dashboard',
        enforced: true,
        ip_policy_ids: [expression('data.terraform_remote_state.networks.outputs.policy')],
      },
    },
  },
});

test('two stacks that were never deployed are applied in order, with a line for each phase, and the report says who is shut out', async () => {
  await app.synthesize({ access: access(), networks });
  const { stdout, stderr } = await app.preview('--json', '--address', '192.0.2.1');
  const report = JSON.parse(stdout) as PreviewReport;
  const [first, second] = ['stack 1 of 2 (networks)', 'stack 2 of 2 (access)'];
  const secondPlans = [`${first}: second plan`, `${second}: second plan`];
  const lines = stderr.trimEnd().split('\n');
  expect(lines.filter((line) => !secondPlans.includes(line))).toEqual([
    'copying 2 stacks and their states',
    `${first}: plan`,
    `${first}: apply to the copy`,
    `reading the account at ${app.url}`,
    `${second}: plan`,
    `${second}: apply to the copy`,
    'comparing the accounts before and after',
    expect.stringMatching(/^Read the account with \d+ requests; /),
  ]);
  expect(lines).toEqual(expect.arrayContaining(secondPlans));
  expect(report).toMatchObject({
    result: 'applies',
    stacks: [
      { name: 'networks', status: 'applied' },
      { name: 'access', status: 'applied' },
    ],
    access: [
      {
        type: 'dashboard',
        before: 'absent',
        after: 'enforced',
        newly_admitted: { networks: [] },
        named_addresses: [{ address: '192.0.2.1', change: 'shut_out' }],
      },
    ],
    never_settles: [],
  });
  expect(report.objects.map(({ action, kind, path }) => [action, kind, path])).toEqual([
    ['create', 'ip_policy', 'networks/offices'],
    ['create', 'ip_policy_rule', 'networks/berlin'],
    ['create', 'ip_restriction', 'access/dashboard'],
  ]);
  expect(app.emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a rule made in the dashboard that admits everybody is named beside the equal access, and a planned one in the danger', async () => {
  await app.synthesize({ access: access(), networks });
  await app.deploy('networks');
  await app.deploy('access');
  const offices = app.emulator.objects('ip_policy').find(({ description }) => description === 'Offices');
  const open = { ip_policy_id: String(offices?.['id']), cidr: '0.0.0.0/0', action: 'allow', description: 'Test' };
  await app.create('/ip_policy_rules', open);
  const rules = networks.resource.netingress_ip_policy_rule;
  const withRule = (cidr: string) => ({
    ...networks,
    resource: {
      ...networks.resource,
      netingress_ip_policy_rule: { ...rules, lisbon: { ...rules.berlin, cidr, description: 'Lisbon' } },
    },
  });
  await app.synthesize({ access: access(), networks: withRule('198.51.100.0/24') });
  expect((await app.preview()).stdout).toContain(
    "the dashboard: the access is equal, and every IPv4 address gets in: allow 0.0.0.0/0 'Test' of 'Offices'\n",
  );
  await app.synthesize({ access: access(), networks: withRule('::/0') });
  expect((await app.report()).dangers).toMatchObject([
    {
      type: 'policy_admits_all',
      causes: [{ rule: "allow ::/0 'Lisbon' of 'Offices' (new)", stack: 'networks', path: 'networks/lisbon' }],
    },
  ]);
});
