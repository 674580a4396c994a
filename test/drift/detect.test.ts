/** What detection says about sets of rules, replacements, double claims, what is declared, and what is derived. */

import { judgeEvent, newJudgeMemory } from '../../src/drift/attribution/evaluate-event';
import { authorOf, type DriftEvent } from '../../src/drift/attribution/history';
import { findPending } from '../../src/drift/compare/pending';
import { whatOf } from '../../src/drift/formats/labels';
import type { DeclaredInput } from '../../src/drift/input';
import { exitStatus } from '../../src/drift/report/exit-status';
import type { StateResource } from '../../src/model/inventory';
import { type Json, valueAt } from '../../src/model/json';
import { ANN, createEstate, type Estate, pathOf } from '../support/drift/inventory';

let estate: Estate;
beforeEach(async () => {
  estate = await createEstate();
});
afterEach(() => estate.close());

const policy = (name = 'office', config = {}): Promise<StateResource> =>
  estate.deploy('netingress_ip_policy', name, { description: name, ...config });
const idOf = ({ values }: StateResource): string => String(values['id']);
const found = async (more = {}) =>
  (await estate.drift({ events: estate.events(), ...more })).report.findings.map(
    ({ type, kind, address, path, before, after }) => ({
      type,
      kind,
      address,
      path,
      before,
      after,
    }),
  );

/** Events that can be put in order whatever order they come in. */
const aSecondApart = (events: readonly DriftEvent[]): DriftEvent[] =>
  events.map((event, index) => ({
    ...event,
    event_timestamp: new Date(Date.UTC(2026, 10, 21) + index * 1000).toISOString(),
  }));

async function ruleSet(): Promise<string> {
  const id = idOf(await policy());
  await estate.deploy('netingress_ip_policy_rules', 'rules', {
    ip_policy_id: id,
    rules: {
      '10.0.0.0/8': { action: 'allow' },
      '192.0.2.1': { action: 'deny', description: 'one' },
      '198.51.100.0/24': { action: 'deny' },
    },
  });
  return id;
}

test('rules that are added, removed and changed by hand under an exclusive set are changes of that set', async () => {
  const id = await ruleSet();
  expect(await found()).toEqual([]);
  const rules = estate.harness.emulator.objects('ip_policy_rule');
  const ruleId = (cidr: string): unknown => rules.find((rule) => rule['cidr'] === cidr)?.['id'];
  await estate.byHand('POST', '/ip_policy_rules', { ip_policy_id: id, cidr: '172.16.0.0/12', action: 'allow' });
  await estate.byHand('DELETE', pathOf('ip_policy_rule', ruleId('198.51.100.0/24')));
  await estate.byHand('PATCH', pathOf('ip_policy_rule', ruleId('192.0.2.1/32')), { description: 'two' });
  await estate.byHand('DELETE', pathOf('ip_policy_rule', ruleId('10.0.0.0/8')));
  await estate.byHand('POST', '/ip_policy_rules', { ip_policy_id: id, cidr: '10.0.0.0/8', action: 'deny' });
  const { report } = await estate.drift({ events: estate.events() });
  const set = {
    type: 'changed',
    kind: 'ip_policy_rules',
    address: 'netingress_ip_policy_rules.rules',
    id,
    name: 'office',
  };
  expect(report.findings).toMatchObject([
    { ...set, path: 'rules["10.0.0.0/8"].action', before: 'allow', after: 'deny' },
    { ...set, path: 'rules["172.16.0.0/12"]', before: null, after: { action: 'allow' } },
    { ...set, path: 'rules["192.0.2.1"].description', before: 'one', after: 'two' },
    { ...set, path: 'rules["198.51.100.0/24"]', before: { action: 'deny' }, after: null },
  ]);
  expect(report.findings.map(({ by }) => by?.who?.subject)).toEqual(Array(4).fill(ANN.subject));
  expect(report.coverage.total).toMatchObject({ unmanaged: 0 });
});

test('an object with the natural key of one that is gone has replaced it', async () => {
  const id = idOf(await policy());
  const rule = await estate.deploy('netingress_ip_policy_rule', 'one', {
    ip_policy_id: id,
    cidr: '10.0.0.0/8',
    action: 'allow',
  });
  await estate.byHand('DELETE', pathOf('ip_policy_rule', idOf(rule)));
  const other = await estate.byHand('POST', '/ip_policy_rules', {
    ip_policy_id: id,
    cidr: '10.0.0.0/8',
    action: 'deny',
  });
  const { report } = await estate.drift({ events: estate.events() });
  expect(report.findings).toMatchObject([
    {
      type: 'replaced',
      id: idOf(rule),
      path: 'id',
      before: idOf(rule),
      after: other['id'],
      also: ['action'],
      by: { who: { subject: ANN.subject } },
    },
  ]);
  expect(report.findings[0]?.remedy.command).toContain(
    `terraform import netingress_ip_policy_rule.one ${String(other['id'])}`,
  );
});

test('one object in two states is claimed twice, and so is a rule beside its exclusive set', async () => {
  const object = await policy();
  estate.stated.push({ ...object, state: 'other.tfstate', address: 'module.x.netingress_ip_policy.theirs' });
  expect((await estate.drift()).report.findings).toMatchObject([
    {
      type: 'claimed twice',
      kind: 'ip_policy',
      id: idOf(object),
      address: object.address,
      also: ['module.x.netingress_ip_policy.theirs in other.tfstate'],
    },
  ]);
  estate.stated.length = 0;
  await ruleSet();
  const [rule] = estate.harness.emulator.objects('ip_policy_rule');
  estate.stated.push({
    ...object,
    type: 'netingress_ip_policy_rule',
    address: 'netingress_ip_policy_rule.single',
    values: { ...rule, ip_policy_id: valueAt(rule, 'ip_policy.id') as string },
  });
  const findings = (await estate.drift()).report.findings.filter(({ type }) => type === 'claimed twice');
  expect(findings).toMatchObject([
    { kind: 'ip_policy_rule', also: ['netingress_ip_policy_rules.rules in stack test'] },
  ]);
});

const declares = (name: string, values: object, more: Partial<DeclaredInput> = {}): DeclaredInput => ({
  stack: 'test',
  address: `netingress_ip_policy.${name}`,
  type: 'netingress_ip_policy',
  name,
  path: `test/${name}`,
  repeated: false,
  values: values as DeclaredInput['values'],
  ...more,
});

test('what is declared and not deployed is pending: objects, and fields with literal values', async () => {
  await policy();
  const declared = [
    declares('office', { description: 'new text', metadata: `\${other.thing}` }),
    declares('fresh', { description: 'fresh' }),
    declares('many', {}, { repeated: true }),
  ];
  expect(await found({ declared })).toEqual([
    {
      type: 'pending',
      kind: 'ip_policy',
      address: 'netingress_ip_policy.fresh',
      path: null,
      before: null,
      after: { description: 'fresh' },
    },
    {
      type: 'pending',
      kind: 'ip_policy',
      address: 'netingress_ip_policy.office',
      path: 'description',
      before: 'office',
      after: 'new text',
    },
  ]);
});

test('what a stack no longer declares is pending until it is destroyed', async () => {
  const object = await policy('gone');
  const again = (more: Partial<StateResource>): StateResource => ({ ...object, ...more });
  estate.stated.push(
    again({ address: 'netingress_ip_policy.kept' }),
    again({ address: 'netingress_ip_policy.many[0]' }),
    again({ address: 'netingress_ip_policy.old["a"]' }),
    again({ address: 'netingress_ip_policy.gone', deposed: 'abcd1234' }),
    again({ address: 'module.edge.netingress_ip_policy.gone', module: 'module.edge' }),
    again({ address: 'netingress_ip_policy.gone', state: 'stack other' }),
    again({ address: 'netingress_ip_policy.gone', state: 'prod.tfstate' }),
    again({ address: 'null_resource.other', type: 'null_resource' }),
  );
  const declared = [declares('kept', { description: 'gone' }), declares('many', {}, { repeated: true })];
  const stacks = [{ name: 'test', relocated: ['netingress_ip_policy.old'] }];
  const { report } = await estate.drift({ declared, stacks });
  const pending = report.findings.filter(({ type }) => type === 'pending');
  expect(pending).toMatchObject([
    {
      kind: 'ip_policy',
      id: idOf(object),
      name: 'gone',
      address: 'netingress_ip_policy.gone',
      state: 'stack test',
      path: null,
      before: idOf(object),
      after: null,
      remedy: { command: 'terraform apply -target=netingress_ip_policy.gone' },
    },
  ]);
  expect(pending.map(whatOf)).toEqual(['is deployed and no longer declared']);
  expect(exitStatus(report, { failOn: ['pending'] })).toBe(2);
});

test('what is gone from the account and from the code is missing only', async () => {
  const object = await policy('gone');
  await estate.byHand('DELETE', pathOf('ip_policy', idOf(object)));
  const { report } = await estate.drift({ stacks: [{ name: 'test', relocated: [] }] });
  expect(report.findings.map(({ type }) => type)).toEqual(['missing']);
});

test('a field that is changed in code is pending where members beside it are secret or no literals', async () => {
  const target = (stream: string, secret: string) => ({
    data_stream: {
      stream_rn: `crn:cloud:service:region-1:account:name/${stream}`,
      auth: { creds: { cloud_access_key_id: 'AK', cloud_secret_access_key: secret } },
    },
  });
  const config = { format: 'json', target: target('one', 'x') };
  const { address, type, values } = await estate.deploy('netingress_event_destination', 'd', config);
  const pending = async (wanted: object, before: Json = values['target'] ?? null): Promise<unknown[]> => {
    const changed = { ...declares('d', { ...config, target: wanted }), address, type };
    const stated = estate.stated.map((each) => ({ ...each, values: { ...values, target: before } }));
    const { report } = await estate.drift({ declared: [changed], stated });
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

test('another version of a write-only value is pending, the value itself is looked at by nobody', async () => {
  const values = { id: 'cert_1', certificate_pem: 'x', private_key_pem_wo_version: 1 };
  const stated = [{ ...(await policy()), type: 'netingress_tls_certificate', values }];
  const declared = (version: number): DeclaredInput => ({
    ...declares('office', { certificate_pem: 'x', private_key_pem_wo: 'y', private_key_pem_wo_version: version }),
    type: 'netingress_tls_certificate',
  });
  expect(findPending([declared(1)], stated)).toEqual([]);
  expect(findPending([declared(2)], stated)).toMatchObject([
    { path: 'private_key_pem_wo_version', before: 1, after: 2 },
  ]);
});

test('without a declaration nothing is said about what is pending, but that it was not looked at', async () => {
  const { report } = await estate.drift({ declared: undefined });
  expect(report.not_looked_at).toContain('pending');
  expect(exitStatus(report, {})).toBe(0);
  expect(exitStatus(report, { failOn: ['pending'] })).toBe(3);
});

test('fields that the code has Terraform leave alone are counted, and no findings', async () => {
  const object = await policy();
  await estate.byHand('PATCH', pathOf('ip_policy', idOf(object)), { description: 'theirs', metadata: 'x' });
  const declared = [declares('office', { description: 'office' }, { ignoreChanges: ['description'] })];
  expect(await found({ declared })).toMatchObject([{ path: 'metadata' }]);
});

test.each<[string, readonly string[], string, readonly string[]]>([
  ['of its own stack, not of another one with the same address', ['test', 'prod'], 'stack prod', ['description']],
  ['of its own stack, where that says so', ['test', 'prod'], 'stack test', []],
  ['of no other stack, when its own has none', ['test'], 'stack prod', ['description']],
  ['of the only stack with that address, in a state that was given as a file', ['test'], 'prod.tfstate', []],
  ['of none, when several could be meant', ['test', 'prod'], 'prod.tfstate', ['description']],
])('what an object’s code leaves alone is the declaration %s', async (_, stacks, state, expected) => {
  const object = { ...(await policy()), state };
  const other = { ...object, state: 'stack other', values: { ...object.values, id: 'ipp_other' } };
  await estate.byHand('PATCH', pathOf('ip_policy', idOf(object)), { description: 'theirs' });
  const declared = stacks.map((stack) => ({
    ...declares('office', {}, stack === 'test' ? { ignoreChanges: ['description'] } : {}),
    stack,
  }));
  const { report } = await estate.drift({ declared, stated: [object] });
  const paths = report.findings.filter(({ type }) => type === 'changed').map(({ path }) => path);
  expect(paths).toEqual(expected);
  const events = estate.events().filter((event) => event.event_type === 'ip_policy_updated.v0');
  const judged = events.map(
    (event) => judgeEvent(event, { stated: [other, object], declared }, newJudgeMemory())?.path,
  );
  expect(judged).toEqual(expected.length > 0 ? expected : [undefined]);
});

test('a change tells the code that would accept it, by construct and property', async () => {
  const rule = await estate.deploy('netingress_ip_restriction', 'r', {
    type: 'dashboard',
    ip_policy_ids: [idOf(await policy())],
    enforced: false,
  });
  await estate.byHand('PATCH', pathOf('ip_restriction', idOf(rule)), {
    enforced: true,
    ip_policy_ids: [idOf(await policy('second'))],
  });
  const declared = [{ ...declares('r', {}), type: 'netingress_ip_restriction', address: rule.address }];
  const { report } = await estate.drift({
    declared: [...declared],
    places: [{ state: 'stack test', folder: 'cdktf.out/stacks/test' }],
  });
  const remedies = report.findings.filter(({ type }) => type === 'changed').map(({ remedy }) => remedy);
  expect(remedies).toMatchObject([
    {
      command: 'terraform -chdir=cdktf.out/stacks/test apply -target=netingress_ip_restriction.r',
      code: { construct: 'test/r', property: 'enforced', from: false, to: true },
    },
    { code: { property: 'ipPolicyIds' } },
  ]);
});

test('what the service made for another object, and the key of this run, are derived and counted', async () => {
  const key = await estate.byHand('POST', '/api_keys', { description: 'mine' });
  const domain = await estate.deploy('netingress_domain', 'd', {
    domain: 'a.example.com',
    certificate_management_policy: { authority: 'letsencrypt' },
  });
  await estate.harness.emulator.fetch(
    new Request('http://127.0.0.1/_emulator/settings', {
      method: 'PUT',
      body: JSON.stringify({ certificates: { seconds: 0 } }),
    }),
  );
  // The job that is under way ends as it began; another policy starts one that ends at once.
  await estate.byHand('PATCH', pathOf('domain', idOf(domain)), {
    certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' },
  });
  const { report } = await estate.drift({ ownKey: String(key['id']) });
  expect(report.findings.filter(({ type }) => type === 'unmanaged')).toEqual([]);
  expect(report.derived.map(({ kind, id }) => [kind, id])).toEqual(expect.arrayContaining([['api_key', key['id']]]));
  expect(report.derived.map(({ kind }) => kind)).toContain('tls_certificate');
});

test('changes that were made and undone are told, and are no findings', async () => {
  const object = await policy();
  const path = pathOf('ip_policy', idOf(object));
  await estate.byHand('PATCH', path, { description: 'mine for a minute' });
  await estate.byHand('PATCH', path, { description: 'office' }, { id: 'usr_bob', subject: 'bob@example.com' });
  const gone = await estate.byHand('POST', '/ip_policies', { description: 'came' });
  await estate.byHand('DELETE', pathOf('ip_policy', gone['id']));
  const { report } = await estate.drift({ events: estate.events() });
  expect(report.findings).toEqual([]);
  expect(report.undone).toMatchObject([
    {
      id: idOf(object),
      path: 'description',
      before: 'office',
      after: 'mine for a minute',
      made: { who: { subject: ANN.subject } },
      undone: { who: { subject: 'bob@example.com' } },
    },
    { id: gone['id'], path: null },
  ]);
});

test('the author is who gave the field its present value, not who touched the object last', async () => {
  const object = await policy();
  const path = pathOf('ip_policy', idOf(object));
  await estate.byHand('PATCH', path, { description: 'wrong' });
  await estate.byHand('PATCH', path, { metadata: 'x' }, { id: 'usr_bob', subject: 'bob@example.com', source: 'API' });
  const events = aSecondApart(estate.events());
  const { report } = await estate.drift({ events: [...events, ...events].reverse(), self: ['usr_bob'] });
  expect(
    report.findings.map(({ path: field, by }) => [field, by?.who?.subject, by?.who?.source, by?.self, by?.certain]),
  ).toEqual([
    ['description', ANN.subject, 'Dashboard', false, true],
    ['metadata', 'bob@example.com', 'API', true, true],
  ]);
});

test('values that the configuration marks as sensitive are never shown', async () => {
  const object = await policy();
  estate.stated[0] = { ...object, sensitive: [['description']] };
  await estate.byHand('PATCH', pathOf('ip_policy', idOf(object)), { description: 'office secret' });
  const { report } = await estate.drift({});
  expect(report.findings).toMatchObject([
    { path: 'description', before: '(sensitive value)', after: '(sensitive value)', name: null },
  ]);
});

test('a resource of a type that is not known makes the run incomplete', async () => {
  const object = await policy();
  estate.stated.push({ ...object, type: 'netingress_hologram', address: 'netingress_hologram.x' });
  const { report } = await estate.drift();
  expect(report.incomplete).toMatchObject([{ kind: 'netingress_hologram', reason: 'unknown' }]);
  expect(exitStatus(report, {})).toBe(3);
});

test('an object that was replaced and is still to be destroyed is managed', async () => {
  const object = await policy();
  estate.stated[0] = { ...object, deposed: 'abcd1234' };
  const { report } = await estate.drift();
  expect(report.findings).toEqual([]);
  expect(report.coverage.total.fraction).toBe('1/1');
});

test('nothing but lists and one GET an object about to be called missing is sent', async () => {
  const first = await policy();
  await policy('second');
  await estate.byHand('DELETE', pathOf('ip_policy', idOf(first)));
  estate.requests();
  await estate.drift();
  const sent = estate.requests();
  expect(sent.filter((request) => !request.startsWith('GET '))).toEqual([]);
  expect(sent.filter((request) => /_[0-9A-Za-z]{27}$/.test(request))).toEqual([`GET /ip_policies/${idOf(first)}`]);
});

test('what the public service does to domains by itself is no drift; what somebody else does to them is', async () => {
  await estate.close();
  estate = await createEstate('ngrok');
  await estate.deploy('netingress_domain', 'regional', { domain: 'a.example.com', region: 'us' });
  const { values } = await estate.deploy('netingress_domain', 'wildcard', { domain: '*.example.com' });
  expect([values['certificate_management_policy'], await found()]).toEqual([null, []]);
  const rsa = { authority: 'letsencrypt', private_key_type: 'rsa' };
  await estate.byHand('PATCH', pathOf('domain', values['id']), { certificate_management_policy: rsa });
  expect(await found()).toMatchObject([{ path: 'certificate_management_policy', before: null, after: rsa }]);
});

test('a rule that was changed to another network is the doing of who changed it, not of who made it', async () => {
  await ruleSet();
  const rules = estate.harness.emulator.objects('ip_policy_rule');
  const pathOfRule = (cidr: string): string =>
    pathOf('ip_policy_rule', rules.find((rule) => rule['cidr'] === cidr)?.['id']);
  const path = pathOfRule('198.51.100.0/24');
  await estate.byHand('DELETE', pathOfRule('192.0.2.1/32'));
  await estate.byHand('PATCH', path, { cidr: '203.0.113.0/24' }, { id: 'usr_bob', subject: 'bob@example.com' });
  await estate.byHand('PATCH', path, { description: 'later' });
  const authors = estate.events().map((event) => authorOf(event)?.id ?? '');
  const self = authors.filter((author) => author !== ANN.id && author !== 'usr_bob');
  const report = async (): Promise<unknown[]> => {
    const drift = await estate.drift({ events: aSecondApart(estate.events()), self });
    return drift.report.findings.map(({ path: field, by, unattributed }) => [
      field,
      by?.who?.subject ?? unattributed,
      by?.self,
      by?.certain,
    ]);
  };
  expect(self.length).toBeGreaterThan(0);
  expect(await report()).toEqual([
    ['rules["192.0.2.1"]', ANN.subject, false, true],
    ['rules["198.51.100.0/24"]', 'bob@example.com', false, true],
    ['rules["203.0.113.0/24"]', 'bob@example.com', false, true],
  ]);
  // On to a network that the set has: what differs there came with the rule.
  await estate.byHand('PATCH', path, { cidr: '192.0.2.1/32' });
  expect(await report()).toEqual([
    ['rules["192.0.2.1"].description', ANN.subject, false, true],
    ['rules["198.51.100.0/24"]', 'bob@example.com', false, true],
  ]);
});

test('an object that was changed to the natural key of one that is gone was put there by who changed it', async () => {
  const id = idOf(await policy());
  const rule = await estate.deploy('netingress_ip_policy_rule', 'one', {
    ip_policy_id: id,
    cidr: '10.0.0.0/8',
    action: 'allow',
  });
  const other = await estate.byHand('POST', '/ip_policy_rules', {
    ip_policy_id: id,
    cidr: '192.0.2.0/24',
    action: 'allow',
  });
  await estate.byHand('DELETE', pathOf('ip_policy_rule', idOf(rule)));
  await estate.byHand('PATCH', pathOf('ip_policy_rule', other['id']), { cidr: '10.0.0.0/8' }, { subject: 'bob' });
  const { report } = await estate.drift({ events: aSecondApart(estate.events()) });
  expect(report.findings).toMatchObject([{ type: 'replaced', after: other['id'], by: { who: { subject: 'bob' } } }]);
});

test('of changes within one second the later one to come counts, and nobody is certain', async () => {
  const object = await policy();
  const path = pathOf('ip_policy', idOf(object));
  await estate.byHand('PATCH', path, { description: 'first' });
  await estate.byHand('PATCH', path, { description: 'second' }, { id: 'usr_bob', subject: 'bob@example.com' });
  const [first, second] = estate.events().filter((event) => event.event_type === 'ip_policy_updated.v0');
  if (!first || !second) throw new Error('No events');
  const time = '2026-11-21T00:00:00Z';
  const events = [
    { ...first, event_id: 'ev_z', event_timestamp: time },
    { ...second, event_id: 'ev_a', event_timestamp: time },
  ];
  const bob = { who: { subject: 'bob@example.com' }, certain: false };
  expect((await estate.drift({ events })).report.findings).toMatchObject([{ after: 'second', by: bob }]);
  // The account tells which of them was the last, if their order does not.
  expect((await estate.drift({ events: [...events].reverse() })).report.findings).toMatchObject([{ by: bob }]);
  const memory = newJudgeMemory();
  const judged = events.map((event) => judgeEvent(event, { stated: estate.stated }, memory)?.after);
  expect(judged).toEqual(['first', 'second']);
});
