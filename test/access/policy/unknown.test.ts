// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
import { buildEndpoint } from '../../../src/access/policy/endpoint';
import { createSpace, describeMeaning } from '../../../src/access/space';
import { checkPolicyText } from '../../../src/model/traffic-policy/check/text';
import { PLACEHOLDER } from '../../../src/model/traffic-policy/terraform-template';
import type { KnownJson } from '../../../src/values/known';
import { later } from '../../support/unknown';
import { compare, gets, LATER, of, URL_A, withLater } from './decide';
import { act, always, deny, doing, ok, rules, unless, when } from './rules';

const put = when("req.method == 'PUT'", deny);
const isNew = (before: KnownJson, after: KnownJson): string => compare(of(before), of(after));

test('a policy that cannot be parsed is unknown', () => {
  expect(gets('on_http_request: [')).toBe('unknown');
});

test('a network that is not valid is unknown', () => {
  const vars = act('set-vars', { vars: [{ n: 'nonsense' }] });
  const denying = (network: string) => act('restrict-ips', { allow: ['0.0.0.0/0'], deny: [network] });
  expect(gets(doing(vars, denying('${vars.n}'), ok))).toBe('unknown');
  expect(gets(doing(denying('203.0.113.1/24'), ok))).toBe('unknown');
});

test('two unknown values of one reason are equal for a comparison, also in policies that differ; others are not', () => {
  const allowing = (allow: KnownJson, ...before: readonly KnownJson[]): KnownJson =>
    rules(...before, always(act('restrict-ips', { allow }), ok));
  const text = withLater('<later>/24');
  const never = when('false', ok);
  for (const allow of [LATER, [LATER], [text], ['192.0.2.0/24', text]]) {
    expect(isNew(allowing(allow), allowing(allow, put))).toBe('none');
    expect(isNew(allowing(allow, put), allowing(allow))).toBe('new');
    expect(isNew(allowing(allow, never), allowing(allow))).toBe('none');
  }
  const other = later('var.other');
  expect(isNew(allowing([LATER]), allowing([other]))).toBe('new');
  expect(isNew(allowing([text]), allowing([withLater('10.<later>/24')]))).toBe('new');
  expect(isNew(allowing(['192.0.2.0/24']), allowing([LATER]))).toBe('new');
  expect(isNew(allowing([LATER]), allowing(['192.0.2.0/24']))).toBe('new');
  const constants = ["'10.0.0.0%2F8'.unescapeUrl()", "'0.0.0.0%2F0'.unescapeUrl()", "'x'.charAt(9)", "'y'.charAt(9)"];
  for (const constant of constants) {
    const areNew = constants.map((each) => isNew(allowing([`\${${constant}}`]), allowing([`\${${each}}`])));
    expect(areNew).toEqual(constants.map((each) => (each === constant ? 'none' : 'new')));
  }
});

test.each<[string, KnownJson]>([
  ['a header of a redirect', act('redirect', { to: 'https://b.example.com/', headers: { a: LATER } })],
  ['a header', act('add-headers', { headers: { a: LATER } })],
  ['the networks of restrict-ips that refuses nothing', act('restrict-ips', { allow: LATER, enforce: false })],
  ['a network of restrict-ips that refuses nothing', act('restrict-ips', { allow: [LATER], enforce: false })],
  ['credentials that refuse nothing', act('basic-auth', { credentials: [LATER], enforce: false })],
  ['metadata of a log', act('log', { metadata: { a: LATER } })],
  ['the body of a request', act('http-request', { url: 'https://b.internal', body: LATER })],
])('the same value of Terraform as %s is the same text, an error or not, before and after a change', (_, action) => {
  const [without, refusing] = [doing(action, ok), rules(put, always(action, ok))];
  expect(isNew(without, without)).toBe('none');
  expect(isNew(without, refusing)).toBe('none');
  expect(isNew(refusing, without)).toBe('new');
});

test.each<[string, KnownJson]>([
  ['a phase', { on_http_request: PLACEHOLDER }],
  ['a rule', rules(PLACEHOLDER)],
  ['expressions', rules({ expressions: PLACEHOLDER, actions: [deny] })],
  ['actions', rules({ actions: PLACEHOLDER })],
  ['an action', rules(always(PLACEHOLDER))],
  ['a configuration', rules(always(act('deny', PLACEHOLDER)))],
])('the check of a policy accepts a value of Terraform as %s', (_, policy) => {
  expect(checkPolicyText(JSON.stringify(policy))).toEqual([]);
});

/** The texts of the variables of what the policy does. */
function describePolicy(policy: KnownJson): string[] {
  const space = createSpace();
  const { reaches, gets: got } = buildEndpoint(space, of(policy), URL_A, 'public');
  const keys = space.diagrams.variablesOf(space.diagrams.or(reaches, got));
  return keys.map((key) => describeMeaning(space.getVariable(key).means));
}

test('the descriptions of what a policy reads have no private characters and no read__', () => {
  const policy = rules(
    always(act('set-vars', { vars: [{ a: withLater('x<later>') }] }), act('url-rewrite', { from: '/a', to: LATER })),
    when(withLater("req.url.path == '/<later>'"), deny),
    when("vars.a == 'x' || hasReqHeader('a')", deny),
    always(act('restrict-ips', { allow: [LATER] }), act('forward-internal', { url: LATER })),
  );
  const texts = describePolicy(policy);
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.join('\n')).not.toMatch(/[\ue000-\uf8ff]|read__/);
  expect(texts).toContain('hasReqHeader("a")');
});

test('a secret is a string, so what it is compared with may not have another type', () => {
  const texts = describePolicy(unless("req.headers['x'][0] != secrets.get('v', 's')")).join();
  expect(texts).toContain('secrets.v/s');
  expect(texts).not.toContain('types');
});

test('a policy whose function is too large is unknown, with the reason', () => {
  const list = Array.from({ length: 60 }, (_, index) => when(`req.url.path.startsWith('/${index}')`, deny));
  // Too few nodes for 60 conditions.
  const space = createSpace(500);
  const { reaches, gets: got } = buildEndpoint(space, of(rules(...list, always(ok))), URL_A, 'public');
  for (const diagram of [reaches, got]) {
    const [key = ''] = space.diagrams.variablesOf(diagram);
    expect(space.getVariable(key)).toMatchObject({ kind: 'fact', means: { cause: { kind: 'too_large' } } });
  }
});
