import { compareValues } from '../../src/drift/compare/compare-values';
import { showChange } from '../../src/drift/compare/show-change';
import { getKind } from '../../src/model/kinds';

const { attributes } = getKind('cloud_endpoint');

const policy = (status: number, url?: string): string =>
  JSON.stringify({
    on_http_request: [
      { expressions: ["req.method == 'POST'"], actions: [{ type: 'deny', config: { status_code: status } }] },
      ...(url === undefined ? [] : [{ actions: [{ type: 'forward-internal', config: { url } }] }]),
    ],
  });

/** Configurations of the action of each rule. */
const ACTIONS = [0, 1].map((rule) => `traffic_policy.on_http_request[${rule}].actions[0].config`);

const compare = (before: string, after: string) =>
  compareValues(attributes, { traffic_policy: before }, { traffic_policy: after });

test('a change of a traffic policy has the path inside the policy', () => {
  expect(compare(policy(403, 'https://a.internal'), policy(404, 'https://b.internal')).changes).toEqual([
    { path: `${ACTIONS[0]}.status_code`, before: 403, after: 404 },
    { path: `${ACTIONS[1]}.url`, before: 'https://a.internal', after: 'https://b.internal' },
  ]);
});

test('a rule that was added is one change', () => {
  const after = { actions: [{ config: { url: 'https://a.internal' }, type: 'forward-internal' }] };
  expect(compare(policy(403), policy(403, 'https://a.internal')).changes).toEqual([
    { path: 'traffic_policy.on_http_request[1]', before: null, after },
  ]);
});

test('another representation is no change', () => {
  const yaml =
    "on_http_request:\n- expressions: [req.method == 'POST']\n  actions: [{type: deny, config: {status_code: 403}}]\n";
  expect(compare(policy(403), yaml)).toMatchObject({ changes: [], suppressed: { equivalent: 1 } });
});

test.each([
  ['broken YAML', 'on_http_request: ['],
  ['JSON with a repeated member', '{"on_http_request":[],"on_http_request":[]}'],
  ['JSON with a number beyond its range', '{"on_http_request":[1e999]}'],
])('a text that cannot be parsed, %s, is shown whole', (_, text) => {
  expect(compare('{"on_http_request":[]}', text).changes).toEqual([
    { path: 'traffic_policy', before: '{"on_http_request":[]}', after: text },
  ]);
});

test('null in place of nothing is a difference of what contains it', () => {
  const withRule = (rule: object) => JSON.stringify({ on_http_request: [rule] });
  expect(compare(withRule({ name: null }), withRule({})).changes).toEqual([
    { path: 'traffic_policy.on_http_request[0]', before: { name: null }, after: {} },
  ]);
  expect(compare('{"on_http_request":null}', '{}').changes).toEqual([
    { path: 'traffic_policy', before: { on_http_request: null }, after: {} },
  ]);
});

test('a change inside a policy that a state marks as sensitive is redacted, and its path is not', () => {
  const [change] = compare(policy(403), policy(404)).changes;
  const hidden = { before: '(sensitive value)', after: '(sensitive value)' };
  const shown = change && showChange(change, { traffic_policy: true });
  expect(shown).toEqual({ path: `${ACTIONS[0]}.status_code`, ...hidden });
});
