/** Whom drift lets in and shuts out: the states against an account that was changed by hand. */

import { readAccount } from '../../src/account/read-account';
import type { DriftedAccess, DriftedPart } from '../../src/drift/access/drifted-access';
import type { Drift } from '../../src/drift/report/report';
import { formatGrant } from '../../src/model/grants/grant';
import type { AccountInventory, StateResource } from '../../src/model/inventory';
import { getKind } from '../../src/model/kinds';
import type { JsonObject } from '../../src/values/json';
import { FORMATS, formatDrift } from '../support/drift/format-drift';
import { createDeployedAccount, type DeployedAccount } from '../support/drift/inventory';
import { stateResource } from '../support/state-resource';

const OFFICE = '203.0.113.0/24';
const HQ = '198.51.100.0/24';
const EQUAL: DriftedAccess = { restrictions: [], endpoints: [], not_known: [] };

let deployed: DeployedAccount;
let policy: string;
let restriction: string;

/** An enforced restriction of the dashboard with one policy that admits the office. */
async function deployDashboard(rules: Readonly<Record<string, string>> = { [OFFICE]: 'allow' }): Promise<void> {
  deployed = await createDeployedAccount();
  policy = await idOf(deployed.deploy('netingress_ip_policy', 'office', { description: 'Offices' }));
  for (const [n, [cidr, action]] of Object.entries(rules).entries())
    await deployed.deploy('netingress_ip_policy_rule', `r${n}`, { ip_policy_id: policy, cidr, action });
  const enforced = { type: 'dashboard', enforced: true, ip_policy_ids: [policy], must_admit: [] };
  restriction = await idOf(deployed.deploy('netingress_ip_restriction', 'dashboard', enforced));
}

const idOf = async (resource: Promise<StateResource>): Promise<string> => String((await resource).values['id']);

const findRule = (name: string): string =>
  String(deployed.stateResources.find((each) => each.name === name)?.values['id']);

async function addRule(cidr: string, more: JsonObject = {}): Promise<string> {
  const rule = { ip_policy_id: policy, cidr, action: 'allow', ...more };
  return String((await deployed.changeDirectly('POST', '/ip_policy_rules', rule))['id']);
}

const addPolicy = async (description?: string): Promise<string> =>
  String((await deployed.changeDirectly('POST', '/ip_policies', { description }))['id']);

/** What a part says, without the numbers. */
function brief({ newly_admitted: admitted, newly_shut_out: shutOut, ...part }: DriftedPart) {
  const list = ({ networks, possible, witness, findings, causes }: typeof admitted) => ({
    findings,
    networks: networks.map(({ cidr }) => cidr),
    possible: possible.networks,
    witness,
    causes,
  });
  return { ...part, admitted: list(admitted), shutOut: list(shutOut) };
}

const NOTHING = { findings: [], networks: [], possible: [], witness: null, causes: [] };

function briefOf({ report }: Drift) {
  const { restrictions, endpoints } = report.access;
  return [...restrictions, ...endpoints].map(brief);
}

/** Level and message of each finding, and the warnings of the run. */
async function readSarif(drift: Drift) {
  type Messages = readonly { readonly level: string; readonly message: { readonly text: string } }[];
  const { runs } = JSON.parse(await formatDrift(drift, 'sarif')) as {
    runs: [{ results: Messages; invocations: [{ toolExecutionNotifications: Messages }] }];
  };
  const [{ results, invocations }] = runs;
  const notified = invocations[0].toolExecutionNotifications.filter(({ level }) => level === 'warning');
  const warnings = notified.map(({ message }) => message.text);
  return { results: results.map(({ level, message }) => [level, message.text]), warnings };
}

const withFailure = (account: AccountInventory, kinds: readonly string[]): AccountInventory => ({
  kinds: account.kinds.map((listing) =>
    kinds.includes(listing.kind)
      ? { ...listing, objects: [], failure: { reason: 'forbidden', message: 'The service refused the key.' } }
      : listing,
  ),
});

afterEach(() => deployed.close());

describe('a restriction', () => {
  beforeEach(() => deployDashboard());

  test('with an unmanaged rule 0.0.0.0/0 admits every other IPv4 address, which every format says with a witness and the rule', async () => {
    const rule = await addRule('0.0.0.0/0');
    const drift = await deployed.drift();
    const [finding] = drift.report.findings;
    const because = `unmanaged IP policy rule ${rule}: allow 0.0.0.0/0 of 'Offices'`;
    const admitted = { witness: '198.51.100.1', causes: [because], findings: [finding?.fingerprint] };
    expect(drift.report.access).toMatchObject({ endpoints: [], not_known: [] });
    expect(briefOf(drift)).toMatchObject([{ type: 'dashboard', after: 'enforced', admitted, shutOut: NOTHING }]);
    const count = '4,294,967,040 IPv4 addresses';
    expect((await formatDrift(drift, 'text')).split('\n').slice(0, 5)).toEqual([
      'Access, compared with the states',
      '  the dashboard (enforced)',
      `    newly admitted: ${count}, every IPv4 address except ${OFFICE}`,
      '      for example: 198.51.100.1',
      `      by ${because}`,
    ]);
    for (const format of ['markdown', 'html'] as const) {
      const shown = (await formatDrift(drift, format)).replaceAll('\\', '').replaceAll('&#39;', "'");
      for (const part of ['for example: 198.51.100.1', because]) expect(shown).toContain(part);
    }
    const said = `no state. Newly admits ${count} to the dashboard, for example 198.51.100.1. Adopt`;
    expect((await readSarif(drift)).results).toEqual([['error', expect.stringMatching(`${rule}: .*${said}`)]]);
  });

  const by = (cause: unknown, ...networks: readonly string[]) => ({
    causes: [cause],
    ...(networks.length > 0 && { networks }),
  });
  const RULE = 'netingress_ip_policy_rule.r0';
  const MISSING = 'missing netingress_ip_restriction.dashboard: the restriction is destroyed';
  const CREATED = expect.stringMatching(/^unmanaged IP restriction .*: the restriction is created$/);

  test.each<[string, () => Promise<unknown>, object]>([
    [
      'a deleted rule',
      () => deployed.remove(findRule('r0')),
      {
        admitted: NOTHING,
        shutOut: { ...by(`missing ${RULE}: allow ${OFFICE} of 'Offices'`, OFFICE), witness: '203.0.113.0' },
      },
    ],
    [
      'a rule with another network',
      () => deployed.edit(findRule('r0'), { cidr: HQ }),
      {
        admitted: by(`changed ${RULE}: allow ${HQ} of 'Offices'`, HQ),
        shutOut: by(`changed ${RULE}: allow ${OFFICE} of 'Offices'`, OFFICE),
      },
    ],
    [
      'a restriction that is no longer enforced',
      () => deployed.edit(restriction, { enforced: false }),
      {
        ...{ before: 'enforced', after: 'not_enforced', shutOut: NOTHING },
        admitted: by('changed netingress_ip_restriction.dashboard: the restriction is no longer enforced'),
      },
    ],
    ['a deleted restriction', () => deployed.remove(restriction), { after: 'absent', admitted: by(MISSING) }],
    [
      'another policy of the restriction',
      async () => {
        const id = await addPolicy('Guests');
        await addRule(HQ, { ip_policy_id: id });
        await deployed.edit(restriction, { ip_policy_ids: [policy, id] });
      },
      { admitted: by(`changed netingress_ip_restriction.dashboard: allow ${HQ} of 'Guests'`, HQ), shutOut: NOTHING },
    ],
    [
      'another restriction that was created by hand',
      () =>
        deployed.changeDirectly('POST', '/ip_restrictions', { type: 'api', enforced: true, ip_policy_ids: [policy] }),
      { type: 'api', before: 'absent', after: 'enforced', admitted: NOTHING, shutOut: by(CREATED) },
    ],
    [
      'a rule that was replaced by one with another action',
      async () => {
        await deployed.remove(findRule('r0'));
        await addRule(OFFICE, { action: 'deny' });
      },
      { shutOut: { networks: [OFFICE] } },
    ],
    [
      'a policy that was deleted with its rules',
      async () => {
        await deployed.edit(restriction, { ip_policy_ids: [await addPolicy('Guests')] });
        await deployed.remove(policy);
      },
      { admitted: NOTHING, shutOut: { networks: [OFFICE] } },
    ],
  ])('with %s', async (_, change, expected) => {
    await change();
    expect(briefOf(await deployed.drift())).toMatchObject([{ type: 'dashboard', ...expected }]);
  });

  test('SARIF says of a finding what its rule does alone, or else how many addresses it admits with other findings', async () => {
    await addRule('203.0.113.128/25', { action: 'deny' });
    await addRule('192.0.2.0/24');
    await addRule(HQ);
    const { results } = await readSarif(await deployed.drift());
    const alone = 'Newly shuts out 128 IPv4 addresses of the dashboard, for example 203.0.113.128. Adopt';
    const together = 'With other findings newly admits 512 IPv4 addresses to the dashboard. Adopt';
    expect(results).toHaveLength(3);
    expect(results).toContainEqual(['warning', expect.stringMatching(`203.0.113.128/25" .* no state. ${alone}`)]);
    for (const cidr of ['192.0.2.0/24', HQ])
      expect(results).toContainEqual(['error', expect.stringMatching(`${cidr}" .* no state. ${together}`)]);
  });

  test('with many rules names three causes and counts the others, and rules of policies with one name by their ids', async () => {
    const id = await idOf(deployed.deploy('netingress_ip_policy', 'o2', { description: 'Offices' }));
    const enforced = { type: 'api', enforced: true, ip_policy_ids: [policy, id], must_admit: [] };
    await deployed.deploy('netingress_ip_restriction', 'api', enforced);
    const rules = [await addRule(HQ), await addRule(HQ, { ip_policy_id: id })];
    const api = briefOf(await deployed.drift()).find((part) => 'type' in part && part.type === 'api');
    const named = rules.map((rule) => expect.stringContaining(rule));
    expect(api?.admitted.causes).toHaveLength(rules.length);
    expect(api?.admitted.causes).toEqual(expect.arrayContaining(named));
    for (const n of [0, 1, 2]) await addRule(`192.0.2.${n}/32`);
    const text = await formatDrift(await deployed.drift(), 'text');
    expect(text).toMatch(/the dashboard[\s\S]*?\n( +by unmanaged .*\n){3} +and 1 more\n/);
  });

  test('with a rule that two resources declare differently is not decided', async () => {
    const [rule] = deployed.stateResources.filter(({ name }) => name === 'r0') as [StateResource];
    const resources = [
      ...deployed.stateResources,
      { ...rule, address: 'netingress_ip_policy_rule.again', values: { ...rule.values, cidr: '10.0.0.0/8' } },
    ];
    for (const stateResources of [resources, [...resources].reverse()]) {
      const drift = await deployed.drift({ stateResources });
      expect(briefOf(drift)).toMatchObject([{ admitted: { networks: [] }, shutOut: { networks: [] } }]);
      expect(await formatDrift(drift, 'text')).toContain(
        `NOT DECIDED: may newly admit 203.0.113.0 because two resources declare 'cidr' of the rule ${findRule('r0')} differently; at most 256 IPv4 addresses`,
      );
    }
  });

  test('with a rule that a set and a resource of its own declare differently is not decided', async () => {
    const values = { ip_policy_id: policy, rules: { [OFFICE]: { action: 'deny' } } };
    const set = stateResource('netingress_ip_policy_rules.set', values);
    const drift = await deployed.drift({ stateResources: [...deployed.stateResources, set] });
    expect(briefOf(drift)).toMatchObject([{ admitted: { networks: [], possible: [OFFICE] }, shutOut: NOTHING }]);
  });
});

describe('an exclusive set of rules', () => {
  beforeEach(async () => {
    await deployDashboard({});
    await deployed.deploy('netingress_ip_policy_rules', 'set', {
      ip_policy_id: policy,
      rules: { [OFFICE]: { action: 'allow' }, [HQ]: { action: 'allow' } },
    });
  });

  test('with an added and a removed rule, and one of another action', async () => {
    await deployed.remove(deployed.ruleOf(OFFICE));
    await deployed.remove(deployed.ruleOf(HQ));
    await addRule(HQ, { action: 'deny' });
    await addRule('192.0.2.0/24');
    const causes = ["changed netingress_ip_policy_rules.set: allow 192.0.2.0/24 of 'Offices'"];
    expect(briefOf(await deployed.drift())).toMatchObject([
      { admitted: { networks: ['192.0.2.0/24'], causes }, shutOut: { networks: [HQ, OFFICE] } },
    ]);
  });

  test('with a removed rule that an ignore rule accepts and an added one: only the added one is a difference', async () => {
    await deployed.remove(deployed.ruleOf(OFFICE));
    await addRule('192.0.2.0/24');
    const ignore = [{ kind: 'ip_policy_rules', field: `rules["${OFFICE}"]`, reason: 'known' }];
    expect(briefOf(await deployed.drift({ ignore }))).toMatchObject([
      { admitted: { networks: ['192.0.2.0/24'] }, shutOut: NOTHING },
    ]);
  });

  test('keeps a live grant on both sides', async () => {
    const now = Date.parse('2030-01-01T00:00:00Z');
    const metadata = formatGrant({ until: '2030-01-01T01:00:00Z', by: 'ana', reason: 'debug', ticket: null });
    await addRule('192.0.2.7/32', { metadata });
    const { report } = await deployed.drift({ now });
    expect([report.derived.length, report.access]).toEqual([1, EQUAL]);
  });
});

describe('no access changes, and the report says nothing about it,', () => {
  beforeEach(() => deployDashboard({ [OFFICE]: 'allow', [HQ]: 'deny' }));

  test.each<[string, () => Promise<unknown>]>([
    ['with another description', () => deployed.edit(findRule('r0'), { description: 'x' })],
    ['with a rule for addresses that are admitted anyway', () => addRule('203.0.113.7/32')],
    ['with a rule for addresses that another rule denies', () => addRule('198.51.100.7/32')],
    ['with an unused policy', async () => addRule('0.0.0.0/0', { ip_policy_id: await addPolicy() })],
  ])('%s', async (_, change) => {
    await change();
    const drift = await deployed.drift();
    expect([drift.report.result, drift.report.access]).toEqual(['differences', EQUAL]);
    for (const format of FORMATS.filter((each) => each !== 'json'))
      expect(await formatDrift(drift, format)).not.toMatch(/Access, compared|newly|not known/);
  });

  test('and the engine is not loaded, without a finding that may decide about it', async () => {
    await deployed.edit(policy, { description: 'x' });
    await deployed.changeDirectly('POST', getKind('tunnel_credential').path, {});
    const engine = '../../src/drift/access/deferred-access';
    jest.doMock(engine, () => {
      throw new Error('loaded');
    });
    try {
      expect((await deployed.drift()).report.counts).toMatchObject({ changed: 1, unmanaged: 1 });
      await addRule('0.0.0.0/0');
      await expect(deployed.drift()).rejects.toThrow('loaded');
    } finally {
      jest.dontMock(engine);
    }
  });
});

describe('what was not read is not known', () => {
  beforeEach(() => deployDashboard());

  test.each([['ip_policy_rule'], ['ip_restriction'], ['ip_policy', 'ip_policy_rule', 'ip_restriction']])(
    'with unread lists: %s',
    async (...kinds) => {
      const account = withFailure(await readAccount(deployed.client), kinds);
      const drift = await deployed.drift({ account, lookups: [] });
      const dashboard = briefOf(drift).find((part) => 'type' in part && part.type === 'dashboard');
      const none = { networks: [], findings: [] };
      expect(dashboard).toMatchObject({ admitted: none, shutOut: none });
      const possible = [...(dashboard?.admitted.possible ?? []), ...(dashboard?.shutOut.possible ?? [])];
      expect(possible.length).toBeGreaterThan(0);
      const undecided =
        /NOT DECIDED: may newly .* because the list of ip_(policy_rule|policy|restriction) objects could not be read/;
      expect(await formatDrift(drift, 'text')).toMatch(undecided);
      expect((await readSarif(drift)).warnings).toContainEqual(expect.stringMatching(undecided));
    },
  );

  test('with an object that could not be read alone', async () => {
    const account = await readAccount(deployed.client);
    const id = findRule('r0');
    const kinds = account.kinds.map((list) => ({ ...list, objects: list.objects.filter((each) => each.id !== id) }));
    const failure = { reason: 'server_error', message: 'The service failed.' } as const;
    const drift = await deployed.drift({ account: { kinds }, lookups: [{ kind: 'ip_policy_rule', id, failure }] });
    expect(briefOf(drift)).toMatchObject([
      { admitted: { networks: [] }, shutOut: { networks: [], possible: [OFFICE] } },
    ]);
  });

  test('with an account that may be another one', async () => {
    for (const n of [1, 2, 3]) await addRule(`198.51.100.${n}/32`);
    const other = [1, 2, 3].map((n) =>
      stateResource(`netingress_ip_policy.p${n}`, { id: `ipp_${String(n).repeat(27)}` }),
    );
    const lookups = other.map(({ values }) => ({ kind: 'ip_policy', id: String(values['id']) }));
    const { report } = await deployed.drift({ stateResources: other, lookups });
    expect(report.access).toEqual({ ...EQUAL, not_known: ['the account may not be the one of the states'] });
  });
});

test('networks that a state marks as sensitive are not shown, and their number is', async () => {
  await deployDashboard();
  const stateResources = deployed.stateResources.map((each) =>
    each.name === 'r0' ? { ...each, sensitive: { cidr: true } } : { ...each, sensitive: { description: true } },
  );
  await addRule('0.0.0.0/0');
  const drift = await deployed.drift({ stateResources });
  expect(briefOf(drift)).toMatchObject([{ admitted: { networks: ['(sensitive value)'], witness: null } }]);
  expect(await formatDrift(drift, 'text')).toMatch(/^ +by unmanaged IP policy rule ipr_\w+$/m);
  for (const format of FORMATS) {
    const text = await formatDrift(drift, format);
    expect(text).not.toMatch(/203\.0\.113|Offices/);
    if (format !== 'json') expect(text).toContain('4,294,967,040 IPv4 addresses');
  }
});

describe('an endpoint', () => {
  const respond = { type: 'custom-response', config: { status_code: 200, body: 'ok' } };
  const policyOf = (...actions: object[]) => JSON.stringify({ on_http_request: [{ actions: [...actions, respond] }] });
  const restrictedTo = (ipPolicy: string) => policyOf({ type: 'restrict-ips', config: { ip_policies: [ipPolicy] } });
  const url = 'https://app.example.com';
  let endpoint: string;

  beforeEach(async () => {
    deployed = await createDeployedAccount('ngrok');
    for (const name of ['app', 'admin'])
      await deployed.deploy('netingress_domain', name, { domain: `${name}.example.com` });
    policy = await idOf(deployed.deploy('netingress_ip_policy', 'office', { description: 'Offices' }));
    await deployed.deploy('netingress_ip_policy_rule', 'r0', { ip_policy_id: policy, cidr: OFFICE, action: 'allow' });
    endpoint = await idOf(
      deployed.deploy('netingress_cloud_endpoint', 'app', { url, traffic_policy: restrictedTo(policy) }),
    );
  });

  test('whose traffic policy was emptied newly admits addresses, by this change only', async () => {
    await deployed.edit(endpoint, { traffic_policy: policyOf() });
    await addRule(HQ, { ip_policy_id: await addPolicy() });
    const drift = await deployed.drift();
    const changed = drift.report.findings.filter(({ kind }) => kind === 'cloud_endpoint');
    const findings = changed.map(({ fingerprint }) => fingerprint);
    const witness = expect.stringContaining('198.51.100.1');
    expect(briefOf(drift)).toMatchObject([{ url, admitted: { witness, findings } }]);
    const text = await formatDrift(drift, 'text');
    expect(text).toContain(`  ${url} (online)\n`);
    expect(text.match(/ by changed .*/g)).toEqual([' by changed netingress_cloud_endpoint.app']);
  });

  test('of a list that was not read may be new, also if no state has one', async () => {
    const account = withFailure(await readAccount(deployed.client), ['cloud_endpoint']);
    expect(briefOf(await deployed.drift({ account, lookups: [] }))).toMatchObject([
      { url, before: 'served', after: 'not_known', admitted: { networks: [] }, shutOut: { networks: [] } },
    ]);
    const stateResources = deployed.stateResources.filter(({ type }) => type !== 'netingress_cloud_endpoint');
    const drift = await deployed.drift({ account, stateResources, lookups: [] });
    expect([drift.report.findings, drift.report.access.not_known]).toEqual([
      [],
      [expect.stringContaining('whether another endpoint newly admits an address is not known')],
    ]);
    expect(await formatDrift(drift, 'text')).toMatch(
      /^ {2}not known: the list of cloud_endpoint objects could not be read/m,
    );
  });

  test('that several findings touch names them without saying which one admits', async () => {
    const [deny, allow] = [await addRule('203.0.113.128/25', { action: 'deny' }), await addRule(HQ)];
    const drift = await deployed.drift();
    const find = (id: string) => drift.report.findings.find((finding) => finding.id === id)?.fingerprint;
    const touched = [
      `unmanaged IP policy rule ${allow}: allow 198.51.100.0/24 of 'Offices'`,
      `unmanaged IP policy rule ${deny}: deny 203.0.113.128/25 of 'Offices'`,
    ];
    const admitted = { networks: [HQ], causes: [], findings: [find(allow)] };
    const shutOut = { networks: ['203.0.113.128/25'], causes: [], findings: [find(deny)] };
    expect(briefOf(drift)).toMatchObject([{ admitted, shutOut, touched_by: expect.arrayContaining(touched) }]);
    const text = await formatDrift(drift, 'text');
    for (const each of touched) expect(text).toContain(`\n    touched by ${each}\n`);
    const { results } = await readSarif(drift);
    expect(results).toContainEqual(['error', expect.stringContaining(`Touches ${url}, which newly admits 256 IPv4`)]);
    expect(results).toContainEqual(['warning', expect.stringContaining(`Touches ${url}, which newly shuts out 128`)]);
  });

  test('of which an ignore rule accepts a part is not decided: the part is not new', async () => {
    const other = String((await deployed.deploy('netingress_ip_policy', 'other', {})).values['id']);
    await deployed.deploy('netingress_ip_policy_rule', 'other', { ip_policy_id: other, cidr: HQ, action: 'allow' });
    const actions = [{ type: 'restrict-ips', config: { ip_policies: [policy, other] } }, respond];
    await deployed.edit(endpoint, { traffic_policy: JSON.stringify({ on_http_request: [{ name: 'x', actions }] }) });
    const field = 'traffic_policy.on_http_request[0].actions[0].config.ip_policies[1]';
    const drift = await deployed.drift({ ignore: [{ kind: 'cloud_endpoint', field, reason: 'known' }] });
    expect([drift.report.ignored.length, briefOf(drift)]).toMatchObject([1, [{ admitted: { networks: [] } }]]);
    expect(await formatDrift(drift, 'text')).toMatch(/NOT DECIDED: .* because an ignore rule accepts a part of/);
  });

  test('whose URL a state marks as sensitive is not named', async () => {
    await addRule('0.0.0.0/0');
    const stateResources = deployed.stateResources.map((each) =>
      each.type === 'netingress_cloud_endpoint' ? { ...each, sensitive: { url: true } } : each,
    );
    const drift = await deployed.drift({ stateResources });
    expect(briefOf(drift)).toMatchObject([{ url: '(sensitive value)' }]);
    for (const format of FORMATS) {
      const text = await formatDrift(drift, format);
      expect(text).not.toContain(url);
      if (format !== 'json') expect(text).toContain('an endpoint with a sensitive URL');
    }
  });

  test('with a Kubernetes binding is not judged', async () => {
    const config = { url: 'http://svc.ns', bindings: ['kubernetes'], traffic_policy: restrictedTo(policy) };
    const bound = await idOf(deployed.deploy('netingress_cloud_endpoint', 'k', config));
    expect((await deployed.drift()).report.access).toEqual(EQUAL);
    await deployed.edit(bound, { traffic_policy: policyOf() });
    const drift = await deployed.drift();
    const why = 'the access to http://svc.ns by its Kubernetes binding, which is not judged';
    expect(drift.report.access).toEqual({ ...EQUAL, not_known: [why] });
    expect((await readSarif(drift)).warnings).toEqual([`access not known: ${why}`]);
  });

  test('that names a deleted IP policy of no state: what it admitted is not known', async () => {
    const other = await addPolicy();
    await addRule(HQ, { ip_policy_id: other });
    const config = { url: 'https://admin.example.com', traffic_policy: restrictedTo(other) };
    await deployed.deploy('netingress_cloud_endpoint', 'admin', config);
    await deployed.remove(other);
    const drift = await deployed.drift();
    expect(drift.report.findings).toMatchObject([{ type: 'missing', kind: 'ip_policy', address: null }]);
    const shutOut = { networks: [], possible: ['0.0.0.0/0', '::/0'] };
    expect(briefOf(drift)).toMatchObject([{ url: config.url, admitted: NOTHING, shutOut }]);
    expect(await formatDrift(drift, 'text')).toContain(`    touched by missing IP policy ${other}`);
  });
});
