import {
  type AdoptionList,
  addCreator,
  buildAdoption,
  findMissing,
  parseList,
  printList,
  renderAdoption,
} from '../../src/adopt';
import { auditEventTypes } from '../../src/model/events/event-groups';
import { attributesFromResponse } from '../../src/model/from-response';
import type { AccountInventory, StateResource } from '../../src/model/inventory';
import { getKind } from '../../src/model/kinds';
import { fromStates } from '../../src/objects/from-states';
import type { JsonObject } from '../../src/values/json';
import { createInventory } from '../support/account';
import { stateResource } from '../support/state-resource';

const ksuid = (n: number): string => String(n).padStart(27, 'a');
const policyId = `ipp_${ksuid(1)}`;
const otherId = `ipp_${ksuid(2)}`;
const ruleIds = [`ipr_${ksuid(1)}`, `ipr_${ksuid(2)}`];

/** An account with these responses by kind, in this order. */
const read = (responses: Readonly<Record<string, readonly JsonObject[]>>): AccountInventory =>
  createInventory(
    Object.fromEntries(
      Object.entries(responses).map(([kind, all]) => [
        kind,
        all.map((each) => ({ id: String(each['id']), values: attributesFromResponse(getKind(kind).attributes, each) })),
      ]),
    ),
  );

const rule = (id: string | undefined, cidr: string): JsonObject => ({
  id: String(id),
  created_at: '2026-01-02T00:00:00Z',
  cidr,
  action: 'allow',
  ip_policy: { id: policyId, uri: '' },
});
const restriction = (enforced: boolean, ...ids: readonly string[]): JsonObject => ({
  ...{ id: `ipx_${ksuid(1)}`, created_at: '2026-01-03T00:00:00Z', type: 'api', enforced },
  ip_policies: ids.map((id) => ({ id })),
});
const account = read({
  ip_policy: [
    { id: otherId, created_at: '2026-01-09T00:00:00Z', description: 'class' },
    { id: policyId, created_at: '2026-01-01T00:00:00Z', description: 'Office' },
  ],
  ip_policy_rule: [rule(ruleIds[1], '10.1.0.0/16'), rule(ruleIds[0], '10.0.0.0/16')],
  ip_restriction: [restriction(false, policyId, otherId)],
});

/** A resource of the state `prod`. The id of a rule set is that of its policy. */
const inProd = (type: string, id: string): StateResource =>
  stateResource(`${type}.x`, { id, ip_policy_id: id }, { state: { file: 'prod' } });

const [OTHER, POLICY, RULES] = [`ip_policy ${otherId}`, `ip_policy ${policyId}`, `ip_policy_rules ${policyId}`];

describe('the object that binds the configuration to its account', () => {
  const object = (kind: string, n: number, createdAt: string): JsonObject => ({
    id: `${getKind(kind).idPrefix}_${ksuid(n)}`,
    created_at: createdAt,
  });
  const choose = (responses: Parameters<typeof read>[0], managed: readonly StateResource[] = []) =>
    buildAdoption({ account: read(responses), inState: fromStates(managed) }).accountObject;

  test('is the oldest domain, and without a domain the oldest policy', () => {
    const domains = [object('domain', 2, '2026-02-01T00:00:00Z'), object('domain', 1, '2026-01-01T00:00:00Z')];
    const policies = [object('ip_policy', 4, '2025-02-01T00:00:00Z'), object('ip_policy', 3, '2025-01-01T00:00:00Z')];
    expect(choose({ ip_policy: policies, domain: domains })).toBe(`rd_${ksuid(1)}`);
    expect(choose({ ip_policy: policies })).toBe(`ipp_${ksuid(3)}`);
  });

  test('is a credential only if nothing else is imported, because credentials are rotated', () => {
    const credentials = [object('tunnel_credential', 1, '2020-01-01T00:00:00Z')];
    const restrictions = [{ ...object('ip_restriction', 2, '2026-01-01T00:00:00Z'), type: 'api' }];
    expect(choose({ tunnel_credential: credentials, ip_restriction: restrictions })).toBe(`ipx_${ksuid(2)}`);
    expect(choose({ tunnel_credential: credentials })).toBe(`cr_${ksuid(1)}`);
  });

  test('is one that is imported, so none that a state manages, and none if nothing is imported', () => {
    const domains = [object('domain', 1, '2026-01-01T00:00:00Z')];
    expect(choose({ domain: domains }, [inProd('netingress_domain', `rd_${ksuid(1)}`)])).toBeUndefined();
    expect(choose({})).toBeUndefined();
  });
});

test.each<[string, StateResource[], string[]]>([
  ['nothing; the rules of a policy are one set', [], [OTHER, POLICY, RULES]],
  ['a policy', [inProd('netingress_ip_policy', policyId)], [OTHER, RULES]],
  ['a set of rules', [inProd('netingress_ip_policy_rules', policyId)], [OTHER, POLICY]],
  [
    'a single rule; the other rules cannot be a set',
    [inProd('netingress_ip_policy_rule', String(ruleIds[0]))],
    [OTHER, POLICY, `ip_policy_rule ${ruleIds[1]}`],
  ],
])('objects that a state manages are skipped: %s', (_, states, expected) => {
  const { sections } = buildAdoption({ account, inState: fromStates(states) });
  const declared = sections.flatMap(({ declarations }) => declarations.map((each) => `${each.type} ${each.importId}`));
  expect(declared).toEqual([...expected, `ip_restriction ipx_${ksuid(1)}`]);
});

test('a reference to a managed object is its id, with its address in a comment', () => {
  const inState = fromStates([inProd('netingress_ip_policy', policyId)]);
  const { sections } = buildAdoption({ account, inState });
  const items = [
    { type: 'literal', value: policyId },
    { type: 'reference', to: { type: 'ip_policy', name: 'class_aaaaa2' } },
  ];
  expect(sections.find(({ kind }) => kind === 'ip_restriction')?.declarations).toMatchObject([
    {
      externalIds: [policyId],
      remarks: [`${policyId} is netingress_ip_policy.x in prod`],
      body: [
        ['type', { type: 'literal', value: 'api' }],
        ['ip_policy_ids', { type: 'list', items }],
      ],
    },
  ]);
});

test('only objects created since the given time are adopted, with their creators in comments', () => {
  const event = (id: string, source: string): JsonObject => ({
    event_id: 'ev_1',
    event_type: 'ip_policy_created.v0',
    principal: { id: 'usr_1', subject: 'eve@example.com', source },
    object: { id },
  });
  const creators = new Map<string, string>();
  for (const each of [event(otherId, 'Dashboard'), { event_type: 'ip_policy_updated.v0' }, null])
    addCreator(creators, each);
  const adoption = buildAdoption({ account, inState: [], creators }, { since: Date.parse('2026-01-08T00:00:00Z') });
  expect([adoption.objects.map(({ id, createdBy }) => [id, createdBy]), adoption.older.length]).toEqual([
    [[otherId, 'eve@example.com in the dashboard']],
    3,
  ]);
  expect(adoption.sections[0]?.declarations[0]?.remarks).toEqual([
    'Created 2026-01-09T00:00:00Z by eve@example.com in the dashboard',
  ]);
});

test('a destination with a target of a later version is reported as unsupported, not as needing no configuration', () => {
  const destination = { id: 'ed_1', created_at: '', format: 'json', target: { carrier_pigeon: {} } };
  const { notAdoptable } = buildAdoption({ account: read({ event_destination: [destination] }), inState: [] });
  const reason = 'has a target that this version does not support';
  expect(notAdoptable).toEqual([{ kind: 'event_destination', id: 'ed_1', reason, why: 'unsupported' }]);
});

describe('the list', () => {
  const whole = buildAdoption({ account, inState: [] });
  const entry = { kind: 'ip_policy', id: policyId, name: 'headquarters' };
  const write = (...objects: readonly object[]): string => JSON.stringify({ version: 1, objects });
  const parse = (text: string): AdoptionList => {
    const list = parseList(text);
    if ('problems' in list) throw new Error(list.problems.join('\n'));
    return list;
  };

  test('adopts the same objects if unchanged', () => {
    expect(buildAdoption({ account, inState: [], list: parse(printList(whole)) }).sections).toEqual(whole.sections);
  });

  test.each([
    ['invalid JSON', '{', /not JSON/],
    ['another version', '{"version":2,"objects":[]}', /version/],
    ['an unknown kind', write({ ...entry, kind: 'policy' }), /objects\.0\.kind/],
    ['an invalid name', write({ ...entry, name: '1 a' }), /expected a letter/],
    ['an object twice', write(entry, { ...entry, name: 'b' }), /listed twice/],
    ['a name twice', write(entry, { ...entry, id: otherId }), /change one of the names/],
    ['an unknown member', write({ ...entry, nmae: 'x' }), /nmae/],
  ])('is rejected with %s', (_, text, message) => expect(() => parse(text)).toThrow(message));

  test('is read if the last line of the objects was deleted', () => {
    const lines = printList(whole).split('\n');
    lines.splice(lines.indexOf('  ],') - 1, 1);
    const ids = whole.objects.map(({ id }) => id);
    expect(parse(lines.join('\r\n')).objects.map(({ id }) => id)).toEqual(ids.slice(0, -1));
    expect(ids.length).toBeGreaterThan(1);
  });

  test('reports objects that are older than --since, and those that are not in the account', () => {
    const missing = (list: AdoptionList, options = {}) =>
      findMissing(list, buildAdoption({ account, inState: [], list }, options));
    expect(missing(parse(write(entry)), { since: Date.UTC(2030, 0) })).toEqual([
      `The ip_policy ${policyId} was created before --since; change --since, or remove its line.`,
    ]);
    expect(missing(parse(write({ ...entry, id: 'ipp_gone' })))).toEqual([
      expect.stringContaining('ipp_gone is not in the account'),
    ]);
  });
});

describe('the written code', () => {
  const options = { version: '0.1.0', providerAddress: 'p', dependencies: { runtime: {}, development: {} } };
  const render = (adopted: AccountInventory, format: 'ts' | 'hcl', list?: AdoptionList) => {
    const adoption = buildAdoption({ account: adopted, inState: [], ...(list && { list }) });
    return Object.fromEntries(renderAdoption(adoption, format, options).map(({ path, text }) => [path, text]));
  };
  const codeOf = (...of: Parameters<typeof render>) => Object.values(render(...of)).join('\n');
  const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const secretive = read({
    tls_certificate: [
      {
        ...{ id: `cert_${ksuid(3)}`, created_at: '', issued_at: null },
        ...{ certificate_pem: pem, subject_common_name: 'a.example.com' },
      },
    ],
  });

  test.each(['ts', 'hcl'] as const)('in %s has a variable for a secret, and lists it in the README', (format) => {
    expect(render(secretive, format)['README.md']).toContain('- [ ] `TF_VAR_a_example_com_aaaaa3_private_key_pem`');
    expect(codeOf(secretive, format)).toMatch(
      format === 'ts' ? /privateKeyPemWo: secret\(scope, '/ : /private_key_pem_wo = var\.a_example_com/,
    );
  });

  test.each(['ts', 'hcl'] as const)(
    'in %s has a README without must_admit, which the service does not know',
    (format) => expect(render(account, format)['README.md']).not.toContain('must_admit'),
  );

  test('in hcl has only the terraform and provider blocks in versions.tf', () => {
    const blocks = [...(render(account, 'hcl')['versions.tf'] ?? '').matchAll(/^(\w+)/gm)].map(([word]) => word);
    expect(blocks).toEqual(['terraform', 'provider']);
  });

  /**
   * The code of an account with a policy of these rules, a restriction of it, and a subscription to these events with a
   * destination.
   */
  function adoptPatterns(rules: readonly JsonObject[], types: readonly string[], format: 'ts' | 'hcl' = 'ts'): string {
    const destination = { id: `ed_${ksuid(5)}`, uri: '' };
    const target = { log_group: { log_group_rn: 'g', auth: { role: { role_rn: 'r' } } } };
    const sources = types.map((type) => ({ type, fields: [], filter: '' }));
    const adopted = read({
      ip_policy: [{ id: policyId, created_at: '', description: 'Office' }],
      ip_policy_rule: rules.map((each, n) => ({ ...rule(`ipr_${ksuid(n)}`, ''), ...each })),
      ip_restriction: [restriction(true, policyId)],
      event_destination: [{ ...destination, created_at: '', format: 'json', target }],
      event_subscription: [{ id: `esb_${ksuid(1)}`, created_at: '', destinations: [destination], sources }],
    });
    return codeOf(adopted, format);
  }

  const berlin = { cidr: '203.0.113.0/24', description: 'Berlin' };

  test('in ts has patterns in place of the resources that they declare', () => {
    const guests = { cidr: '203.0.113.64/26', action: 'deny', metadata: 'm', description: 'Guests' };
    const code = adoptPatterns([berlin, { cidr: '2001:db8::/32' }, guests], auditEventTypes(['access', 'events']));
    expect(code).toMatch(/new IpAllowList\(scope, 'office_\w+', \{\n {4}description: 'Office',/);
    expect(code).toContain(`{ name: 'Berlin', cidrs: ['203.0.113.0/24'] }`);
    expect(code).toContain(`'2001:db8::/32'`);
    expect(code).toContain(`deny: [{ name: 'Guests', cidrs: ['203.0.113.64/26'], metadata: 'm' }]`);
    expect(code).toMatch(/policies: \[ipPolicies\.office\w+\],\n {2}\}\)\.restriction\.importFrom\('ipx_/);
    expect(code).toMatch(/destinations: \[eventDestinations\.\w+\],\n/);
    expect(code).toContain(`eventGroups: ['access', 'events'],`);
    expect(code).not.toMatch(/new (IpPolicy|IpPolicyRules|IpRestriction|EventSubscription)\(/);
  });

  test.each<[string, readonly JsonObject[]]>([
    ['networks that a list merges', [{ cidr: '203.0.113.0/25' }, { cidr: '203.0.113.128/25' }]],
    ['deny rules only, which a list refuses', [{ ...berlin, action: 'deny' }]],
    ['deny rules that match all that is allowed', [{ cidr: '10.1.0.0/16' }, { cidr: '10.0.0.0/8', action: 'deny' }]],
    ['metadata without a name', [{ cidr: '203.0.113.0/24', metadata: 'm' }]],
  ])('in ts has resources for %s', (_, rules) => {
    const code = adoptPatterns(rules, auditEventTypes(['access']).slice(1));
    expect(code).not.toMatch(/new (IpAllowList|AccessRestriction|AuditTrail)\(/);
    expect(code).toContain('new IpPolicyRules(');
  });

  test.each([true, false])(
    'in ts has a resource for an enforced restriction whose policies deny every address together (enforced: %s)',
    (enforced) => {
      const of = (id: string, n: number, cidr: string, more = {}) => ({
        ...{ ...rule(`ipr_${ksuid(n)}`, cidr), ip_policy: { id, uri: '' }, ...more },
      });
      const deny = { action: 'deny' };
      const adopted = read({
        ip_policy: [policyId, otherId].map((id) => ({ id, created_at: '' })),
        ip_policy_rule: [
          of(policyId, 1, '10.1.0.0/16'),
          of(otherId, 2, '192.0.2.0/24'),
          of(otherId, 3, '10.0.0.0/8', deny),
          of(policyId, 4, '192.0.2.0/25', deny),
          of(policyId, 5, '192.0.2.128/25', { ...deny, description: 'Guests' }),
        ],
        ip_restriction: [restriction(enforced, policyId, otherId)],
      });
      const code = codeOf(adopted, 'ts');
      expect(code.match(/new IpAllowList\(/g)).toHaveLength(2);
      // A restriction that is not enforced only causes a warning.
      expect(code.includes('new AccessRestriction(')).toBe(!enforced);
      expect(code).toMatch(enforced ? /ipPolicyIds: \[\s*ipPolicies\.\w+\.id,/ : /policies: \[\s*ipPolicies\.\w+,/);
    },
  );

  test('in hcl creates what others name before it destroys what that replaces, and what names a policy after its rules', () => {
    const code = adoptPatterns([berlin], auditEventTypes(['access']), 'hcl');
    const created = [...code.matchAll(/^resource "netingress_(\w+)"[\s\S]*?^\}/gm)].map(
      ([text, type]) => [type, text.includes('\n\n  lifecycle {\n    create_before_destroy = true\n  }\n}')] as const,
    );
    expect(Object.fromEntries(created)).toEqual({
      ip_policy: true,
      ip_policy_rules: true,
      ip_restriction: false,
      event_destination: true,
      event_subscription: false,
    });
    expect(code).toMatch(/ip_policy_id = netingress_ip_policy\.office_\w+\.id\n/);
    expect(code).toMatch(/ip_policy_ids = \[netingress_ip_policy_rules\.office_\w+\.ip_policy_id\]\n/);
  });

  test.each(['ts', 'hcl'] as const)('in %s names a certificate policy that is left out in the README', (format) => {
    const domain = {
      id: `rd_${ksuid(1)}`,
      created_at: '',
      domain: '*.example.com',
      certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' },
    };
    expect(render(read({ domain: [domain] }), format)['README.md']).toMatch(
      /## Values that are left out\n[^#]*- \[ \] `certificate_management_policy` of `netingress_domain\./,
    );
  });

  test('in ts uses no reserved words as variables', () => {
    const objects = ['ip_policy', 'ip_policy_rules'].map((kind) => ({ kind, id: policyId, name: 'class' }));
    expect(render(account, 'ts', { version: 1, objects })['adopted/ip-policies.ts']).toContain(
      `const class_${policyId} = new IpPolicy(scope, 'class'`,
    );
  });

  test('in ts splits a large kind into files, each with parameters for its references', () => {
    const domain = (n: number): JsonObject => ({
      id: `rd_${ksuid(n)}`,
      created_at: '',
      domain: `d${String(n).padStart(3, '0')}.example.com`,
      ...(n === 150 && { certificate: { id: `cert_${ksuid(3)}`, uri: '' } }),
    });
    const domains = read({ domain: Array.from({ length: 151 }, (_, n) => domain(n)) }).kinds;
    const inOrder = secretive.kinds.map(
      (each) => domains.find(({ kind }) => kind === 'domain' && kind === each.kind) ?? each,
    );
    const files = render({ kinds: inOrder }, 'ts');
    expect(files['adopted/domains.ts']).toContain(
      '  declareDomains1(scope);\n  declareDomains2(scope, tlsCertificates);\n',
    );
    expect(files['adopted/domains/part-1.ts']).toContain('declareDomains1(scope: Construct): void {');
    expect(files['adopted/domains/part-2.ts']).toContain('certificateId: tlsCertificates.aExampleComAaaaa3.id');
  });
});

test('the rules are declared after their policy, also with a name that sorts before it', () => {
  const objects = [
    { kind: 'ip_policy', id: otherId, name: 'm' },
    { kind: 'ip_policy', id: policyId, name: 'z' },
    { kind: 'ip_policy_rules', id: policyId, name: 'a' },
  ];
  const [section] = buildAdoption({ account, inState: [], list: { version: 1, objects } }).sections;
  expect(section?.declarations.map(({ name }) => name)).toEqual(['m', 'z', 'a']);
});

test('a certificate policy equal to the server default of a wildcard domain is omitted', () => {
  const domain = (n: number, name: string, key: string): JsonObject => ({
    id: `rd_${ksuid(n)}`,
    created_at: '2026-01-01T00:00:00Z',
    domain: name,
    certificate_management_policy: { authority: 'letsencrypt', private_key_type: key },
  });
  const wildcards = [domain(1, '*.a.example.com', 'ecdsa'), domain(2, '*.b.example.com', 'rsa')];
  const adopted = read({ domain: [...wildcards, domain(3, 'c.example.com', 'ecdsa')] });
  const { sections } = buildAdoption({ account: adopted, inState: [] });
  const declared = sections.flatMap(({ declarations }) =>
    declarations.map(({ importId, body }) => [importId, body.map(([name]) => name)]),
  );
  const withPolicy = ['domain', 'certificate_management_policy'];
  const ids = [1, 2, 3].map((n) => `rd_${ksuid(n)}`);
  expect(Object.fromEntries(declared)).toEqual(
    Object.fromEntries(ids.map((id, n) => [id, n === 0 ? ['domain'] : withPolicy])),
  );
});

test('an API key refers to its adopted service user, and not to a person', () => {
  const userId = `bot_${ksuid(1)}`;
  const key = (n: number, owner: string) => {
    const id = `ak_${ksuid(n)}`;
    return { id, values: { id, description: `key ${n}`, owner_id: owner } };
  };
  const { sections } = buildAdoption({
    account: createInventory({
      service_user: [{ id: userId, values: { id: userId, name: 'ci', active: true } }],
      api_key: [key(1, userId), key(2, `usr_${ksuid(1)}`)],
    }),
    inState: [],
  });
  const keys = sections.find(({ kind }) => kind === 'api_key')?.declarations ?? [];
  expect(keys.flatMap(({ body }) => body.filter(([name]) => name === 'owner_id'))).toEqual([
    [
      'owner_id',
      { type: 'reference', to: { type: 'service_user', name: expect.stringMatching(/^ci_/) }, attribute: 'id' },
    ],
  ]);
});
