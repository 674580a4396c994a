/** `netingress access check` with a synthesized app and with plans that the real Terraform made. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator } from '../../../src/emulator';
import type { PlanJson } from '../../../src/terraform/plan-json';
import { type RanInProcess, runInProcess, withError, withOutput } from '../../support/cli/run-in-process';
import { expression } from '../../support/expression';
import { API_KEY, appForAll } from '../../support/preview/app';
import { testInCi } from '../../support/requirements';

const app = appForAll();

const check = (args: readonly string[], more: Record<string, string> = {}): Promise<RanInProcess> =>
  runInProcess(['access', 'check', ...args], {
    cwd: app.folder,
    env: { NETINGRESS_BASE_URL: app.url, NETINGRESS_API_KEY: API_KEY, ...more },
  });

const policyId = (name: string): string => expression(`netingress_ip_policy.${name}.id`);
const rule = (policy: string, cidr: string, more: object = {}) => ({
  ...{ ip_policy_id: policy, cidr, action: 'allow' },
  ...more,
});

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

/** The base with more objects, or with other values of an object. */
const baseWith = (more: Readonly<Record<string, object>>): object => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(more).map(([type, objects]) => [type, { ...base[type as keyof typeof base], ...objects }]),
  ),
});

/** Lets the real Terraform plan these resources, and keeps the plan as JSON in that file. */
async function plan(file: string, resource: object, blocks: object = {}): Promise<void> {
  await app.synthesize({ all: { ...blocks, resource } as never });
  await rename(join(app.folder, await app.plan('all')), join(app.folder, file));
}

async function edit(file: string, change: (plan: PlanJson) => object): Promise<string> {
  const read = JSON.parse(await readFile(join(app.folder, file), 'utf8')) as PlanJson;
  await writeFile(join(app.folder, 'edited.json'), JSON.stringify(change(read)));
  return 'edited.json';
}

describe('a first plan, which has read no object of the account', () => {
  // Only `account_object` shows that it is a plan for this account.
  const UNBOUND = 'first.json';
  const boundTo = (id: string): Promise<string> =>
    edit(UNBOUND, (planned) => {
      const { provider_config: { netingress } = {} } = planned.configuration ?? {};
      const bound = { ...netingress, expressions: { account_object: { constant_value: id } } };
      return { ...planned, configuration: { ...planned.configuration, provider_config: { netingress: bound } } };
    });

  beforeAll(() => plan(UNBOUND, { netingress_ip_policy: { fresh: { description: 'Fresh' } } }));
  afterEach(() => app.emulator.reset());

  test('is decided if the account has the literal account_object, which may be of another type than the objects of the plan', async () => {
    const { id } = await app.create('/reserved_domains', { domain: 'app.example.com' });
    const policy = await app.create('/ip_policies', { description: 'Offices' });
    await app.create('/ip_policy_rules', rule(policy.id, '203.0.113.0/24'));
    await app.create('/ip_restrictions', { type: 'api', enforced: true, ip_policy_ids: [policy.id] });
    expect(await check(['--plan', UNBOUND, '--must-deny', '8.8.8.8'])).toEqual(
      withOutput(3, 'no object of the plan is in the account'),
    );
    expect(await check(['--plan', await boundTo(id), '--must-deny', '8.8.8.8'])).toEqual(
      withOutput(0, 'passed --must-deny 8.8.8.8/32'),
    );
  });

  test('is not decided if the account has lost the object, or may not be asked for it', async () => {
    const { id } = await app.create('/reserved_domains', { domain: 'lost.example.com' });
    const file = await boundTo(id);
    app.emulator.faults.add({ match: { operation: 'domain.get' }, do: { status: 403 }, times: 1 });
    expect(await check(['--plan', file, '--must-deny', '8.8.8.8'])).toEqual(
      withOutput(3, `whether the account has ${id} of account_object is not known`),
    );
    await app.emulator.reset();
    expect(await check(['--plan', file, '--must-deny', '8.8.8.8'])).toEqual(
      withOutput(3, `${id} of the plan is not in the account`),
    );
  });
});

describe('a plan of a deployed app', () => {
  const SAME = 'same.json';
  const OPENED = 'opened.json';

  beforeAll(async () => {
    await app.synthesize({ all: { resource: base as never } });
    await app.deploy('all');
    await app.create('/reserved_domains', { domain: 'taken.example.com' });
    await plan(SAME, base);
    await plan(OPENED, baseWith({ netingress_ip_policy_rule: { all: rule(policyId('offices'), '0.0.0.0/0') } }));
  });

  test('a plan that opens a restriction fails the gate for new access, and one that changes nothing passes', async () => {
    expect(await check(['--plan', SAME, '--no-new-access', '--must-deny', '8.8.8.8'])).toEqual(
      withOutput(0, 'passed --no-new-access'),
    );
    const opened = await check(['8.8.8.8', '--plan', OPENED, '--no-new-access', '--must-deny', '8.8.8.8']);
    expect(opened.status).toBe(2);
    const answers = ['the API newly admits 4,294,967,040 IPv4 addresses', '8.8.8.8 is admitted by the API.'];
    for (const text of ['FAILED --no-new-access', 'FAILED --must-deny 8.8.8.8/32', ...answers])
      expect(opened.stdout).toContain(text);
  });

  test('a plan of another account leaves the gate undecided', async () => {
    const other = createEmulator({ apiKeys: [API_KEY] });
    const { url } = await other.listen();
    try {
      const ended = await check(['--plan', OPENED, '--no-new-access'], { NETINGRESS_BASE_URL: url });
      expect(ended).toEqual(withOutput(3, 'no object of the plan is in the account'));
      expect(ended.stdout).toContain('NOT DECIDED --no-new-access');
    } finally {
      await other.close();
    }
  });

  test('a gate is not decided by a plan whose planning failed', async () => {
    const file = await edit(OPENED, (planned) => ({ ...planned, errored: true }));
    const open = ['8.8.8.8', '--must-deny', '8.8.8.8', '--no-new-access'];
    const { status, stdout } = await check([...open, '--plan', file]);
    expect([status, stdout]).toEqual([3, expect.not.stringContaining('FAILED')]);
    expect(stdout).toContain('NOT DECIDED --must-deny 8.8.8.8/32: Planning failed');
  });

  test('a named policy is judged after the apply, and a plan without changes says so', async () => {
    expect(await check(['--plan', SAME, '--policy', 'Guests', '--must-deny', '198.51.100.0/24'])).toEqual(
      withOutput(2, 'FAILED --must-deny 198.51.100.0/24'),
    );
    expect(await check(['--plan', SAME])).toEqual(withOutput(0, 'The plan changes no access.'));
  });

  testInCi('of a plan that removes the last restriction and the networks of a policy, both are judged', async () => {
    const { netingress_ip_restriction: _, ...others } = baseWith({
      netingress_ip_policy_rule: { guests: rule(policyId('guests'), '192.0.2.0/24') },
    }) as typeof base;
    await plan('removed.json', others);
    const policy = await check(['--plan', 'removed.json', '--policy', 'Guests', '--must-deny', '198.51.100.0/24']);
    expect([policy.status, policy.stdout]).toEqual([0, expect.stringContaining('passed --must-deny 198.51.100.0/24')]);
    const { status, stdout } = await check(['8.8.8.8', '--plan', 'removed.json']);
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
  ])('a plan of which %s is missing cannot be read', async (_, remove) => {
    const file = await edit(SAME, (planned) => {
      remove(planned.resource_changes?.[0]?.change as unknown as Record<string, unknown>);
      return planned;
    });
    expect(await check(['--plan', file, '--no-new-access'])).toEqual(withError(1, 'Cannot read the plan'));
  });

  /** The apply stops half-way where the service refuses a write, and what waits for it is not written. */
  describe('an apply that may stop half-way', () => {
    const MISSING = 'ipp_2w8QTlUYZS3QFCs0FqC9Ujpd2rh';
    const domain = { d: { domain: 'taken.example.com' } };
    const partner = (cidr: string, more: object) => rule(policyId('offices'), cidr, more);

    /** What no write of the plan touches stays decided, unless the service certainly refuses a restriction of the plan. */
    const checkOthers = async (file: string, result: 'passed' | 'NOT DECIDED'): Promise<void> => {
      const gates = ['--must-admit', '203.0.113.0/24', '--must-deny', '8.8.8.8'];
      const { stdout } = await check(['--plan', file, '--restriction', 'api', ...gates]);
      expect(stdout).toContain(`${result} --must-admit 203.0.113.0/24`);
      expect(stdout).toContain(`${result} --must-deny 8.8.8.8/32`);
    };

    testInCi(
      'a new rule decides if it waits for nothing, and not if it waits for a write at which the apply may stop; one of a policy that does not exist fails its gate',
      async () => {
        const isNew = expression('var.x != netingress_ip_policy.new.id');
        const waiting = {
          'for a domain': { depends_on: ['netingress_domain.d'] },
          'through a policy': { depends_on: ['netingress_ip_policy.wait'] },
          'for its condition': { lifecycle: { precondition: [{ condition: isNew, error_message: 'No.' }] } },
          'for a data source that is read during the apply': { depends_on: ['data.netingress_ip_policy.later'] },
        };
        const rules = Object.values(waiting).map((more, n) => [`w${n}`, partner(`192.0.2.${16 * n}/28`, more)]);
        const resource = baseWith({
          netingress_ip_policy: {
            new: { description: 'New' },
            wait: { description: 'Wait', depends_on: ['netingress_domain.d'] },
          },
          netingress_ip_policy_rule: {
            ...Object.fromEntries(rules),
            free: partner('192.0.2.128/28', {}),
            lost: rule(MISSING, '192.0.2.144/28'),
          },
          netingress_domain: domain,
        });
        const later = { netingress_ip_policy: { later: { id: policyId('new') } } };
        await plan('half-way.json', resource, { variable: { x: { default: 'x' } }, data: later });
        const admits = (cidr: string) => check(['--plan', 'half-way.json', '--must-admit', cidr]);
        for (const [n, waits] of Object.keys(waiting).entries()) {
          const { status, stdout } = await admits(`192.0.2.${16 * n}/28`);
          expect([waits, status, stdout]).toEqual([waits, 3, expect.stringContaining('NOT DECIDED --must-admit')]);
          // The message names the write at which the apply may stop, and not also each write that waits for it.
          expect(stdout).toMatch(/^(?!.*may stop before).*may stop at/s);
        }
        expect((await admits('192.0.2.128/28')).stdout).toContain('passed --must-admit 192.0.2.128/28');
        // That of a policy that does not exist.
        expect(await admits('192.0.2.144/28')).toMatchObject({ status: 2 });
        await checkOthers('half-way.json', 'passed');
      },
    );

    testInCi(
      'nothing is decided if a restriction is refused in every order, and each restriction is refused once',
      async () => {
        const refusing = baseWith({
          netingress_ip_policy: { empty: { description: 'Empty' } },
          netingress_ip_policy_rule: {
            waits: partner('192.0.2.0/24', { depends_on: ['netingress_ip_restriction.missing'] }),
          },
          netingress_ip_restriction: {
            api: { ...base.netingress_ip_restriction.api, must_admit: ['198.51.100.7'] },
            agent: { type: 'agent', enforced: true, ip_policy_ids: [policyId('empty')] },
            missing: { type: 'dashboard', enforced: true, ip_policy_ids: [MISSING] },
          },
        });
        await plan('refused.json', refusing);
        const { status, stdout } = await check(['--plan', 'refused.json', '--must-admit', '203.0.113.7', '--json']);
        expect(status).toBe(2);
        const report = JSON.parse(stdout);
        const gates = [{ result: 'not_decided', message: 'The plan would be refused.' }];
        expect(report).toMatchObject({ undecided: [], gates });
        expect([...report.refusals].sort()).toEqual([
          'netingress_ip_restriction.agent is refused, because it would admit no address',
          expect.stringContaining(
            'netingress_ip_restriction.api is refused by its must_admit: it would deny 198.51.100.7',
          ),
          'netingress_ip_restriction.missing is refused, because it would admit no address',
        ]);
        await checkOthers('refused.json', 'NOT DECIDED');
      },
    );
  });
});

describe('without a deployment', () => {
  test('the policies of a synthesized app decide, and a variable leaves the answer undecided', async () => {
    const rules = {
      ...base.netingress_ip_policy_rule,
      later: rule(policyId('guests'), expression('var.office')),
      never: rule(policyId('guests'), '192.0.2.0/24', { action: 'deny' }),
    };
    await app.synthesize({
      all: {
        variable: { office: { type: 'string' } },
        resource: { ...base, netingress_ip_policy_rule: rules } as never,
      },
    });
    expect(await check(['203.0.113.7', '--policy', 'offices', '--app', 'cdktf.out'])).toEqual(
      withOutput(0, '203.0.113.7 is admitted'),
    );
    const open = await check(['203.0.113.7', '--policy', 'Guests', '--app', 'cdktf.out']);
    expect([open.status, open.stdout]).toEqual([3, expect.stringContaining('var.office')]);
    expect(await check(['192.0.2.7', '--policy', 'all/guests', '--app', 'cdktf.out'])).toEqual(
      withOutput(0, '192.0.2.7 is denied'),
    );
  });

  test('values of Terraform in the policy of an endpoint are named as Terraform has them, and leave it open whom it admits', async () => {
    const url = 'https://app.internal';
    const actions = [
      { type: 'restrict-ips', config: { allow: ['0.0.0.0/0'], deny: [expression('var.office')] } },
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
    const ended = await check(['203.0.113.7', '--endpoint', `${url}/`, '--app', 'cdktf.out'], {
      NETINGRESS_PROFILE: 'ngrok',
    });
    expect(ended).toEqual(withOutput(3, 'var.office'));
  });

  test.each([
    [['--app', 'cdktf.out', '--plan', 'plan.json'], 'cannot be used with option'],
    [['8.8.8.8', '--no-new-access'], 'give --plan'],
    [['8.8.8.8', '--policy', 'offices', '--app', 'nowhere'], 'No synthesized configuration found in nowhere'],
    [['--plan', 'nowhere.json'], 'Cannot read the plan'],
  ])('%j is an error', async (args, message) => expect(await check(args)).toEqual(withError(1, message)));
});
