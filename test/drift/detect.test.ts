/**
 * Findings about rule sets, replacements, conflicts, configuration and derived objects, the authors of changes, and
 * how objects are drawn.
 */

import { readAccount } from '../../src/account/read-account';
import { parseAuthor } from '../../src/drift/attribution/history';
import { findRemovedFromConfiguration, findUnappliedChanges } from '../../src/drift/compare/pending';
import { createEvaluationHistory, evaluateEvent } from '../../src/drift/evaluate-event';
import { evaluateReport } from '../../src/drift/exit-status';
import { formatFinding } from '../../src/drift/formats/labels';
import type { DeliveredAuditEvent } from '../../src/events/dated-event';
import type { ConfiguredResource, StateResource, StateSource } from '../../src/model/inventory';
import { fromStates } from '../../src/objects/from-states';
import { type Json, type JsonObject, valueAt } from '../../src/values/json';
import { formatDrift } from '../support/drift/format-drift';
import { ANN, createDeployedAccount, type DeployedAccount, useDeployedAccount } from '../support/drift/inventory';
import { testInCi } from '../support/requirements';
import { configuredResource, stateResource } from '../support/state-resource';

const DAY = '2026-11-21T00:00:00Z';
const BOB = { id: 'usr_bob', subject: 'bob@example.com' };

const deployed = useDeployedAccount();

const policy = (name = 'office', config = {}): Promise<StateResource> =>
  deployed.deploy('netingress_ip_policy', name, { description: name, ...config });
const idOf = ({ values }: StateResource): string => String(values['id']);
const found = async (more = {}) =>
  (await deployed.drift({ events: deployed.events(), ...more })).report.findings.map(
    ({ type, kind, address, path, before, after }) => ({ type, kind, address, path, before, after }),
  );

/** Gives each event a second of its own, so that their order is unambiguous. */
const aSecondApart = (events: readonly DeliveredAuditEvent[]): DeliveredAuditEvent[] =>
  events.map((event, n) => ({ ...event, event_timestamp: new Date(Date.parse(DAY) + n * 1000).toISOString() }));

const addRule = (ip_policy_id: string, cidr: string, action = 'allow') =>
  deployed.changeDirectly('POST', '/ip_policy_rules', { ip_policy_id, cidr, action });

async function singleRule() {
  const id = idOf(await policy());
  const config = { ip_policy_id: id, cidr: '10.0.0.0/8', action: 'allow' };
  return { id, rule: await deployed.deploy('netingress_ip_policy_rule', 'one', config) };
}

async function ruleSet(): Promise<string> {
  const id = idOf(await policy());
  await deployed.deploy('netingress_ip_policy_rules', 'rules', {
    ip_policy_id: id,
    rules: {
      '10.0.0.0/8': { action: 'allow' },
      '192.0.2.1': { action: 'deny', description: 'one' },
      '198.51.100.0/24': { action: 'deny' },
      '100.64.0.0/10': { action: 'allow', metadata: '{"a":1,"b":2}' },
    },
  });
  return id;
}

test('rules added, removed and changed without Terraform are changes of their exclusive set', async () => {
  const id = await ruleSet();
  expect(await found()).toEqual([]);
  await addRule(id, '172.16.0.0/12');
  await deployed.remove(deployed.ruleOf('198.51.100.0/24'));
  await deployed.edit(deployed.ruleOf('192.0.2.1/32'), { description: 'two' });
  // The order of the members is no difference.
  await deployed.edit(deployed.ruleOf('100.64.0.0/10'), { metadata: '{ "b": 2, "a": 1 }' });
  await deployed.remove(deployed.ruleOf('10.0.0.0/8'));
  await addRule(id, '10.0.0.0/8', 'deny');
  const { report } = await deployed.drift({ events: deployed.events() });
  const address = 'netingress_ip_policy_rules.rules';
  const set = { type: 'changed', kind: 'ip_policy_rules', address, id, name: 'office' };
  expect(report.findings).toMatchObject([
    { ...set, path: 'rules["10.0.0.0/8"].action', before: 'allow', after: 'deny' },
    { ...set, path: 'rules["172.16.0.0/12"]', before: null, after: { action: 'allow' } },
    { ...set, path: 'rules["192.0.2.1"].description', before: 'one', after: 'two' },
    { ...set, path: 'rules["198.51.100.0/24"]', before: { action: 'deny' }, after: null },
  ]);
  expect(report.findings.map(({ attribution }) => attribution?.author?.subject)).toEqual(Array(4).fill(ANN.subject));
  expect(report.coverage.total).toMatchObject({ unmanaged: 0 });
});

test('an object with the natural key of a deleted object replaces it', async () => {
  const { id, rule } = await singleRule();
  await deployed.remove(rule);
  const other = await addRule(id, '10.0.0.0/8', 'deny');
  const { report } = await deployed.drift({ events: deployed.events() });
  expect(report.findings).toMatchObject([
    {
      ...{ type: 'replaced', id: idOf(rule), path: 'id', before: idOf(rule), after: other['id'] },
      ...{ differing_fields: ['action'], attribution: { author: { subject: ANN.subject } } },
    },
  ]);
  expect(report.findings[0]?.remedy.command).toContain(
    `terraform import netingress_ip_policy_rule.one ${String(other['id'])}`,
  );
});

test('an object in two states is a conflict, and so is a rule that an exclusive set and a resource of its own have', async () => {
  const object = await policy();
  const theirs = { address: 'module.x.netingress_ip_policy.theirs', state: { file: 'other.tfstate' } };
  deployed.stateResources.push({ ...object, ...theirs });
  expect((await deployed.drift()).report.findings).toMatchObject([
    { type: 'conflict', kind: 'ip_policy', id: idOf(object), address: object.address, other_owners: [theirs] },
  ]);
  deployed.stateResources.length = 0;
  await ruleSet();
  const [rule] = deployed.harness.emulator.objects('ip_policy_rule');
  const values = { ...rule, ip_policy_id: valueAt(rule, 'ip_policy.id') as string };
  deployed.stateResources.push(stateResource('netingress_ip_policy_rule.single', values));
  const findings = (await deployed.drift()).report.findings.filter(({ type }) => type === 'conflict');
  const owner = { address: 'netingress_ip_policy_rules.rules', state: { stack: 'test' } };
  expect(findings).toMatchObject([{ kind: 'ip_policy_rule', other_owners: [owner] }]);
});

const configures = (name: string, values: JsonObject, more: Partial<ConfiguredResource> = {}): ConfiguredResource =>
  configuredResource(`netingress_ip_policy.${name}`, values, more);

test('configured objects and literal values that are not deployed are pending', async () => {
  await policy();
  await policy('escaped');
  const declared = [
    // Terraform sends the text without the escapes of templates.
    configures('escaped', { description: 'escaped', metadata: `$\${a} and %%{b}` }),
    configures('office', { description: 'new text', metadata: `\${other.thing}` }),
    configures('fresh', { description: 'fresh' }),
    configures('many', {}, { repetition: {} }),
  ];
  const pending = { type: 'pending', kind: 'ip_policy' };
  const [escaped, fresh, office] = ['escaped', 'fresh', 'office'].map((name) => `netingress_ip_policy.${name}`);
  expect(await found({ configured: declared })).toEqual([
    { ...pending, address: escaped, path: 'metadata', before: null, after: `\${a} and %{b}` },
    { ...pending, address: fresh, path: null, before: null, after: { description: 'fresh' } },
    { ...pending, address: office, path: 'description', before: 'office', after: 'new text' },
  ]);
});

test('an object that a stack no longer configures is pending until it is destroyed', async () => {
  const object = await policy('gone');
  const again = (more: Partial<StateResource>): StateResource => ({ ...object, ...more });
  deployed.stateResources.push(
    again({ address: 'netingress_ip_policy.kept' }),
    again({ address: 'netingress_ip_policy.many[0]' }),
    again({ address: 'netingress_ip_policy.old["a"]' }),
    again({ address: 'netingress_ip_policy.gone', deposed: 'abcd1234' }),
    again({ address: 'module.edge.netingress_ip_policy.gone', module: 'module.edge' }),
    again({ address: 'netingress_ip_policy.gone', state: { stack: 'other' } }),
    again({ address: 'netingress_ip_policy.gone', state: { file: 'prod.tfstate' } }),
    again({ address: 'null_resource.other', type: 'null_resource' }),
  );
  const declared = [configures('kept', { description: 'gone' }), configures('many', {}, { repetition: {} })];
  const stacks = [{ name: 'test', movedOrRemoved: ['netingress_ip_policy.old'] }];
  const { report } = await deployed.drift({ configured: declared, stacks });
  const pending = report.findings.filter(({ type }) => type === 'pending');
  expect(pending).toMatchObject([
    {
      ...{ kind: 'ip_policy', id: idOf(object), name: 'gone', address: 'netingress_ip_policy.gone' },
      ...{ state: { stack: 'test' }, path: null, before: idOf(object), after: null },
      remedy: { command: 'terraform apply -target=netingress_ip_policy.gone' },
    },
  ]);
  expect(pending.map(formatFinding)).toEqual(['is deployed and no longer configured']);
  expect(evaluateReport(report, { failOn: ['pending'] }).status).toBe(2);
});

test('an object deleted in the account and in the code is only missing', async () => {
  await deployed.remove(await policy('gone'));
  const { report } = await deployed.drift({ stacks: [{ name: 'test', movedOrRemoved: [] }] });
  expect(report.findings.map(({ type }) => type)).toEqual(['missing']);
});

test('a field changed in code is pending beside members that are sensitive or expressions', async () => {
  const target = (stream: string, secret: string) => ({
    data_stream: {
      stream_rn: `crn:cloud:service:region-1:account:name/${stream}`,
      auth: { creds: { cloud_access_key_id: 'AK', cloud_secret_access_key: secret } },
    },
  });
  const config = { format: 'json', target: target('one', 'x') };
  const { address, values } = await deployed.deploy('netingress_event_destination', 'd', config);
  const pending = async (wanted: JsonObject, before: Json = values['target'] ?? null): Promise<unknown[]> => {
    const changed = configuredResource(address, { ...config, target: wanted });
    const stated = deployed.stateResources.map((each) => ({ ...each, values: { ...values, target: before } }));
    const { report } = await deployed.drift({ configured: [changed], stateResources: stated });
    return report.findings.flatMap((each) => (each.type === 'pending' ? [each.path] : []));
  };
  const path = 'target.data_stream.stream_rn';
  expect(await pending(target('one', `\${var.key}`))).toEqual([]);
  expect(await pending(target('two', `\${var.key}`))).toEqual([path]);
  expect(await pending(target('two', 'x'))).toEqual([path]);
  expect(await pending({ log_group: target('one', `\${var.key}`).data_stream })).toEqual([
    'target.data_stream',
    'target.log_group',
  ]);
});

test('the rules of a set that were changed in code are pending by network, in any notation', async () => {
  const ip_policy_id = await ruleSet();
  const rules = {
    '10.0.0.0/8': { action: 'deny' },
    '192.0.2.1/32': { action: 'deny', description: `\${var.name}` },
    '100.64.0.0/10': { action: 'allow', metadata: '{"a":1,"b":2}' },
    '203.0.113.0/24': { action: 'allow' },
  };
  const changed = configuredResource('netingress_ip_policy_rules.rules', { ip_policy_id, rules });
  expect((await found({ configured: [changed] })).filter(({ type }) => type === 'pending')).toMatchObject([
    { path: 'rules["10.0.0.0/8"].action', before: 'allow', after: 'deny' },
    { path: 'rules["198.51.100.0/24"]', before: { action: 'deny' }, after: null },
    { path: 'rules["203.0.113.0/24"]', before: null, after: { action: 'allow' } },
  ]);
});

test('a new version of a write-only value is pending; the value itself is not compared', () => {
  const address = 'netingress_tls_certificate.app';
  const pem = { certificate_pem: 'x' };
  const inState = fromStates([stateResource(address, { id: 'cert_1', ...pem, private_key_pem_wo_version: 1 })]);
  const declared = (version: number) =>
    configuredResource(address, { ...pem, private_key_pem_wo: 'y', private_key_pem_wo_version: version });
  expect(findUnappliedChanges([declared(1)], inState)).toEqual([]);
  expect(findUnappliedChanges([declared(2)], inState)).toMatchObject([
    { path: 'private_key_pem_wo_version', before: 1, after: 2 },
  ]);
});

test('without a configuration the report says that pending changes were not checked', async () => {
  const drift = await deployed.drift({ configured: undefined });
  expect(drift.report.not_checked).toContain('pending');
  expect(evaluateReport(drift.report, {}).status).toBe(0);
  expect(evaluateReport(drift.report, { failOn: ['pending'] }).status).toBe(3);
  expect(await formatDrift(drift, 'markdown')).toMatch(/^## ✅/mu);
  expect(await formatDrift(drift, 'markdown', { policy: { failOn: ['pending'] } })).toMatch(/^## ❓/mu);
});

test.each<[string, readonly string[], StateSource, readonly string[]]>([
  ['its own stack, not another one with the same address', ['test', 'prod'], { stack: 'prod' }, ['description']],
  ['its own stack', ['test', 'prod'], { stack: 'test' }, []],
  ['no other stack', ['test'], { stack: 'prod' }, ['description']],
  ['the only stack with its address, in a state file', ['test'], { file: 'prod.tfstate' }, []],
  ['no stack, if several have its address', ['test', 'prod'], { file: 'prod.tfstate' }, ['description']],
  ['the stack, not a file with the name of one', ['test', 'prod'], { file: 'stack test' }, ['description']],
])('ignore_changes of an object is that of %s', async (_, stacks, state, expected) => {
  const object = { ...(await policy()), state };
  const other = { ...object, state: { stack: 'other' }, values: { ...object.values, id: 'ipp_other' } };
  await deployed.edit(object, { description: 'theirs' });
  const declared = stacks.map((stack) => ({
    ...configures('office', {}, stack === 'test' ? { ignoreChanges: ['description'] } : {}),
    stack,
  }));
  const { report } = await deployed.drift({ configured: declared, stateResources: [object] });
  expect(report.findings.filter(({ type }) => type === 'changed').map(({ path }) => path)).toEqual(expected);
  const events = deployed.events().filter((event) => event.event_type === 'ip_policy_updated.v0');
  const input = { stateResources: [other, object], configured: declared };
  const evaluated = events.map((event) => evaluateEvent(event, input, createEvaluationHistory())?.path);
  expect(evaluated).toEqual(expected.length > 0 ? expected : [undefined]);
});

test('the remedy of a change names the construct and property that accept it', async () => {
  const config = { type: 'dashboard', ip_policy_ids: [idOf(await policy())], enforced: false };
  const rule = await deployed.deploy('netingress_ip_restriction', 'r', config);
  await deployed.edit(rule, { enforced: true, ip_policy_ids: [idOf(await policy('second'))] });
  const declared = [configuredResource(rule.address, {})];
  const workingDirectories = [{ state: { stack: 'test' }, directory: 'cdktf.out/stacks/test' }];
  const { report } = await deployed.drift({ configured: declared, workingDirectories });
  const { report: withTofu } = await deployed.drift({ configured: declared, terraformCommand: 'tofu' });
  expect(withTofu.findings.map(({ remedy }) => remedy.command)).toContain(
    'tofu apply -target=netingress_ip_restriction.r',
  );
  expect(report.findings.filter(({ type }) => type === 'changed').map(({ remedy }) => remedy)).toMatchObject([
    {
      command: 'terraform -chdir=cdktf.out/stacks/test apply -target=netingress_ip_restriction.r',
      code: { construct: 'test/r', property: 'enforced', from: false, to: true },
    },
    { code: { property: 'ipPolicyIds' } },
  ]);
});

test('objects that the service created for others, and the key of this run, are derived', async () => {
  const key = await deployed.changeDirectly('POST', '/api_keys', { description: 'mine' });
  const certificate_management_policy = { authority: 'letsencrypt' };
  const config = { domain: 'a.example.com', certificate_management_policy };
  const domain = await deployed.deploy('netingress_domain', 'd', config);
  const settings = { method: 'PUT', body: JSON.stringify({ certificates: { seconds: 0 } }) };
  await deployed.harness.emulator.fetch(new Request('http://127.0.0.1/_emulator/settings', settings));
  // The job that is under way ends as it began; another policy starts one that ends at once.
  const ecdsa = { ...certificate_management_policy, private_key_type: 'ecdsa' };
  await deployed.edit(domain, { certificate_management_policy: ecdsa });
  const { report } = await deployed.drift({ readerKeyId: String(key['id']) });
  expect(report.findings.filter(({ type }) => type === 'unmanaged')).toEqual([]);
  expect(report.derived.map(({ kind, id }) => [kind, id])).toEqual(expect.arrayContaining([['api_key', key['id']]]));
  expect(report.derived.map(({ kind }) => kind)).toContain('tls_certificate');
});

test('reverted changes are reported, and are not findings', async () => {
  const object = await policy();
  await deployed.edit(object, { description: 'mine for a minute' });
  await deployed.edit(object, { description: 'office' }, BOB);
  const gone = await deployed.changeDirectly('POST', '/ip_policies', { description: 'came' });
  await deployed.remove(gone['id']);
  const { report } = await deployed.drift({ events: deployed.events() });
  expect(report.findings).toEqual([]);
  expect(report.reverted_changes).toMatchObject([
    {
      ...{ id: idOf(object), path: 'description', before: 'office', after: 'mine for a minute' },
      ...{ changed: { author: { subject: ANN.subject } }, reverted: { author: { subject: BOB.subject } } },
    },
    { id: gone['id'], path: null },
  ]);
});

test('the author is the principal that set the current value, not the last one that changed the object', async () => {
  const object = await policy();
  await deployed.edit(object, { description: 'wrong' });
  await deployed.edit(object, { metadata: 'x' }, { ...BOB, source: 'API' });
  const events = aSecondApart(deployed.events());
  const { report } = await deployed.drift({ events: [...events, ...events].reverse(), ownKeys: ['usr_bob'] });
  const authors = report.findings.map(({ path, attribution: by }) => [path, by?.author, by?.own_key, by?.certain]);
  expect(authors).toMatchObject([
    ['description', { subject: ANN.subject, source: 'dashboard' }, false, true],
    ['metadata', { subject: BOB.subject, source: 'api' }, true, true],
  ]);
});

test.each([
  ['of an unknown type', 'netingress_hologram.x', 'netingress_hologram'],
  ['that the profile lacks', 'netingress_vault.x', 'vault'],
])('a resource %s makes the run incomplete', async (_, address, kind) => {
  deployed.stateResources.push(stateResource(address, { id: 'vault_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF' }));
  const { report } = await deployed.drift();
  expect(report.incomplete).toMatchObject([{ kind, reason: 'unsupported_type' }]);
  expect(evaluateReport(report, {}).status).toBe(3);
});

test('a deposed object is managed', async () => {
  deployed.stateResources[0] = { ...(await policy()), deposed: 'abcd1234' };
  const { report } = await deployed.drift();
  expect(report.findings).toEqual([]);
  expect(report.coverage.total.fraction).toBe('1/1');
});

test('neither the development domain nor server defaults of domains are drift; other changes of them are', async () => {
  await deployed.close();
  Object.assign(deployed, await createDeployedAccount('ngrok'));
  await deployed.deploy('netingress_domain', 'regional', { domain: 'a.example.com', region: 'us' });
  const { values } = await deployed.deploy('netingress_domain', 'wildcard', { domain: '*.example.com' });
  expect([values['certificate_management_policy'], await found()]).toEqual([null, []]);
  expect((await deployed.drift()).report.derived).toMatchObject([
    { kind: 'domain', reason: 'is the development domain of the account' },
  ]);
  const rsa = { authority: 'letsencrypt', private_key_type: 'rsa' };
  await deployed.edit(values['id'], { certificate_management_policy: rsa });
  expect(await found()).toMatchObject([{ path: 'certificate_management_policy', before: null, after: rsa }]);
});

test('the author of a rule with a new CIDR is the principal that changed it, not its creator', async () => {
  await ruleSet();
  const rule = deployed.ruleOf('198.51.100.0/24');
  await deployed.remove(deployed.ruleOf('192.0.2.1/32'));
  await deployed.edit(rule, { cidr: '203.0.113.0/24' }, BOB);
  await deployed.edit(rule, { description: 'later' });
  const authors = deployed.events().map((event) => parseAuthor(event)?.id ?? '');
  const self = authors.filter((author) => author !== ANN.id && author !== 'usr_bob');
  const report = async (): Promise<unknown[]> => {
    const drift = await deployed.drift({ events: aSecondApart(deployed.events()), ownKeys: self });
    const { findings } = drift.report;
    return findings.map(({ path, attribution: by }) => [path, by?.author?.subject, by?.own_key, by?.certain]);
  };
  expect(self.length).toBeGreaterThan(0);
  expect(await report()).toEqual([
    ['rules["192.0.2.1"]', ANN.subject, false, true],
    ['rules["198.51.100.0/24"]', 'bob@example.com', false, true],
    ['rules["203.0.113.0/24"]', 'bob@example.com', false, true],
  ]);
  // The rule moves to a CIDR of the set, and brings the differing description.
  await deployed.edit(rule, { cidr: '192.0.2.1/32' });
  expect(await report()).toEqual([
    ['rules["192.0.2.1"].description', ANN.subject, false, true],
    ['rules["198.51.100.0/24"]', 'bob@example.com', false, true],
  ]);
});

test('the author of a replacement is the principal that gave it the natural key', async () => {
  const { id, rule } = await singleRule();
  const other = await addRule(id, '192.0.2.0/24');
  await deployed.remove(rule);
  await deployed.edit(other['id'], { cidr: '10.0.0.0/8' }, { subject: 'bob' });
  const { report } = await deployed.drift({ events: aSecondApart(deployed.events()) });
  const attribution = { author: { subject: 'bob' } };
  expect(report.findings).toMatchObject([{ type: 'replaced', after: other['id'], attribution }]);
});

test('of changes within one second the one with the value of the account counts, and the author is uncertain', async () => {
  const object = await policy();
  await deployed.edit(object, { description: 'first' });
  await deployed.edit(object, { description: 'second' }, BOB);
  const updates = deployed.events().filter((event) => event.event_type === 'ip_policy_updated.v0');
  expect(updates).toHaveLength(2);
  const ids = ['ev_z', 'ev_a'] as const;
  const events = updates.map((event, n) => ({ ...event, event_id: ids[n] as string, event_timestamp: DAY }));
  const bob = { author: { subject: 'bob@example.com' }, certain: false };
  expect((await deployed.drift({ events })).report.findings).toMatchObject([{ after: 'second', attribution: bob }]);
  // The account shows which event was the last, even if their order does not.
  expect((await deployed.drift({ events: [...events].reverse() })).report.findings).toMatchObject([
    { attribution: bob },
  ]);
  const [memory, input] = [createEvaluationHistory(), { stateResources: deployed.stateResources }];
  expect(events.map((event) => evaluateEvent(event, input, memory)?.after)).toEqual(['first', 'second']);
});

test('the states of 200 stacks are not searched again for each stack', () => {
  const object = stateResource('netingress_ip_policy.office', { id: 'ipp_1' });
  let reads = 0;
  const stacks = Array.from({ length: 200 }, (_, n) => ({ name: `stack${n}`, movedOrRemoved: [] }));
  const stated = stacks.map(({ name }) => {
    const counted = { ...object };
    Object.defineProperty(counted, 'state', {
      get() {
        reads += 1;
        return { stack: name };
      },
    });
    return counted;
  });
  expect(findRemovedFromConfiguration(stacks, [], fromStates(stated))).toHaveLength(200);
  // A few for each object; 200 for each would be 40,000.
  expect(reads).toBeLessThan(2_000);
});

testInCi('the instances of a resource with a count of 200,000 are compared without copies of their list', () => {
  const object = stateResource('netingress_ip_policy.office', { id: 'ipp_1' });
  // Copying the list for each instance would be 20 billion elements.
  const stated = Array.from({ length: 200_000 }, (_, index) => ({ ...object, address: `${object.address}[${index}]` }));
  const configured = [{ ...configures('office', {}), repetition: { count: 200_000 } }];
  expect(findUnappliedChanges(configured, fromStates(stated))).toEqual([]);
});

/** The account without its list of policies, and how the objects of a comparison are drawn. */
const withoutPolicies = async (more: object = {}) => {
  const { kinds } = await readAccount(deployed.client);
  return { kinds: kinds.map((list) => (list.kind === 'ip_policy' ? { ...list, objects: [], ...more } : list)) };
};
const drawn = async (...of: Parameters<DeployedAccount['drift']>) => {
  const { graph, report } = await deployed.drift(...of);
  return [report.result, ...graph.nodes.map(({ kind, mark }) => `${kind} ${mark?.text} (${mark?.tone})`)];
};

test('an object whose list could not be read is drawn as not checked', async () => {
  await policy();
  const failure = { reason: 'forbidden', message: 'The key may not list IP policies.' };
  const account = await withoutPolicies({ failure });
  expect(await drawn({ account })).toEqual(['incomplete', 'ip_policy not checked (undecided)']);
});

test('an object that no list returns and its own GET does is drawn as in sync', async () => {
  const id = idOf(await policy());
  const objects = (await readAccount(deployed.client)).kinds.find(({ kind }) => kind === 'ip_policy')?.objects ?? [];
  const lookups = objects.map((found) => ({ kind: 'ip_policy', id, found }));
  expect(await drawn({ account: await withoutPolicies(), lookups })).toEqual(['in_sync', 'ip_policy in sync (good)']);
});

test('an object that only a state has which is not compared is drawn as not checked', async () => {
  const other = await policy();
  const domain = await deployed.deploy('netingress_domain', 'app', { domain: 'app.example.com' });
  const states = { stateResources: [domain], inOtherStates: fromStates([other]) };
  expect(await drawn(states)).toEqual(['in_sync', 'ip_policy not checked (undecided)', 'domain in sync (good)']);
});

test('a rule of a rule set whose finding is ignored is drawn as ignored, and the others as in sync', async () => {
  const id = await ruleSet();
  const office = deployed.ruleOf('192.0.2.1/32');
  await deployed.edit(office, { description: 'two' });
  const { graph, report } = await deployed.drift({ ignore: [{ kind: 'ip_policy_rules', reason: 'known' }] });
  expect(report.ignored).toMatchObject([{ kind: 'ip_policy_rules', id, path: 'rules["192.0.2.1"].description' }]);
  expect(graph.nodes.filter(({ mark }) => mark?.text === 'ignored').map(({ key }) => key)).toEqual([
    `ip_policy_rule ${String(office)}`,
  ]);
  expect(new Set(graph.nodes.map(({ mark }) => mark?.text))).toEqual(new Set(['in sync', 'ignored']));
});
