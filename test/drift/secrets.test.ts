/** No secret is in a report: neither what the model says is one, nor what a state marks so. */
import type { DeclaredInput } from '../../src/drift/input';
import { HIDDEN } from '../../src/drift/report/redact-sensitive';
import { type Drift, detectDrift, type ReportInput } from '../../src/drift/report/report';
import type { StateResource } from '../../src/model/inventory';
import type { Json, JsonObject } from '../../src/model/json';
import type { Attributes } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { expandWriteOnly } from '../../src/model/write-only-attributes';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { parseState } from '../../src/terraform/state';
import { ANN, createEstate, type Estate, pathOf } from '../support/drift/inventory';

const secret = 'SECRET';

/** Something for every text, the secret for every one that nobody may see. */
function filled(attributes: Attributes): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]): [string, Json][] => {
      if (attribute.type === 'object') return [[name, filled(attribute.attributes)]];
      if (attribute.type !== 'string') return [];
      return [[name, attribute.sensitive || attribute.readback || attribute.writeOnly ? secret : `some ${name}`]];
    }),
  );
}

const declaredAs = (kind: string, name: string, values: JsonObject): DeclaredInput => ({
  stack: 'test',
  address: `netingress_${kind}.${name}`,
  type: `netingress_${kind}`,
  name,
  path: `test/${name}`,
  repeated: false,
  values,
});

const statedAs = (kind: string, values: JsonObject, sensitive: StateResource['sensitive'] = []): StateResource => ({
  state: 'stack test',
  address: `netingress_${kind}.one`,
  type: `netingress_${kind}`,
  name: 'one',
  provider: PROVIDER_ADDRESS,
  values,
  sensitive,
});

const detect = (input: Partial<ReportInput>): Drift =>
  detectDrift({
    account: { kinds: KINDS.map(({ name }) => ({ kind: name, objects: [], pages: 1 })) },
    stated: [],
    declared: [],
    confirmations: [],
    usage: { requests: 0, pages: 0 },
    today: '2026-11-21',
    ...input,
  });

test.each(KINDS.map((kind) => [kind.name, kind] as const))(
  'of a %s that is declared and pending or missing the report has no secret of the code',
  (name, { attributes, idPrefix }) => {
    const values = filled(expandWriteOnly(attributes));
    const id = `${idPrefix}_1`;
    const drift = detect({
      declared: [declaredAs(name, 'fresh', values), declaredAs(name, 'one', values)],
      stated: [statedAs(name, { ...values, id })],
      confirmations: [{ kind: name, id }],
    });
    expect(drift.report.findings.map(({ type }) => type).sort()).toEqual(['missing', 'pending']);
    expect(JSON.stringify(drift)).toContain('some description');
    expect(JSON.stringify(drift)).not.toContain(secret);
  },
);

test.each<[string, Json]>([
  ['in an expression about an object that holds one', `\${merge({creds = "${secret}"}, var.x)}`],
  ['in a member of such an object', { data_stream: `\${merge({creds = "${secret}"}, var.x)}` }],
])('a secret %s is hidden', (_, target) => {
  const { report } = detect({ declared: [declaredAs('event_destination', 'fresh', { target })] });
  expect(report.findings).toHaveLength(1);
  expect(JSON.stringify(report)).not.toContain(secret);
});

test('a text that the code says is sensitive is hidden, other expressions are shown', () => {
  const values = { description: `\${sensitive("${secret}")}`, metadata: `\${var.x}` };
  const { report } = detect({ declared: [declaredAs('ip_policy', 'fresh', values)] });
  expect(report.findings).toMatchObject([{ name: null, after: { description: HIDDEN, metadata: `\${var.x}` } }]);
});

describe('what a state marks as sensitive', () => {
  let estate: Estate;
  beforeEach(async () => {
    estate = await createEstate();
  });
  afterEach(() => estate.close());

  const addresses = ['203.0.113.0/24', '198.51.100.0/24'] as const;

  /** The set as `terraform show -json` tells it, with the marks. */
  async function deployRules(marks: JsonObject): Promise<void> {
    const policy = await estate.deploy('netingress_ip_policy', 'office', { description: 'office' });
    const set = await estate.deploy('netingress_ip_policy_rules', 'rules', {
      ip_policy_id: String(policy.values['id']),
      rules: Object.fromEntries(addresses.map((cidr) => [cidr, { action: 'allow', description: `${secret} before` }])),
    });
    const resource = {
      address: set.address,
      mode: 'managed',
      type: set.type,
      name: set.name,
      provider_name: PROVIDER_ADDRESS,
      values: set.values,
      sensitive_values: marks,
    };
    const shown = { format_version: '1.0', values: { root_module: { resources: [resource] } } };
    estate.stated.pop();
    estate.stated.push(...parseState(JSON.stringify(shown), set.state).resources);
  }

  const rulePath = (cidr: string): string =>
    pathOf(
      'ip_policy_rule',
      estate.harness.emulator.objects('ip_policy_rule').find((rule) => rule['cidr'] === cidr)?.['id'],
    );

  test('is hidden within maps, whatever their keys, and in what was done and undone', async () => {
    const [marked, open] = addresses;
    await deployRules({ rules: { [marked]: { description: true } } });
    await estate.byHand('PATCH', rulePath(marked), { description: `${secret} after` });
    await estate.byHand('PATCH', rulePath(open), { description: 'open' });
    const { report } = await estate.drift({ events: estate.events() });
    expect(report.findings).toMatchObject([
      { path: `rules["${open}"].description`, before: `${secret} before`, after: 'open' },
      { path: `rules["${marked}"].description`, before: HIDDEN, after: HIDDEN, by: { who: { subject: ANN.subject } } },
    ]);
    await estate.byHand('PATCH', rulePath(open), { description: `${secret} before` });
    await estate.byHand('PATCH', rulePath(marked), { description: `${secret} before` });
    const { undone } = (await estate.drift({ events: estate.events() })).report;
    expect(undone.map(({ path, before, after }) => [path, before, after])).toEqual(
      expect.arrayContaining([
        ['description', HIDDEN, HIDDEN],
        ['description', `${secret} before`, 'open'],
      ]),
    );
  });

  test('hides what holds it: a rule, and the whole set', async () => {
    const [marked] = addresses;
    await deployRules({ rules: { [marked]: { description: true } } });
    await estate.byHand('DELETE', rulePath(marked));
    expect((await estate.drift()).report.findings).toMatchObject([{ path: `rules["${marked}"]`, before: HIDDEN }]);
  });

  test('is in no name, no picture, nothing that is pending, and nothing that was undone', async () => {
    const policy = await estate.deploy('netingress_ip_policy', 'one', { description: `${secret} name` });
    estate.stated[0] = { ...policy, state: 'prod.tfstate', sensitive: [['description']] };
    await estate.deploy('netingress_ip_policy_rules', 'rules', {
      ip_policy_id: String(policy.values['id']),
      rules: { '10.0.0.0/8': { action: 'allow' } },
    });
    const path = pathOf('ip_policy', policy.values['id']);
    await estate.byHand('PATCH', path, { description: `${secret} for a minute` });
    await estate.byHand('PATCH', path, { description: `${secret} name`, metadata: 'theirs' });
    await estate.byHand('POST', '/ip_policy_rules', {
      ip_policy_id: policy.values['id'],
      cidr: '192.0.2.0/24',
      action: 'deny',
    });
    const drift = await estate.drift({
      events: estate.events(),
      declared: [{ ...declaredAs('ip_policy', 'one', { description: 'in the code', metadata: 'code' }) }],
    });
    expect(drift.report.findings.map(({ type, path: field }) => [type, field])).toEqual([
      ['pending', 'description'],
      ['changed', 'metadata'],
      ['pending', 'metadata'],
      ['changed', 'rules["192.0.2.0/24"]'],
    ]);
    expect(drift.report.findings[0]).toMatchObject({ before: HIDDEN, after: HIDDEN, name: null });
    expect(drift.report.undone).toMatchObject([{ path: 'description', name: null, before: HIDDEN, after: HIDDEN }]);
    expect(JSON.stringify(drift)).not.toContain(secret);
  });
});
