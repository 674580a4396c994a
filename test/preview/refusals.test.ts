/** The emulator refuses with the codes that test/conformance expects of a service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESTRICTION_TYPES } from '../../src/access/restriction';
import type { JsonObject } from '../../src/values/json';
import { type AllKinds, merged } from '../support/acceptance/all-kinds';
import { expression } from '../support/expression';
import { createApp, type PreviewApp } from '../support/preview/app';
import { testInCi } from '../support/requirements';

interface Planted {
  /** Also the name of the construct. */
  readonly name: string;
  /** Null for a limit to which the specification gives no code. */
  readonly code: string | null;
  readonly type: string;
  readonly values: JsonObject;
}

jest.setTimeout(600_000);
let app: PreviewApp;
afterEach(() => (app as PreviewApp | undefined)?.remove());

/** An id that no object has. */
const missing = (prefix: string): string => `${prefix}_${'2'.repeat(27)}`;
const fixture = (name: string): string => readFileSync(join(__dirname, '../fixtures', name), 'utf8');

/** Networks that the policy has in the account, and the notations that the configuration uses. */
const NETWORKS = [
  ['203.0.113.7/32', '203.0.113.7'],
  ['2001:db8::/32', '2001:DB8::/32'],
] as const;

const office = { ip_policy_id: expression('netingress_ip_policy.office.id') };
const full = { ip_policy_id: expression('netingress_ip_policy.full.id') };
const object = (name: string, code: string | null, kind: string, values: JsonObject): Planted => {
  return { name, code, type: `netingress_${kind}`, values };
};
const rule = (name: string, code: string, values: JsonObject): Planted =>
  object(name, code, 'ip_policy_rule', { action: 'allow', ...values });

const PLANTED: readonly Planted[] = [
  ...NETWORKS.map(([, cidr], index) => rule(`network${index}`, 'ERR_1408', { ...office, cidr })),
  rule('limit4', 'ERR_1411', { ...full, cidr: '172.16.0.0/24' }),
  rule('limit6', 'ERR_1411', { ...full, cidr: '2001:db8:2::/48', action: 'deny' }),
  rule('no-policy', 'ERR_1414', { ip_policy_id: missing('ipp'), cidr: '172.17.0.0/24' }),
  ...RESTRICTION_TYPES.map((type) =>
    object(`restriction-${type}`, 'ERR_1802', 'ip_restriction', { type, ip_policy_ids: [office.ip_policy_id] }),
  ),
  object('domain', 'ERR_413', 'domain', { domain: 'TAKEN.example.com' }),
  object('authority-limit', null, 'certificate_authority', { ca_pem: fixture('ca-1.pem') }),
];

const LIMITS = [`ip_policy_rule.per_policy=${NETWORKS.length + 1}`, 'certificate_authority.per_account=0'].flatMap(
  (limit) => ['--limit', limit],
);

test('planted refusals of duplicates in any notation, limits and references are predicted, each with its construct, code and request', async () => {
  app = await createApp({ profile: 'spec' });
  const deployed = { netingress_ip_policy: { office: { description: 'Office' }, full: { description: 'Full' } } };
  await app.synthesize({ all: { resource: deployed } });
  await app.deploy('all');
  const [officeId, fullId] = ['Office', 'Full'].map((name) =>
    String(app.emulator.objects('ip_policy').find(({ description }) => description === name)?.['id']),
  ) as [string, string];
  for (const [cidr] of NETWORKS)
    for (const id of [officeId, fullId])
      await app.create('/ip_policy_rules', { ip_policy_id: id, cidr, action: 'allow' });
  await app.create('/ip_policy_rules', { ip_policy_id: fullId, cidr: '192.0.2.0/24', action: 'allow' });
  for (const type of RESTRICTION_TYPES) await app.create('/ip_restrictions', { type, ip_policy_ids: [officeId] });
  await app.create('/reserved_domains', { domain: 'taken.example.com' });
  const planted = PLANTED.map(({ type, name, values }) => ({ [type]: { [name]: values } }));
  await app.synthesize({ all: { resource: merged(deployed, ...planted) } });
  const report = await app.report(...LIMITS);
  expect(report).toMatchObject({ result: 'refused', exit_status: 2 });
  expect(report.refusals.map(({ path, code, by }) => `${path} ${code} ${by}`).sort()).toEqual(
    PLANTED.map(({ name, code }) => `all/${name} ${code} service`).sort(),
  );
  for (const { request } of report.refusals) expect(request).toMatch(/^op_[0-9A-Za-z]{27}$/);
  expect(new Set(report.refusals.map(({ request }) => request)).size).toBe(PLANTED.length);
  // Without a code it may be a duplicate or a limit, so the remedy is for both.
  for (const { remedies } of report.refusals.filter(({ code }) => code === null))
    expect(remedies).toEqual([expect.stringContaining('If it names a limit')]);
  // Preview knows the address of each resource, so that its commands can be copied.
  expect(report.refusals.filter(({ remedies }) => remedies.some((each) => each.includes('ADDRESS')))).toEqual([]);
});

/** A list of networks, and a restriction of the type that uses it. */
function declare(type: string, list: string, label: string): AllKinds {
  const ip_policy_id = expression(`netingress_ip_policy.${list}.id`);
  const values = { type, enforced: true, ip_policy_ids: [ip_policy_id] };
  return {
    netingress_ip_policy: { [list]: { description: list } },
    netingress_ip_policy_rules: { [list]: { ip_policy_id, rules: { '203.0.113.0/24': { action: 'allow' } } } },
    netingress_ip_restriction: { [label]: { ...values, depends_on: [`netingress_ip_policy_rules.${list}`] } },
  };
}

test('the access that a refused apply leaves is reported as such, and passes no gate; the deployment leaves the same', async () => {
  const resources = (cidr: string, mustAdmit: string): AllKinds => {
    const declared = declare('dashboard', 'offices', 'dashboard');
    const rules = { '203.0.113.0/24': { action: 'allow' }, [cidr]: { action: 'allow' } };
    const offices = { ...declared['netingress_ip_policy_rules']?.['offices'], rules };
    const dashboard = { ...declared['netingress_ip_restriction']?.['dashboard'], must_admit: [mustAdmit] };
    return { ...declared, netingress_ip_policy_rules: { offices }, netingress_ip_restriction: { dashboard } };
  };
  app = await createApp({ profile: 'spec' });
  await app.synthesize({ all: { resource: resources('198.51.100.0/24', '203.0.113.200') } });
  await app.deploy('all');
  await app.synthesize({ all: { resource: resources('198.51.100.0/25', '192.0.2.1') } });
  const gates = ['--must-admit', '198.51.100.200', '--must-admit', '203.0.113.0/24'];
  const { stdout, status } = await app.preview(...gates, '--address', '198.51.100.200');
  expect(status).toBe(2);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('Would be refused: 1 error.');
  expect(stdout).toMatch(/^Would be refused$.*^Gates$.*^Access$/ms);
  // The case that is shown fails a gate, and proves none.
  expect(stdout).toMatch(/^ +FAILED --must-admit 198\.51\.100\.200/m);
  expect(stdout).toMatch(/^ +NOT DECIDED --must-admit 203\.0\.113\.0\/24: The change would be refused\.$/m);
  const access = stdout.slice(stdout.search(/^Access$/m)).split('\n');
  expect(access.slice(1, 3)).toEqual([
    expect.stringContaining('after the refused apply, which keeps what it wrote before, the account may be left so'),
    expect.stringContaining('the dashboard (enforced)'),
  ]);
  expect(access.join('\n')).toContain('198.51.100.128/25');
  expect(access.join('\n')).toContain('the address 198.51.100.200 of --address is newly SHUT OUT');
  await expect(app.deploy('all')).rejects.toThrow('Required addresses would be denied');
  const networks = app.emulator.objects('ip_policy_rule').map(({ cidr }) => cidr);
  expect(networks.sort()).toEqual(['198.51.100.0/25', '203.0.113.0/24']);
});

/** Deploys the resources before, and previews those after. */
async function refusalsOf(before: AllKinds, after: AllKinds) {
  app = await createApp({ profile: 'spec' });
  await app.synthesize({ all: { resource: before } });
  await app.deploy('all');
  await app.synthesize({ all: { resource: after } });
  const { refusals } = await app.report();
  return refusals.map(({ remedies, ...others }) => ({ ...others, remedies: remedies.join('\n') }));
}

testInCi('remedies of a refused destroy, and of rules that stay, name resources by their addresses', async () => {
  const withPolicy = (policy: string): AllKinds => {
    const agent = { type: 'agent', ip_policy_ids: [expression(`netingress_ip_policy.${policy}.id`)] };
    return {
      netingress_ip_policy: { [policy]: { description: policy } },
      netingress_ip_restriction: { agent },
    };
  };
  const refusals = await refusalsOf(
    merged(withPolicy('before'), declare('api', 'old', 'api')),
    merged(withPolicy('after'), declare('api', 'new', 'api')),
  );
  const target = (restriction: string) =>
    expect.stringContaining(`run terraform apply -target=netingress_ip_restriction.${restriction}, and then`);
  expect(refusals).toMatchObject([
    { by: 'terraform', remedies: target('api') },
    { by: 'service', address: 'netingress_ip_policy.before', status: 409, remedies: target('agent') },
  ]);
  expect(refusals[0]?.remedies).toContain('created one IP policy rule of netingress_ip_policy.new.');
  for (const { remedies } of refusals) {
    expect(remedies).toContain('Run each with terraform -chdir=cdktf.out/stacks/all.');
    // An id would be that of an object that only the copy has.
    expect(remedies).not.toMatch(/\b[a-z]+_[0-9A-Za-z]{27}\b/);
  }
});

testInCi('the remedy of a restriction that is not created again names it by its address', async () => {
  const refusals = await refusalsOf(declare('api', 'list', 'api'), declare('api', 'list', 'renamed'));
  const remedy = 'run terraform untaint netingress_ip_restriction.api,';
  expect(refusals).toMatchObject([{ remedies: expect.stringContaining(remedy) }]);
});
