/** Refusals that `terraform plan` passes, each predicted with its construct, its code and the request to the copy. */
import type { JsonObject } from '../../src/model/json';
import { campaignSize } from '../fuzz';
import { createApp, expression, type PreviewApp } from '../support/preview/app';

const EXTRA = ['203.0.113.0/24', '198.51.100.0/24', '192.0.2.0/24', '2001:db8::/32', '203.0.113.7/32', '10.0.0.0/8'];

interface Planted {
  readonly name: string;
  readonly code: string;
  /** Resources to add to the deployed configuration, or undefined to remove the last one. */
  readonly add: (index: number) => Record<string, Record<string, JsonObject>>;
  readonly path: (index: number) => string;
  readonly options?: readonly string[];
}

const policy = { ip_policy_id: expression('netingress_ip_policy.office.id') };
const PLANTED: readonly Planted[] = [
  {
    name: 'duplicate network',
    code: 'ERR_1408',
    add: (index) => ({
      netingress_ip_policy_rule: { [`n${index}`]: { ...policy, cidr: EXTRA[index] ?? '', action: 'deny' } },
    }),
    path: (index) => `all/n${index}`,
  },
  {
    name: 'restriction that exists',
    code: 'ERR_1802',
    add: (index) => ({
      netingress_ip_restriction: {
        [`r${index}`]: {
          type: ['dashboard', 'api', 'agent', 'endpoints'][index % 4] ?? '',
          ip_policy_ids: [expression('netingress_ip_policy.office.id')],
        },
      },
    }),
    path: (index) => `all/r${index}`,
  },
  {
    name: 'domain that is taken',
    code: 'ERR_413',
    add: (index) => ({ netingress_domain: { [`d${index}`]: { domain: `taken${index}.example.com` } } }),
    path: (index) => `all/d${index}`,
  },
  {
    name: 'agent ingress that is taken',
    code: 'ERR_6706',
    add: (index) => ({ netingress_agent_ingress: { [`a${index}`]: { domain: `taken${index}.ingress.example.com` } } }),
    path: (index) => `all/a${index}`,
  },
  {
    name: 'limit of rules',
    code: 'ERR_1411',
    add: (index) => ({
      netingress_ip_policy_rule: { [`l${index}`]: { ...policy, cidr: `172.16.${index}.0/24`, action: 'allow' } },
    }),
    path: (index) => `all/l${index}`,
    options: ['--limit', `ip_policy_rule.per_policy=${EXTRA.length + 1}`],
  },
];

let app: PreviewApp;

const deployed = {
  netingress_ip_policy: { office: { description: 'Office' } },
  netingress_ip_policy_rule: { own: { ...policy, cidr: '100.64.0.0/10', action: 'allow' } },
};

beforeAll(async () => {
  app = await createApp();
  await app.synthesize({ all: { resource: deployed } });
  await app.deploy('all');
  const id = String(app.emulator.objects('ip_policy')[0]?.['id']);
  for (const cidr of EXTRA) await app.create('/ip_policy_rules', { ip_policy_id: id, cidr, action: 'allow' });
  for (const type of ['dashboard', 'api', 'agent', 'endpoints']) {
    await app.create('/ip_restrictions', { type, ip_policy_ids: [id] });
  }
  for (let index = 0; index < 6; index++) {
    await app.create('/reserved_domains', { domain: `taken${index}.example.com` });
    await app.create('/agent_ingresses', { domain: `taken${index}.ingress.example.com` });
  }
}, 120_000);
afterAll(() => app.remove());

const rounds = PLANTED.flatMap((planted) => [...Array(6).keys()].map((index) => ({ planted, index })));

test(`${campaignSize(3, 10, 30)} planted refusals are predicted`, async () => {
  for (const { planted, index } of rounds.filter((_, at) => at % campaignSize(12, 3, 1) === 0)) {
    const added = planted.add(index);
    const resource: Record<string, JsonObject> = { ...deployed };
    for (const [type, objects] of Object.entries(added)) resource[type] = { ...resource[type], ...objects };
    await app.synthesize({ all: { resource } });
    const report = await app.report(...(planted.options ?? []));
    expect({ planted: planted.name, ...report }).toMatchObject({
      planted: planted.name,
      exit_status: 2,
      refusals: [{ path: planted.path(index), by: 'service', code: planted.code, stack: 'all' }],
    });
    expect(report.refusals[0]?.request).toMatch(/^op_[0-9A-Za-z]{27}$/);
  }
}, 600_000);
