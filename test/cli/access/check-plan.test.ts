/** `netingress access check` with a synthesized app and with plans that the real Terraform made. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator } from '../../../src/emulator';
import { type RanInProcess, runInProcess } from '../../support/cli/run-in-process';
import { expression } from '../../support/expression';
import { API_KEY, createApp, type PreviewApp } from '../../support/preview/app';

let app: PreviewApp;

/** A new app and account for the tests of a part. */
function useApp(prepare: () => Promise<void> = async () => undefined): void {
  beforeAll(async () => {
    app = await createApp();
    await prepare();
  });
  afterAll(() => app.remove());
}

const check = (args: readonly string[], url = app.url): Promise<RanInProcess> =>
  runInProcess(['access', 'check', ...args], {
    cwd: app.folder,
    env: { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: API_KEY },
  });

const policyId = (name: string): string => expression(`netingress_ip_policy.${name}.id`);
const rule = (policy: string, cidr: string, action = 'allow') => ({ ip_policy_id: policy, cidr, action });

/** An enforced restriction of the API, and a policy that nothing uses. */
const base = {
  netingress_ip_policy: { offices: { description: 'Offices' }, guests: { description: 'Guests' } },
  netingress_ip_policy_rule: {
    berlin: rule(policyId('offices'), '203.0.113.0/24'),
    guests: rule(policyId('guests'), '198.51.100.0/24'),
  },
  netingress_ip_restriction: {
    api: {
      type: 'api',
      enforced: true,
      ip_policy_ids: [policyId('offices')],
      depends_on: ['netingress_ip_policy_rule.berlin'],
    },
  },
};

async function planOf(resource: object, settings: object = {}): Promise<string> {
  await app.synthesize({ all: { provider: { netingress: [settings] }, resource: resource as never } as never });
  return app.plan('all');
}

describe('a plan of a deployed app', () => {
  useApp(async () => {
    await app.synthesize({ all: { resource: base as never } });
    await app.deploy('all');
  });

  test('a plan that opens a restriction fails the gate for new access, and one that changes nothing passes', async () => {
    const same = await check(['--plan', await planOf(base), '--no-new-access', '--must-deny', '8.8.8.8']);
    expect([same.status, same.stdout]).toEqual([0, expect.stringContaining('passed --no-new-access')]);
    const rules = { ...base.netingress_ip_policy_rule, all: rule(policyId('offices'), '0.0.0.0/0') };
    const file = await planOf({ ...base, netingress_ip_policy_rule: rules });
    const opened = await check(['8.8.8.8', '--plan', file, '--no-new-access', '--must-deny', '8.8.8.8']);
    expect(opened.status).toBe(2);
    expect(opened.stdout).toContain('the API newly admits 4,294,967,040 IPv4 addresses');
    expect(opened.stdout).toContain('FAILED --no-new-access');
    expect(opened.stdout).toContain('FAILED --must-deny 8.8.8.8/32');
    expect(opened.stdout).toContain('8.8.8.8 is admitted by the API.');
  });

  test('a plan of another account leaves the gate undecided', async () => {
    const rules = { ...base.netingress_ip_policy_rule, all: rule(policyId('offices'), '0.0.0.0/0') };
    const file = await planOf({ ...base, netingress_ip_policy_rule: rules });
    const other = createEmulator({ apiKeys: [API_KEY] });
    const { url } = await other.listen();
    try {
      const { status, stdout } = await check(['--plan', file, '--no-new-access'], url);
      expect(status).toBe(3);
      expect(stdout).toContain('no object of the plan is in the account');
      expect(stdout).toContain('NOT DECIDED --no-new-access');
    } finally {
      await other.close();
    }
  });

  test('a gate is not decided by a plan whose planning failed', async () => {
    const rules = { ...base.netingress_ip_policy_rule, all: rule(policyId('offices'), '0.0.0.0/0') };
    const file = await planOf({ ...base, netingress_ip_policy_rule: rules });
    const path = join(app.folder, file);
    const plan = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...plan, errored: true }));
    const open = ['8.8.8.8', '--must-deny', '8.8.8.8', '--no-new-access'];
    const { status, stdout } = await check([...open, '--plan', file]);
    expect([status, stdout]).toEqual([3, expect.not.stringContaining('FAILED')]);
    expect(stdout).toContain('NOT DECIDED --must-deny 8.8.8.8/32: Planning failed');
  });

  test.each([
    ['must_admit', { must_admit: ['198.51.100.7'] }, 'is refused by its must_admit: it would deny 198.51.100.7'],
    ['that it admits no address', { ip_policy_ids: [policyId('empty')] }, 'would admit no address'],
  ])('a restriction that is refused in every order, because of %s, is refused once', async (_, change, reason) => {
    const policies = { ...base.netingress_ip_policy, empty: { description: 'Empty' } };
    const api = { ...base.netingress_ip_restriction.api, ...change };
    const refusing = { ...base, netingress_ip_policy: policies, netingress_ip_restriction: { api } };
    const file = await planOf(refusing);
    const { status, stdout } = await check(['--plan', file, '--must-admit', '203.0.113.7', '--json']);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      refusals: [expect.stringContaining(reason)],
      undecided: [],
      gates: [{ result: 'not_decided', message: 'The plan would be refused.' }],
    });
    expect((await app.terraform('all', 'apply', 'plan.bin')).status).toBe(1);
    await planOf(base);
    expect((await app.terraform('all', 'apply', 'plan.bin')).status).toBe(0);
  });

  test('a named policy is judged after the apply, and a plan without changes says so', async () => {
    const same = await planOf(base);
    const named = await check(['--plan', same, '--policy', 'Guests', '--must-deny', '198.51.100.0/24']);
    expect([named.status, named.stdout]).toEqual([2, expect.stringContaining('FAILED --must-deny 198.51.100.0/24')]);
    const silent = await check(['--plan', same]);
    expect([silent.status, silent.stdout]).toEqual([0, expect.stringContaining('The plan changes no access.')]);
    const rules = { ...base.netingress_ip_policy_rule, guests: rule(policyId('guests'), '192.0.2.0/24') };
    const narrowed = await planOf({ ...base, netingress_ip_policy_rule: rules });
    const after = await check(['--plan', narrowed, '--policy', 'Guests', '--must-deny', '198.51.100.0/24']);
    expect([after.status, after.stdout]).toEqual([0, expect.stringContaining('passed --must-deny 198.51.100.0/24')]);
  });

  test('a plan that removes the last restriction says that every address is admitted', async () => {
    const { netingress_ip_restriction: _, ...others } = base;
    const { status, stdout } = await check(['8.8.8.8', '--plan', await planOf(others)]);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('No IP restriction exists, so every address may use'),
    ]);
  });

  test.each<[string, (change: Record<string, unknown>) => void]>([
    ['after', (change) => delete change['after']],
    ['the value after an update', (change) => Object.assign(change, { actions: ['update'], after: null })],
    ['actions', (change) => delete change['actions']],
    ['what is unknown', (change) => delete change['after_unknown']],
  ])('a plan of which %s is missing cannot be read', async (_, edit) => {
    const file = join(app.folder, await planOf(base));
    const plan = JSON.parse(await readFile(file, 'utf8')) as {
      resource_changes: { change: Record<string, unknown> }[];
    };
    edit(plan.resource_changes[0]?.change ?? {});
    await writeFile(file, JSON.stringify(plan));
    const { status, stderr } = await check(['--plan', file, '--no-new-access']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('Cannot read the plan')]);
  });
});

interface StoppedPlan {
  readonly title: string;
  readonly resource: object;
  /** Whether the rule depends on a data source that Terraform reads during the apply. */
  readonly isReadLater?: boolean;
  /** Whether the service certainly refuses a restriction: then nothing of the plan is decided. With a refused rule other gates stay decided. */
  readonly isRefused?: boolean;
  /** The exit status of `access check`. */
  readonly status: number;
}

/** The apply stops half-way where the service refuses a write, and what waits for it is not written. */
describe('a plan that may stop half-way', () => {
  const PARTNER = '192.0.2.0/24';
  const domain = { d: { domain: 'taken.example.com' } };
  const withPartner = (more: object, others: object = {}): object => ({
    ...base,
    netingress_ip_policy_rule: {
      ...base.netingress_ip_policy_rule,
      partner: { ...rule(policyId('offices'), PARTNER), ...more },
    },
    ...others,
  });
  const missing = { type: 'dashboard', enforced: true, ip_policy_ids: ['ipp_2w8QTlUYZS3QFCs0FqC9Ujpd2rh'] };

  useApp(async () => {
    await app.synthesize({ all: { resource: base as never } });
    await app.deploy('all');
    await app.create('/reserved_domains', { domain: 'taken.example.com' });
  });

  test.each<StoppedPlan>([
    { title: 'a rule that waits for nothing', resource: withPartner({}, { netingress_domain: domain }), status: 0 },
    {
      title: 'a rule that waits for a domain',
      resource: withPartner({ depends_on: ['netingress_domain.d'] }, { netingress_domain: domain }),
      status: 3,
    },
    {
      title: 'a rule that waits through another one',
      resource: withPartner(
        { depends_on: ['netingress_ip_policy.wait'] },
        {
          netingress_domain: domain,
          netingress_ip_policy: {
            ...base.netingress_ip_policy,
            wait: { description: 'Wait', depends_on: ['netingress_domain.d'] },
          },
        },
      ),
      status: 3,
    },
    {
      title: 'a rule that waits for a restriction of a policy that does not exist',
      resource: withPartner(
        { depends_on: ['netingress_ip_restriction.missing'] },
        { netingress_ip_restriction: { ...base.netingress_ip_restriction, missing } },
      ),
      isRefused: true,
      status: 2,
    },
    {
      title: 'a rule whose condition is evaluated during the apply',
      resource: withPartner(
        {
          lifecycle: {
            precondition: [{ condition: expression('var.x != netingress_ip_policy.new.id'), error_message: 'No.' }],
          },
        },
        { netingress_ip_policy: { ...base.netingress_ip_policy, new: { description: 'New' } } },
      ),
      status: 3,
    },
    {
      title: 'a rule that waits for a data source',
      resource: withPartner({ depends_on: ['data.netingress_ip_policy.later'] }),
      isReadLater: true,
      status: 3,
    },
    {
      title: 'a rule of a policy that does not exist',
      resource: withPartner({ ip_policy_id: 'ipp_2w8QTlUYZS3QFCs0FqC9Ujpd2rh' }),
      status: 2,
    },
  ])('$title', async ({ resource, isReadLater = false, isRefused = false, status: expected }) => {
    const later = { netingress_ip_policy: { later: { id: policyId('new') } } };
    const created = { ...base.netingress_ip_policy, new: { description: 'New' } };
    await app.synthesize({
      all: {
        variable: { x: { default: 'x' } },
        ...(isReadLater && { data: later }),
        resource: (isReadLater ? { ...resource, netingress_ip_policy: created } : resource) as never,
      } as never,
    });
    const file = await app.plan('all');
    const { status, stdout } = await check(['--plan', file, '--must-admit', PARTNER]);
    expect([status, stdout]).toEqual([expected, expect.any(String)]);
    // The message names the write at which the apply may stop, and not also each write that waits for it.
    if (expected === 3) expect(stdout).toMatch(/^(?!.*may stop before).*may stop at/s);
    // What no write of the plan touches stays decided, unless the whole plan is surely refused.
    const others = await check([
      '--plan',
      file,
      '--restriction',
      'api',
      '--must-admit',
      '203.0.113.0/24',
      '--must-deny',
      '8.8.8.8',
    ]);
    const result = isRefused ? 'NOT DECIDED' : 'passed';
    expect(others.stdout).toContain(`${result} --must-admit 203.0.113.0/24`);
    expect(others.stdout).toContain(`${result} --must-deny 8.8.8.8/32`);
  });
});

/** A plan that has read no object of the account, so that only `account_object` shows that it is a plan for this account. */
describe('a first plan', () => {
  const fresh = { netingress_ip_policy: { fresh: { description: 'Fresh' } } };

  useApp(async () => {
    await app.synthesize({ all: { resource: fresh as never } });
    expect((await app.terraform('all', 'init', '-input=false')).status).toBe(0);
    const { id } = await app.create('/ip_policies', { description: 'Offices' });
    await app.create('/ip_policy_rules', { ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' });
    await app.create('/ip_restrictions', { type: 'api', enforced: true, ip_policy_ids: [id] });
  });

  test('is decided if the account has the literal account_object, which may be of any type', async () => {
    const { id } = await app.create('/reserved_domains', { domain: 'app.example.com' });
    const without = await check(['--plan', await planOf(fresh), '--must-deny', '8.8.8.8']);
    expect([without.status, without.stdout]).toEqual([
      3,
      expect.stringContaining('no object of the plan is in the account'),
    ]);
    const bound = await check(['--plan', await planOf(fresh, { account_object: id }), '--must-deny', '8.8.8.8']);
    expect([bound.status, bound.stdout]).toEqual([0, expect.stringContaining('passed --must-deny 8.8.8.8/32')]);
  });

  test('is not decided if the account has lost the object, or may not be asked for it', async () => {
    const { id } = await app.create('/reserved_domains', { domain: 'lost.example.com' });
    const file = await planOf(fresh, { account_object: id });
    app.emulator.faults.add({ match: { operation: 'domain.get' }, do: { status: 403 }, times: 1 });
    const unread = await check(['--plan', file, '--must-deny', '8.8.8.8']);
    expect([unread.status, unread.stdout]).toEqual([
      3,
      expect.stringContaining(`whether the account has ${id} of account_object is not known`),
    ]);
    await fetch(`${app.url}/reserved_domains/${id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${API_KEY}` },
    });
    const gone = await check(['--plan', file, '--must-deny', '8.8.8.8']);
    expect([gone.status, gone.stdout]).toEqual([3, expect.stringContaining(`${id} of the plan is not in the account`)]);
  });
});

describe('without a deployment', () => {
  useApp();

  test('the policies of a synthesized app decide, and a variable leaves the answer undecided', async () => {
    const rules = {
      ...base.netingress_ip_policy_rule,
      later: rule(policyId('guests'), expression('var.office')),
      never: rule(policyId('guests'), '192.0.2.0/24', 'deny'),
    };
    await app.synthesize({
      all: {
        variable: { office: { type: 'string' } },
        resource: { ...base, netingress_ip_policy_rule: rules } as never,
      },
    });
    const known = await check(['203.0.113.7', '--policy', 'offices', '--app', 'cdktf.out']);
    expect([known.status, known.stdout]).toEqual([0, expect.stringContaining('203.0.113.7 is admitted')]);
    const open = await check(['203.0.113.7', '--policy', 'Guests', '--app', 'cdktf.out']);
    expect([open.status, open.stdout]).toEqual([3, expect.stringContaining('var.office')]);
    const denied = await check(['192.0.2.7', '--policy', 'all/guests', '--app', 'cdktf.out']);
    expect([denied.status, denied.stdout]).toEqual([0, expect.stringContaining('192.0.2.7 is denied')]);
  });

  test('values of Terraform in the policy of an endpoint are named as Terraform has them, and leave it open whom it admits', async () => {
    const url = 'https://app.internal';
    const restrict = { allow: ['0.0.0.0/0'], deny: [expression('var.office')] };
    const actions = [
      { type: 'restrict-ips', config: restrict },
      { type: 'custom-response', config: { body: 'x' } },
    ];
    const endpoint = { url, traffic_policy: JSON.stringify({ on_http_request: [{ actions }] }) };
    await app.synthesize({
      all: {
        variable: { office: { type: 'string' } },
        provider: { netingress: [{ profile: 'ngrok' }] },
        resource: { netingress_cloud_endpoint: { app: endpoint } },
      } as never,
    });
    const { status, stdout, stderr } = await runInProcess(
      ['access', 'check', '203.0.113.7', '--endpoint', `${url}/`, '--app', 'cdktf.out'],
      {
        cwd: app.folder,
        env: { NETINGRESS_BASE_URL: app.url, NETINGRESS_API_KEY: API_KEY, NETINGRESS_PROFILE: 'ngrok' },
      },
    );
    expect([status, stdout]).toEqual([3, expect.stringContaining('var.office')]);
    expect(stdout + stderr).not.toMatch(/\p{Co}/u);
  });

  test.each([
    [['--app', 'cdktf.out', '--plan', 'plan.json'], 'cannot be used with option'],
    [['8.8.8.8', '--no-new-access'], 'give --plan'],
    [['8.8.8.8', '--policy', 'offices', '--app', 'nowhere'], 'No synthesized configuration found in nowhere'],
    [['--plan', 'nowhere.json'], 'Cannot read the plan'],
  ])('%j is an error', async (args, message) => {
    const { status, stderr } = await check(args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});
