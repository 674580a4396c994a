import { creatorsOf, missingFromAccount, parseList, planAdoption, printList, writeAdoption } from '../../src/adopt';
import { attributesFromResponse } from '../../src/model/from-response';
import type { AccountInventory, StateResource } from '../../src/model/inventory';
import type { JsonObject } from '../../src/model/json';
import { getKind, KINDS } from '../../src/model/kinds';

const ksuid = (n: number): string => String(n).padStart(27, 'a');
const policyId = `ipp_${ksuid(1)}`;
const otherId = `ipp_${ksuid(2)}`;
const ruleIds = [`ipr_${ksuid(1)}`, `ipr_${ksuid(2)}`];

/** An account of answers by kind, newest first. */
function accountOf(answers: Readonly<Record<string, readonly JsonObject[]>>): AccountInventory {
  return {
    kinds: KINDS.map((kind) => ({
      kind: kind.name,
      objects: (answers[kind.name] ?? []).map((answer) => ({
        id: String(answer['id']),
        values: attributesFromResponse(kind.attributes, answer),
      })),
      pages: 1,
    })),
  };
}

const rule = (id: string | undefined, cidr: string): JsonObject => ({
  id: String(id),
  created_at: '2026-01-02T00:00:00Z',
  cidr,
  action: 'allow',
  ip_policy: { id: policyId, uri: '' },
});
const account = accountOf({
  ip_policy: [
    { id: otherId, created_at: '2026-01-09T00:00:00Z', description: 'class' },
    { id: policyId, created_at: '2026-01-01T00:00:00Z', description: 'Office' },
  ],
  ip_policy_rule: [rule(ruleIds[1], '10.1.0.0/16'), rule(ruleIds[0], '10.0.0.0/16')],
  ip_restriction: [
    {
      id: `ipx_${ksuid(1)}`,
      created_at: '2026-01-03T00:00:00Z',
      type: 'api',
      enforced: false,
      ip_policies: [{ id: policyId }, { id: otherId }],
    },
  ],
});

function stated(type: string, id: string): StateResource {
  return { state: 'prod', address: `${type}.x`, type, name: 'x', provider: 'p', values: { id }, sensitive: [] };
}

const addresses = (...args: Parameters<typeof planAdoption>): string[] =>
  planAdoption(...args).sections.flatMap(({ declarations }) =>
    declarations.map(({ resource, importId }) => `${resource} ${importId}`),
  );

test('rules are one set a policy, imported by the identifier of the policy', () => {
  expect(addresses({ account, stateResources: [] })).toEqual([
    `ip_policy ${otherId}`,
    `ip_policy ${policyId}`,
    `ip_policy_rules ${policyId}`,
    `ip_restriction ipx_${ksuid(1)}`,
  ]);
});

test.each([
  ['a policy', [stated('netingress_ip_policy', policyId)], [`ip_policy ${otherId}`, `ip_policy_rules ${policyId}`]],
  [
    'a set of rules',
    [stated('netingress_ip_policy_rules', policyId)],
    [`ip_policy ${otherId}`, `ip_policy ${policyId}`],
  ],
  [
    'one single rule, whose neighbours cannot be a set then',
    [stated('netingress_ip_policy_rule', String(ruleIds[0]))],
    [`ip_policy ${otherId}`, `ip_policy ${policyId}`, `ip_policy_rule ${ruleIds[1]}`],
  ],
])('what a state manages is left out: %s', (_, states, expected) => {
  const found = addresses({ account, stateResources: states });
  expect(found.filter((address) => !address.startsWith('ip_restriction'))).toEqual(expected);
});

test('an object that is managed elsewhere is referred to by its identifier, with its address beside it', () => {
  const { sections } = planAdoption({ account, stateResources: [stated('netingress_ip_policy', policyId)] });
  const restriction = sections
    .flatMap(({ declarations }) => declarations)
    .find(({ resource }) => resource === 'ip_restriction');
  expect(restriction).toMatchObject({
    elsewhere: [policyId],
    remarks: [`${policyId} is netingress_ip_policy.x in prod`],
    body: [
      ['type', { type: 'literal', value: 'api' }],
      [
        'ip_policy_ids',
        {
          type: 'list',
          items: [
            { type: 'literal', value: policyId },
            { type: 'reference', to: { resource: 'ip_policy', name: 'class_aaaaa2' } },
          ],
        },
      ],
    ],
  });
});

test('only what is as young as asked for is adopted, and who created it is told', () => {
  const event = (id: string, source: string): JsonObject => ({
    event_id: 'ev_1',
    event_type: 'ip_policy_created.v0',
    principal: { id: 'usr_1', subject: 'eve@example.com', source },
    object: { id },
  });
  const creators = creatorsOf([event(otherId, 'Dashboard'), { event_type: 'ip_policy_updated.v0' }, null]);
  const adoption = planAdoption({ account, stateResources: [], creators }, { since: Date.parse('2026-01-08T00:00:00Z') });
  expect([adoption.objects.map(({ id, createdBy }) => [id, createdBy]), adoption.olderCount]).toEqual([
    [[otherId, 'eve@example.com in the dashboard']],
    3,
  ]);
  expect(adoption.sections[0]?.declarations[0]?.remarks).toEqual([
    'Created 2026-01-09T00:00:00Z by eve@example.com in the dashboard',
  ]);
});

test('derived objects are told and not adopted', () => {
  const derived = (kind: string, { id }: { readonly id: string }): string | undefined =>
    kind === 'ip_policy' && id === otherId ? 'is of others' : undefined;
  const adoption = planAdoption({ account, stateResources: [] }, { derivedReason: derived });
  expect(adoption.derived).toEqual([{ kind: 'ip_policy', id: otherId, reason: 'is of others' }]);
  expect(adoption.objects.map(({ id }) => id)).not.toContain(otherId);
});

describe('the list', () => {
  const whole = planAdoption({ account, stateResources: [] });

  test('given back unchanged adopts the same', () => {
    const list = parseList(printList(whole));
    if ('problems' in list) throw new Error(list.problems.join());
    expect(planAdoption({ account, stateResources: [], list }).sections).toEqual(whole.sections);
  });

  test('adopts what is left in it, under the names it gives', () => {
    const objects = [{ kind: 'ip_policy', id: policyId, name: 'headquarters' }];
    const list = parseList(JSON.stringify({ version: 1, objects }));
    if ('problems' in list) throw new Error(list.problems.join());
    expect(planAdoption({ account, stateResources: [], list }).objects.map(({ id, name }) => [id, name])).toEqual([
      [policyId, 'headquarters'],
    ]);
  });

  const entry = { kind: 'ip_policy', id: policyId, name: 'a' };
  test.each([
    ['no JSON', '{', /not JSON/],
    ['another version', '{"version":2,"objects":[]}', /version/],
    [
      'a kind there is not',
      JSON.stringify({ version: 1, objects: [{ ...entry, kind: 'policy' }] }),
      /objects\.0\.kind/,
    ],
    [
      'a name that cannot be one',
      JSON.stringify({ version: 1, objects: [{ ...entry, name: '1 a' }] }),
      /expected a letter/,
    ],
    ['an object twice', JSON.stringify({ version: 1, objects: [entry, { ...entry, name: 'b' }] }), /listed twice/],
    ['a name twice', JSON.stringify({ version: 1, objects: [entry, { ...entry, id: otherId }] }), /another name/],
    ['a member that nothing reads', JSON.stringify({ version: 1, objects: [{ ...entry, nmae: 'x' }] }), /nmae/],
  ])('is refused with %s', (_, text, message) => {
    const list = parseList(text);
    expect('problems' in list ? list.problems.join('\n') : 'taken').toMatch(message);
  });

  test('that names what is not in the account is told so', () => {
    const list = parseList(JSON.stringify({ version: 1, objects: [{ ...entry, id: 'ipp_gone' }] }));
    if ('problems' in list) throw new Error(list.problems.join());
    expect(missingFromAccount(list, planAdoption({ account, stateResources: [], list }))).toEqual([
      expect.stringContaining('ipp_gone is not in the account'),
    ]);
  });
});

describe('what is written', () => {
  const options = { version: '0.1.0', providerAddress: 'p', dependencies: { runtime: {}, development: {} } };
  const tls = getKind('tls_certificate');
  const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const secretive = accountOf({
    [tls.name]: [
      {
        id: `cert_${ksuid(3)}`,
        created_at: '',
        certificate_pem: pem,
        subject_common_name: 'a.example.com',
        issued_at: null,
      },
    ],
  });

  test.each(['ts', 'hcl'] as const)('in %s is the same for the same input', (format) => {
    const write = (): unknown => writeAdoption(planAdoption({ account, stateResources: [] }), format, options);
    expect(write()).toEqual(write());
  });

  test.each(['ts', 'hcl'] as const)('in %s has a variable and a line of the checklist for every secret', (format) => {
    const files = writeAdoption(planAdoption({ account: secretive, stateResources: [] }), format, options);
    const readme = files.find(({ path }) => path === 'README.md')?.text;
    expect(readme).toContain('- [ ] `TF_VAR_a_example_com_aaaaa3_private_key_pem`');
    const code = files.map(({ text }) => text).join('\n');
    expect(code).toMatch(
      format === 'ts' ? /privateKeyPemWo: secret\(scope, '/ : /private_key_pem_wo = var\.a_example_com/,
    );
  });

  test('in hcl keeps the versions file to the terraform and provider blocks', () => {
    const [, versions] = writeAdoption(planAdoption({ account, stateResources: [] }), 'hcl', options);
    const blocks = [...(versions?.text ?? '').matchAll(/^(\w+)/gm)].map(([, word]) => word);
    expect([versions?.path, blocks]).toEqual(['versions.tf', ['terraform', 'provider']]);
  });

  test('in ts names variables so that no reserved word is one', () => {
    const list = {
      version: 1 as const,
      objects: [
        { kind: 'ip_policy', id: policyId, name: 'class' },
        { kind: 'ip_policy_rules', id: policyId, name: 'class' },
      ],
    };
    const files = writeAdoption(planAdoption({ account, stateResources: [], list }), 'ts', options);
    expect(files.find(({ path }) => path === 'adopted/ip-policies.ts')?.text).toContain(
      `const class_${policyId} = new IpPolicy(scope, 'class'`,
    );
  });

  test('in ts splits a large kind into files, each of which takes what it refers to', () => {
    const domain = (n: number): JsonObject => ({
      id: `rd_${ksuid(n)}`,
      created_at: '',
      domain: `d${String(n).padStart(3, '0')}.example.com`,
      ...(n === 150 && { certificate: { id: `cert_${ksuid(3)}`, uri: '' } }),
    });
    const domains = Array.from({ length: 151 }, (_, n) => domain(n));
    const { kinds } = secretive;
    const many = {
      kinds: kinds.map((each) =>
        each.kind === 'domain'
          ? (accountOf({ domain: domains }).kinds.find(({ kind }) => kind === 'domain') ?? each)
          : each,
      ),
    };
    const files = new Map(
      writeAdoption(planAdoption({ account: many, stateResources: [] }), 'ts', options).map(({ path, text }) => [path, text]),
    );
    expect(files.get('adopted/domains.ts')).toContain(
      '  declareDomains1(scope);\n  declareDomains2(scope, tlsCertificates);\n',
    );
    expect(files.get('adopted/domains/part-1.ts')).toContain('declareDomains1(scope: Construct): void {');
    expect(files.get('adopted/domains/part-2.ts')).toContain('certificateId: tlsCertificates.aExampleComAaaaa3.id');
  });

  test('in ts keeps rules beside their policy under whatever names', () => {
    const objects = [
      { kind: 'ip_policy', id: otherId, name: 'm' },
      { kind: 'ip_policy', id: policyId, name: 'z' },
      { kind: 'ip_policy_rules', id: policyId, name: 'a' },
    ];
    const [section] = planAdoption({ account, stateResources: [], list: { version: 1, objects } }).sections;
    expect(section?.declarations.map(({ name }) => name)).toEqual(['m', 'z', 'a']);
  });
});

test('a policy that the service may have given a wildcard domain is not declared, any other is', () => {
  const domain = (n: number, name: string, key: string): JsonObject => ({
    id: `rd_${ksuid(n)}`,
    created_at: '2026-01-01T00:00:00Z',
    domain: name,
    certificate_management_policy: { authority: 'letsencrypt', private_key_type: key },
  });
  const domains = [
    domain(1, '*.a.example.com', 'ecdsa'),
    domain(2, '*.b.example.com', 'rsa'),
    domain(3, 'c.example.com', 'ecdsa'),
  ];
  const { sections } = planAdoption({ account: accountOf({ domain: domains }), stateResources: [] });
  const declared = sections.flatMap(({ declarations }) =>
    declarations.map(({ importId, body }) => [importId, body.map(([name]) => name)]),
  );
  const managed = ['domain', 'certificate_management_policy'];
  expect(Object.fromEntries(declared)).toEqual({
    [`rd_${ksuid(1)}`]: ['domain'],
    [`rd_${ksuid(2)}`]: managed,
    [`rd_${ksuid(3)}`]: managed,
  });
});
