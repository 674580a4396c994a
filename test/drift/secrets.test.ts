/** Reports contain no values that the model or a state marks as sensitive. */

import type { IgnoreRule } from '../../src/drift/report/ignore';
import { type Drift, detectDrift, type ReportInput } from '../../src/drift/report/report';
import type { Attributes } from '../../src/model/kind';
import { isSensitive } from '../../src/model/marks';
import { expandAttributes } from '../../src/model/variants/expand-attributes';
import { fromStates } from '../../src/objects/from-states';
import { parseState } from '../../src/terraform/state';
import type { Json, JsonObject } from '../../src/values/json';
import { SENSITIVE_VALUE } from '../../src/values/marks';
import { createInventory } from '../support/account';
import { ANN, useDeployedAccount } from '../support/drift/inventory';
import { SPEC_KINDS } from '../support/kinds';
import { configuredResource, stateResource } from '../support/state-resource';

const secret = 'SECRET';
const HIDDEN = { before: SENSITIVE_VALUE, after: SENSITIVE_VALUE };

/** A value for every string attribute: the secret for the sensitive ones. */
function filled(attributes: Attributes): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]): [string, Json][] => {
      if (attribute.type === 'object') return [[name, filled(attribute.attributes)]];
      if (attribute.type !== 'string') return [];
      return [[name, isSensitive(attribute) ? secret : `some ${name}`]];
    }),
  );
}

const declaredAs = (kind: string, name: string, values: JsonObject) =>
  configuredResource(`netingress_${kind}.${name}`, values);

const detect = (input: Partial<ReportInput>): Drift =>
  detectDrift({
    account: createInventory(),
    inState: [],
    configured: [],
    lookups: [],
    usage: { requests: 0, pages: 0 },
    today: '2026-11-21',
    ...input,
  });

test.each(SPEC_KINDS.map((kind) => [kind.name, kind] as const))(
  'the report of a pending or missing %s contains no secret of the configuration',
  (name, { attributes, idPrefix }) => {
    const values = filled(expandAttributes(attributes));
    const id = `${idPrefix}_1`;
    const drift = detect({
      configured: [declaredAs(name, 'fresh', values), declaredAs(name, 'one', values)],
      inState: fromStates([stateResource(`netingress_${name}.one`, { ...values, id })]),
      lookups: [{ kind: name, id }],
    });
    expect(drift.report.findings.map(({ type }) => type).sort()).toEqual(['missing', 'pending']);
    expect(JSON.stringify(drift)).toContain('some description');
    expect(JSON.stringify(drift)).not.toContain(secret);
  },
);

test.each<[string, Json]>([
  ['in an expression for an object with a sensitive member', `\${merge({creds = "${secret}"}, var.x)}`],
  ['in a member of such an object', { data_stream: `\${merge({creds = "${secret}"}, var.x)}` }],
])('a secret %s is redacted', (_, target) => {
  const { report } = detect({ configured: [declaredAs('event_destination', 'fresh', { target })] });
  expect(report.findings).toHaveLength(1);
  expect(JSON.stringify(report)).not.toContain(secret);
});

test.each([
  `\${sensitive("${secret}")}`,
  `\${sensitive ("${secret}")}`,
  `\${sensitive /* a comment */\n("${secret}")}`,
  `\${core::sensitive("${secret}")}`,
  `for \${sensitive("${secret}")} only`,
])('the expression %s is redacted, and others are not', (description) => {
  const values = { description, metadata: `\${nonsensitive(var.x)}` };
  const { report } = detect({ configured: [declaredAs('ip_policy', 'fresh', values)] });
  expect(report.findings).toMatchObject([{ name: null, after: { ...values, description: SENSITIVE_VALUE } }]);
});

describe('a sensitive path of a state', () => {
  const deployed = useDeployedAccount();
  const addresses = ['203.0.113.0/24', '198.51.100.0/24'] as const;

  /** Deploys a set, and reads it from the output of `terraform show -json` with these `sensitive_values`. */
  async function deployRules(sensitiveValues: JsonObject): Promise<void> {
    const policy = await deployed.deploy('netingress_ip_policy', 'office', { description: 'office' });
    const set = await deployed.deploy('netingress_ip_policy_rules', 'rules', {
      ip_policy_id: String(policy.values['id']),
      rules: Object.fromEntries(addresses.map((cidr) => [cidr, { action: 'allow', description: `${secret} before` }])),
    });
    const { state: _, provider: provider_name, sensitive: __, ...shownSet } = set;
    const resource = { ...shownSet, provider_name, mode: 'managed', sensitive_values: sensitiveValues };
    const shown = { format_version: '1.0', values: { root_module: { resources: [resource] } } };
    deployed.stateResources.pop();
    deployed.stateResources.push(...parseState(JSON.stringify(shown), set.state).resources);
  }

  test('is redacted within maps with any keys, and in reverted changes', async () => {
    const [marked, open] = addresses;
    await deployRules({ rules: { [marked]: { description: true } } });
    await deployed.edit(deployed.ruleOf(marked), { description: `${secret} after` });
    await deployed.edit(deployed.ruleOf(open), { description: 'open' });
    expect((await deployed.drift({ events: deployed.events() })).report.findings).toMatchObject([
      { path: `rules["${open}"].description`, before: `${secret} before`, after: 'open' },
      { path: `rules["${marked}"].description`, ...HIDDEN, attribution: { author: { subject: ANN.subject } } },
    ]);
    await deployed.edit(deployed.ruleOf(open), { description: `${secret} before` });
    await deployed.edit(deployed.ruleOf(marked), { description: `${secret} before` });
    const { reverted_changes: reverted } = (await deployed.drift({ events: deployed.events() })).report;
    expect(reverted.map(({ path, before, after }) => [path, before, after])).toEqual(
      expect.arrayContaining([
        ['description', SENSITIVE_VALUE, SENSITIVE_VALUE],
        ['description', `${secret} before`, 'open'],
      ]),
    );
  });

  test('redacts the rule that contains it', async () => {
    const [marked] = addresses;
    await deployRules({ rules: { [marked]: { description: true } } });
    await deployed.remove(deployed.ruleOf(marked));
    expect((await deployed.drift()).report.findings).toMatchObject([
      { path: `rules["${marked}"]`, before: { action: 'allow', description: SENSITIVE_VALUE } },
    ]);
  });

  test('redacts the networks of rules in the picture, which draws the findings of those that exist at their objects', async () => {
    const [changed, removed] = addresses;
    await deployRules({ rules: true });
    const id = String(deployed.ruleOf(changed));
    await deployed.edit(id, { description: 'changed' });
    const draw = async (ignore: readonly IgnoreRule[]) =>
      (await deployed.drift({ ignore })).graph.nodes
        .filter(({ kind }) => kind === 'ip_policy_rule')
        .map(({ key, label, mark }) => [key === `ip_policy_rule ${id}`, label, mark?.text]);
    const other = String(deployed.ruleOf(removed));
    expect(await draw([])).toEqual(
      expect.arrayContaining([
        [true, id, 'changed'],
        [false, other, 'in sync'],
      ]),
    );
    expect(await draw([{ kind: 'ip_policy_rules', reason: 'known' }])).toContainEqual([true, id, 'ignored']);
    await deployed.remove(other);
    const rules = await draw([]);
    expect(rules).toHaveLength(2);
    expect(rules).toContainEqual([false, SENSITIVE_VALUE, 'changed']);
    const { graph } = await deployed.drift();
    for (const network of addresses) expect(JSON.stringify(graph)).not.toContain(network);
  });

  test('is redacted in names, the picture, pending and reverted changes', async () => {
    const policy = await deployed.deploy('netingress_ip_policy', 'one', { description: `${secret} name` });
    deployed.stateResources[0] = { ...policy, state: { file: 'prod.tfstate' }, sensitive: { description: true } };
    await deployed.deploy('netingress_ip_policy_rules', 'rules', {
      ip_policy_id: String(policy.values['id']),
      rules: { '10.0.0.0/8': { action: 'allow' } },
    });
    await deployed.edit(policy, { description: `${secret} for a minute` });
    await deployed.edit(policy, { description: `${secret} name`, metadata: 'theirs' });
    const denied = { ip_policy_id: policy.values['id'], cidr: '192.0.2.0/24', action: 'deny' };
    await deployed.changeDirectly('POST', '/ip_policy_rules', denied);
    const drift = await deployed.drift({
      events: deployed.events(),
      configured: [{ ...declaredAs('ip_policy', 'one', { description: 'in the code', metadata: 'code' }) }],
    });
    expect(drift.report.findings.map(({ type, path: field }) => [type, field])).toEqual([
      ['pending', 'description'],
      ['changed', 'metadata'],
      ['pending', 'metadata'],
      ['changed', 'rules["192.0.2.0/24"]'],
    ]);
    expect(drift.report.findings[0]).toMatchObject({ ...HIDDEN, name: null });
    expect(drift.report.reverted_changes).toMatchObject([{ path: 'description', name: null, ...HIDDEN }]);
    expect(JSON.stringify(drift)).not.toContain(secret);
  });
});
