import { createFacts } from '../../src/access/facts';
import { type ConfiguredObjects, fromStacks } from '../../src/objects/from-stacks';
import { expandRules } from '../../src/objects/objects';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import { describeCause } from '../../src/values/describe-cause';
import type { JsonObject } from '../../src/values/json';
import { isUnknown, type KnownJson, listUnknown } from '../../src/values/known';
import { expression } from '../support/expression';

/** Matches an unknown value whose cause has the text in its words. */
const because = (text: string) => ({
  asymmetricMatch: (value: unknown) => isUnknown(value) && describeCause(value.cause).includes(text),
});

const declare = (stacks: Readonly<Record<string, JsonObject>>): ConfiguredObjects => {
  const read = fromStacks(Object.entries(stacks).map(([name, file]) => parseConfiguration(name, `/${name}`, [file])));
  return { ...read, lists: expandRules(read.lists) };
};

/** The values of the objects of a kind by id. */
const valuesOf = (declared: ConfiguredObjects, kind: string): Record<string, Record<string, KnownJson>> =>
  Object.fromEntries(
    (declared.lists.find((list) => list.kind === kind)?.objects ?? []).map(({ id, values }) => [id, values]),
  );

const remote = (stack: string, output: string): string =>
  expression(`data.terraform_remote_state.cross-stack-reference-input-${stack}.outputs.${output}`);

test('references within a stack and through outputs of other stacks are the ids of the objects', () => {
  const declared = declare({
    network: {
      resource: {
        netingress_ip_policy: { office: { description: 'Office' }, old: {} },
        netingress_ip_policy_rules: {
          office: {
            ip_policy_id: expression('netingress_ip_policy.office.id'),
            rules: { '203.0.113.0/24': { action: 'allow' }, '192.0.2.0/24': null },
          },
        },
      },
      import: [{ to: 'netingress_ip_policy.old', id: 'ipp_old' }],
      locals: { policies: [expression('netingress_ip_policy.office.id'), expression('netingress_ip_policy.old.id')] },
      output: {
        office: { value: expression('netingress_ip_policy.office.id') },
        all: { value: expression('local.policies') },
      },
    },
    edge: {
      data: { netingress_ip_policy: { found: { id: 'ipp_found' }, named: { description: 'x' } } },
      resource: {
        netingress_ip_restriction: {
          api: { type: 'api', enforced: true, ip_policy_ids: remote('network', 'all') },
          agent: {
            type: 'agent',
            ip_policy_ids: [
              remote('network', 'office'),
              remote('network', 'all[1]'),
              expression('data.netingress_ip_policy.found.id'),
              expression('data.netingress_ip_policy.named.id'),
              'ipp_literal',
            ],
          },
        },
        netingress_ip_policy_rule: {
          one: {
            ip_policy_id: remote('network', 'office'),
            cidr: expression('netingress_ip_policy_rule.two.cidr'),
            action: expression('var.action'),
          },
          two: { ip_policy_id: 'ipp_literal', cidr: '198.51.100.0/24', action: 'deny' },
        },
      },
    },
  });
  const office = 'network: netingress_ip_policy.office';
  const named = 'data.netingress_ip_policy.named.id of the stack edge';
  expect(valuesOf(declared, 'ip_restriction')).toEqual({
    'edge: netingress_ip_restriction.api': { type: 'api', enforced: true, ip_policy_ids: [office, 'ipp_old'] },
    'edge: netingress_ip_restriction.agent': {
      type: 'agent',
      ip_policy_ids: [office, 'ipp_old', 'ipp_found', because(named), 'ipp_literal'],
    },
  });
  expect(valuesOf(declared, 'ip_policy_rule')).toEqual({
    'network: netingress_ip_policy_rules.office["203.0.113.0/24"]': {
      ...{ ip_policy_id: office, cidr: '203.0.113.0/24', action: 'allow', description: null, metadata: null },
    },
    'edge: netingress_ip_policy_rule.one': {
      ip_policy_id: office,
      cidr: '198.51.100.0/24',
      action: expect.objectContaining({ cause: { kind: 'reference', reference: 'var.action', stack: 'edge' } }),
    },
    'edge: netingress_ip_policy_rule.two': { ip_policy_id: 'ipp_literal', cidr: '198.51.100.0/24', action: 'deny' },
  });
  expect(declared.undecided).toEqual([]);
  const { restrictions } = createFacts(declared.lists);
  expect(restrictions.objects[0]).toMatchObject({ policyIds: [office, 'ipp_old'] });
  expect(restrictions.incomplete).toBeUndefined();
});

test('a remote state without the name that CDKTF gives is that of the stack with the same backend, whatever its own name is', () => {
  const backend = (path: string): JsonObject => ({ backend: { local: { path } } });
  const rule = (state: string): JsonObject => ({
    ip_policy_id: expression(`data.terraform_remote_state.${state}.outputs.id`),
    cidr: '192.0.2.0/24',
    action: 'allow',
  });
  const declared = declare({
    a: { terraform: backend('/a'), output: { id: { value: 'ipp_a' } } },
    b: { terraform: backend('/b'), output: { id: { value: 'ipp_b' } } },
    app: {
      data: {
        terraform_remote_state: {
          a: { backend: 'local', config: { path: '/b' } },
          b: { backend: 'local', config: { path: expression('var.path') } },
        },
      },
      resource: { netingress_ip_policy_rule: { a: rule('a'), b: rule('b'), c: rule('unknown-a') } },
    },
  });
  const ids = Object.values(valuesOf(declared, 'ip_policy_rule')).map((values) => values['ip_policy_id']);
  expect(ids).toMatchObject(['ipp_b', because('.b.outputs.id'), because('')]);
});

test('a literal count or for_each has its instances; an unknown one is one object, and of a rule only its policy is known', () => {
  const rule = (more: JsonObject): JsonObject => ({
    ip_policy_id: expression('netingress_ip_policy.p.id'),
    cidr: '192.0.2.0/24',
    action: 'allow',
    ...more,
  });
  const declared = declare({
    s: {
      resource: {
        netingress_ip_policy: { p: {}, many: { count: 2 } },
        netingress_ip_policy_rule: {
          each: rule({ for_each: { a: '192.0.2.0/25', b: expression('var.b') }, cidr: expression('each.value') }),
          set: rule({ for_each: expression('toset(["198.51.100.0/24"])'), cidr: expression('each.key') }),
          escaped: rule({ for_each: { 'a$${b}': '198.51.100.0/25' }, cidr: expression('each.value') }),
          refers: rule({ cidr: expression('netingress_ip_policy_rule.escaped["a$${b}"].cidr') }),
          count: rule({ count: 2, ip_policy_id: expression('netingress_ip_policy.many[1].id') }),
          index: rule({ count: 2, ip_policy_id: expression('netingress_ip_policy.many[count.index].id') }),
          unknown: rule({ for_each: expression('var.networks') }),
          maybe: rule({ count: expression('var.enabled ? 1 : 0') }),
          element: rule({ for_each: expression('toset(["192.0.2.0/24", var.office])'), cidr: expression('each.key') }),
        },
        netingress_ip_restriction: {
          r: { count: expression('var.n'), type: 'api', enforced: true, ip_policy_ids: [] },
        },
      },
    },
  });
  const rules = valuesOf(declared, 'ip_policy_rule');
  const of = (address: string) => rules[`s: netingress_ip_policy_rule.${address}`] ?? {};
  expect(of('each["a"]')['cidr']).toBe('192.0.2.0/25');
  expect(of('each["b"]')['cidr']).toMatchObject(because("element 'b' of for_each"));
  expect(of('set["198.51.100.0/24"]')['cidr']).toBe('198.51.100.0/24');
  expect(of('refers')['cidr']).toBe('198.51.100.0/25');
  expect(of('count[0]')['ip_policy_id']).toBe('s: netingress_ip_policy.many[1]');
  expect(isUnknown(of('index[0]')['ip_policy_id'])).toBe(true);
  for (const name of ['unknown', 'maybe', 'element']) {
    expect(of(`${name}[*]`)['ip_policy_id']).toBe('s: netingress_ip_policy.p');
    expect(isUnknown(of(`${name}[*]`)['cidr']) && isUnknown(of(`${name}[*]`)['action'])).toBe(true);
  }
  const causes = listUnknown(of('element[*]')).map(({ cause }) => describeCause(cause));
  expect(causes.join()).toContain('element 2 of for_each of netingress_ip_policy_rule.element');
  const [restriction] = Object.values(valuesOf(declared, 'ip_restriction'));
  expect(restriction && ['type', 'enforced', 'ip_policy_ids'].every((name) => isUnknown(restriction[name]))).toBe(true);
});

test.each<[string, JsonObject, string]>([
  ['a negative count', { count: -1 }, 'count of ADDRESS of the stack s is not a whole number of at least 0'],
  ['half a count', { count: 1.5 }, 'count of ADDRESS of the stack s is not a whole number of at least 0'],
  [
    'a number in for_each',
    { for_each: expression('toset([1])') },
    'element 1 of for_each of ADDRESS of the stack s is not a string',
  ],
])('%s, which Terraform refuses, gives no certain instances', (_, repetition, cause) => {
  const declared = declare({ s: { resource: { netingress_ip_policy: { p: repetition } } } });
  const { 's: netingress_ip_policy.p[*]': values = {} } = valuesOf(declared, 'ip_policy');
  const causes = listUnknown(values).map((each) => describeCause(each.cause));
  expect(causes.join()).toContain(cause.replace('ADDRESS', 'netingress_ip_policy.p'));
});

test('unknown rules of a set are unknown rules of its policy', () => {
  const set = (rules: unknown): JsonObject => ({ ip_policy_id: 'ipp_1', rules: rules as JsonObject });
  const netingress_ip_policy_rules = {
    map: set(expression('var.rules')),
    key: set({ [expression('var.cidr')]: { action: 'allow' } }),
    rule: set({ '192.0.2.0/24': expression('var.rule') }),
    action: set({ '198.51.100.0/24': { action: expression('var.action') } }),
  };
  const { rules } = createFacts(declare({ s: { resource: { netingress_ip_policy_rules } } }).lists);
  const found = rules.objects.map(({ id, policyId, network, action }) => [
    ...[id.replace('s: netingress_ip_policy_rules.', ''), policyId, isUnknown(network), isUnknown(action)],
  ]);
  expect(found).toEqual([
    ['map[*]', 'ipp_1', true, true],
    ['key[*]', 'ipp_1', true, true],
    ['rule["192.0.2.0/24"]', 'ipp_1', true, true],
    ['action["198.51.100.0/24"]', 'ipp_1', false, true],
  ]);
});

test('a traffic policy is its text, its document with unknown parts, or unknown if its document cannot be read', () => {
  const POLICY_ID = expression('netingress_ip_policy.p.id');
  const policy = (config: string): string =>
    `{"on_http_request":[{"expressions":["req.url.path == '$\${x}'"],"actions":[{"type":"restrict-ips","config":${config}}]}]}`;
  const declared = declare({
    s: {
      resource: {
        netingress_ip_policy: { p: {}, each: { for_each: { a: 1 } } },
        netingress_cloud_endpoint: {
          each: { traffic_policy: policy(`{"ip_policies":["${expression('netingress_ip_policy.each["a"].id')}"]}`) },
          known: { traffic_policy: policy(`{"ip_policies":["${POLICY_ID}"]}`) },
          part: { traffic_policy: policy(`{"ip_policies":["${POLICY_ID}","${expression('var.id')}"]}`) },
          encoded: { traffic_policy: policy(`{"allow":${expression('jsonencode(var.allow)')},"enforce":true}`) },
          cel: { traffic_policy: policy(`{"x":"conn.client_ip in ['${expression('var.ip')}']"}`) },
          raw: { traffic_policy: policy(expression('var.config')) },
          name: { traffic_policy: policy(`{"${expression('var.name')}":1}`) },
          marks: { traffic_policy: policy(`{"a":"\\ue0000\\ue001","b":"${expression('var.b')}"}`) },
          object: { traffic_policy: expression('jsonencode({on_http_request = [{actions = [{type = var.type}]}]})') },
          yaml: { traffic_policy: `on_http_request:\n  - actions:\n      - type: ${expression('var.type')}\n` },
          file: { traffic_policy: expression('file("policy.yml")') },
          choice: { traffic_policy: policy('{"a":"%{ if var.x }a%{ else }b%{ endif }"}') },
          strings: { traffic_policy: policy('{"a":["%{ if var.x }a","b%{ endif }"]}') },
          rule: {
            traffic_policy:
              'on_http_request:\n  - actions:\n      - type: deny\n          %{ if var.x }\n  - actions:\n      - type: log\n          %{ endif }\n',
          },
        },
      },
    },
  });
  const endpoints = valuesOf(declared, 'cloud_endpoint');
  const policyOf = (name: string) => endpoints[`s: netingress_cloud_endpoint.${name}`]?.['traffic_policy'];
  const config = (name: string): unknown => {
    const document = policyOf(name) as { on_http_request: { actions: { config: unknown }[] }[] };
    return document.on_http_request[0]?.actions[0]?.config;
  };
  expect(policyOf('known')).toBe(
    `{"on_http_request":[{"expressions":["req.url.path == '\${x}'"],"actions":[{"type":"restrict-ips","config":{"ip_policies":["s: netingress_ip_policy.p"]}}]}]}`,
  );
  // The address of an object without id is escaped as JSON.
  expect(JSON.parse(policyOf('each') as string).on_http_request[0].actions[0].config).toEqual({
    ip_policies: ['s: netingress_ip_policy.each["a"]'],
  });
  expect(config('part')).toMatchObject({
    ip_policies: ['s: netingress_ip_policy.p', because('var.id of the stack s')],
  });
  expect(config('encoded')).toMatchObject({ allow: because('var.allow'), enforce: true });
  expect(config('cel')).toMatchObject({ x: because(`'conn.client_ip in ['\${var.ip}']' is not known`) });
  const typed = { on_http_request: [{ actions: [{ type: because('var.type') }] }] };
  expect([policyOf('object'), policyOf('yaml')]).toMatchObject([typed, typed]);
  expect(config('choice')).toMatchObject({ a: because('is not known') });
  // The directive contains the second string, or the second rule.
  const unread = ['raw', 'name', 'file', 'marks', 'strings', 'rule'];
  for (const name of unread) expect([name, isUnknown(policyOf(name))]).toEqual([name, true]);
});

test('a module makes the lists incomplete, and providers for several accounts are reported', () => {
  const declared = declare({
    a: { module: { net: { source: './net' } }, provider: { netingress: [{}, { alias: 'b', api_key: 'k' }] } },
    b: { resource: { netingress_ip_policy: { p: { provider: 'netingress.b' } } } },
  });
  for (const { incomplete } of declared.lists) expect(incomplete).toEqual(because('module.net of the stack a'));
  expect(declared.undecided).toEqual([
    { kind: 'alias', address: 'netingress_ip_policy.p', stack: 'b', provider: 'netingress.b' },
    { kind: 'different_providers' },
  ]);
});

test('base URLs in two notations are those of one account', () => {
  const provider = (url: string) => ({ provider: { netingress: { base_url: url, api_key: 'k' } } });
  const undecided = (a: string, b: string) => declare({ a: provider(a), b: provider(b) }).undecided.length;
  expect(undecided('https://api.example.com/', 'https://API.example.com:443')).toBe(0);
  expect(undecided('https://api.example.com', 'https://example.com')).toBe(1);
  expect(undecided(expression('var.a'), expression('var.b'))).toBe(1);
});

test('references that form a circle are unknown', () => {
  const declared = declare({
    s: {
      locals: { a: expression('local.b'), b: expression('local.a') },
      resource: {
        netingress_ip_policy: {
          p: { description: expression('local.a'), metadata: expression('netingress_ip_policy.p.metadata') },
        },
      },
    },
  });
  const [values = {}] = Object.values(valuesOf(declared, 'ip_policy'));
  expect(Object.values(values).every(isUnknown)).toBe(true);
});
