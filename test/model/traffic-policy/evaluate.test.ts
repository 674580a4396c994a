// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
import { type Cidr, parseCidr } from '../../../src/model/ip/cidr';
import type { PolicyRule } from '../../../src/model/ip/policy';
import type { JsonObject } from '../../../src/model/json';
import {
  evaluateTrafficPolicy,
  type PolicyObjects,
  type PolicyOutcome,
  summarizeOutcomes,
} from '../../../src/model/traffic-policy/evaluate/policy';
import type { PolicyRequest } from '../../../src/model/traffic-policy/evaluate/request';

const allow = (cidr: string): PolicyRule => ({ cidr: parseCidr(cidr) as Cidr, action: 'allow' });

const none: PolicyObjects = { ipPolicy: () => undefined };

function evaluate(
  policy: JsonObject | string,
  request: PolicyRequest,
  objects: PolicyObjects = none,
): readonly PolicyOutcome[] {
  return evaluateTrafficPolicy(typeof policy === 'string' ? policy : JSON.stringify(policy), 'https', request, objects);
}

const forward = { actions: [{ type: 'forward-internal', config: { url: 'https://app.internal' } }] };
const denyWhen = (...expressions: string[]): JsonObject => ({
  on_http_request: [{ expressions, actions: [{ type: 'deny', config: { status_code: 404 } }] }, forward],
});

describe('restrict-ips', () => {
  const policy = (config: JsonObject): JsonObject => ({
    on_http_request: [{ actions: [{ type: 'restrict-ips', config }] }, forward],
  });

  test.each([
    ['203.0.113.7', 'admitted'],
    ['203.0.113.66', 'denied'],
    ['198.51.100.1', 'denied'],
  ])('an allow and no deny admits: %s is %s', (clientIp, expected) => {
    const config = { enforce: true, allow: ['203.0.113.0/24'], deny: ['203.0.113.66/32'] };
    expect(summarizeOutcomes(evaluate(policy(config), { clientIp }))).toBe(expected);
  });

  test('without any allow no address is admitted', () => {
    const config = { enforce: true, deny: ['203.0.113.0/24'] };
    expect(summarizeOutcomes(evaluate(policy(config), { clientIp: '198.51.100.1' }))).toBe('denied');
  });

  test('the rules of IP policies count, and those of a deleted policy admit no address', () => {
    const config = { enforce: true, ip_policies: ['ipp_1'] };
    const objects = (rules: readonly PolicyRule[] | undefined): PolicyObjects => ({ ipPolicy: () => rules });
    const decide = (rules: readonly PolicyRule[] | undefined) =>
      summarizeOutcomes(evaluate(policy(config), { clientIp: '203.0.113.7' }, objects(rules)));
    expect(decide([allow('203.0.113.0/24')])).toBe('admitted');
    expect(decide([])).toBe('denied');
    expect(decide(undefined)).toBe('unknown');
  });

  test('that is not enforced admits every address', () => {
    const config = { enforce: false, allow: ['203.0.113.0/24'] };
    expect(summarizeOutcomes(evaluate(policy(config), { clientIp: '198.51.100.1' }))).toBe('admitted');
  });

  test('runs in on_tcp_connect before the request', () => {
    const outcomes = evaluate(
      {
        on_tcp_connect: [{ actions: [{ type: 'restrict-ips', config: { enforce: true, allow: ['10.0.0.0/8'] } }] }],
        ...denyWhen('true'),
      },
      { clientIp: '203.0.113.7' },
    );
    expect(outcomes).toEqual([
      expect.objectContaining({ result: 'denied', reason: expect.stringContaining('on_tcp_connect[0].actions[0]') }),
    ]);
  });
});

describe('an expression', () => {
  const request: PolicyRequest = {
    clientIp: '203.0.113.7',
    url: 'https://app.example.com/admin/1?debug=true&x=1',
    method: 'post',
    headers: { 'X-Token': 'secret', Cookie: 'session=abc; other=1', 'User-Agent': 'curl/8' },
    now: Date.parse('2026-01-31T12:00:00Z'),
    variables: { 'conn.client_ip.geo.location.country_code': 'DE' },
  };

  test.each([
    ["conn.client_ip == '203.0.113.7'"],
    ["inCidrRange(conn.client_ip, '203.0.113.0/24')"],
    ["inCidrRanges(conn.client_ip, ['nonsense', '203.0.113.0/24'])"],
    ['!conn.client_ip.isPrivateIp()'],
    ["conn.client_ip.geo.location.country_code in ['DE', 'AT']"],
    ["req.method == 'POST' && req.url.path.startsWith('/admin')"],
    ["req.url.path.matches('^/admin/[0-9]+$')"],
    ["req.url.host == 'app.example.com' && req.url.port == 443 && req.url.scheme == 'https'"],
    ["req.url.query_params['debug'][0] == 'true' && hasQueryParam('x')"],
    ["getReqHeader('X-TOKEN')[0] == 'secret' && req.headers['x-token'].exists(v, v == 'secret')"],
    ["hasReqCookie('session') && getReqCookie('session').value == 'abc'"],
    ['has(req.headers.cookie) && !has(req.headers.accept) && has(conn.client_ip)'],
    ["req.user_agent.contains('curl')"],
    ["timestamp(time.now) > timestamp('2026-01-01T00:00:00Z')"],
    ["hash.sha256('a') == 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb' && 'a'.md5() != ''"],
    ["'a,b'.split(',').slice(1, 2)[0] == 'b' && lists.range(3).size() == 3 && 'A'.lower() == 'a'"],
  ])('is evaluated: %s', (expression) => {
    expect(evaluate(denyWhen(expression), request)).toMatchObject([{ result: 'denied', status: 404, depends: [] }]);
    expect(evaluate(denyWhen(`!(${expression})`), request)).toMatchObject([{ result: 'forwarded', depends: [] }]);
  });

  test.each([
    ["req.method == 'GET'", { clientIp: '203.0.113.7' }],
    ['conn.client_ip.is_tor_node', { clientIp: '203.0.113.7' }],
    ["secrets.get('v', 's') == 'x'", request],
    ["req.headers['x-missing'][0] == 'x'", request],
    ['actions.ngrok.rate_limit.limited', request],
    ["timestamp(time.now) > timestamp('2026-01-01T00:00:00Z')", { clientIp: '203.0.113.7' }],
  ])('without known result leaves both outcomes: %s', (expression, known: PolicyRequest) => {
    const outcomes = evaluate(denyWhen(expression), known);
    expect(outcomes).toMatchObject([
      { result: 'denied', depends: [expression] },
      { result: 'forwarded', depends: [] },
    ]);
    expect(summarizeOutcomes(outcomes)).toBe('unknown');
  });

  test('that is false decides, whatever is unknown', () => {
    const outcomes = evaluate(denyWhen('conn.client_ip.is_tor_node', "conn.client_ip == '192.0.2.1'"), request);
    expect(summarizeOutcomes(outcomes)).toBe('admitted');
  });
});

test('a path with invalid escapes is used as it is', () => {
  const outcomes = evaluate(denyWhen("req.url.path == '/%zz'"), { url: 'https://app.example.com/%zz' });
  expect(summarizeOutcomes(outcomes)).toBe('denied');
});

describe('actions', () => {
  const request: PolicyRequest = { clientIp: '203.0.113.7', url: 'https://app.example.com/old/a' };

  test('custom-response renders CEL, and set-vars sets variables of the phase', () => {
    const policy = {
      on_http_request: [
        {
          actions: [
            { type: 'set-vars', config: { vars: [{ who: '${conn.client_ip}' }, { n: 2 }, { copy: '${vars.who}' }] } },
          ],
        },
        {
          expressions: ['vars.n == 2.0 || vars.copy == conn.client_ip'],
          actions: [
            { type: 'custom-response', config: { status_code: 503, body: 'Hi ${vars.copy} at ${req.url.path}' } },
          ],
        },
      ],
    };
    expect(evaluate(policy, request)[0]).toMatchObject({
      result: 'responded',
      status: 503,
      admitted: false,
      body: 'Hi 203.0.113.7 at /old/a',
    });
  });

  test('redirect ends the request only if the URL matches', () => {
    const policy = (from: string): JsonObject => ({
      on_http_request: [{ actions: [{ type: 'redirect', config: { from, to: 'https://new.example' } }] }, forward],
    });
    expect(evaluate(policy('/old/'), request)).toMatchObject([{ result: 'redirected', status: 302 }]);
    expect(evaluate(policy('/new/'), request)).toMatchObject([{ result: 'forwarded' }]);
  });

  test('forward-internal continues in the policy of the target', () => {
    const target = JSON.stringify(denyWhen("req.url.path.startsWith('/old')"));
    const objects: PolicyObjects = { ...none, endpoint: () => ({ policy: target }) };
    expect(evaluate({ on_http_request: [forward] }, request, objects)).toMatchObject([
      { result: 'denied', reason: expect.stringContaining('https://app.internal, on_http_request[0]') },
    ]);
  });

  test('forward-internal to a missing endpoint continues if it may', () => {
    const objects: PolicyObjects = { ...none, endpoint: () => 'missing' };
    const policy = (onError: string): JsonObject => ({
      on_http_request: [
        {
          actions: [
            { type: 'forward-internal', config: { url: 'https://a.internal', on_error: onError } },
            { type: 'deny' },
          ],
        },
      ],
    });
    expect(evaluate(policy('continue'), request, objects)).toMatchObject([{ result: 'denied', status: 403 }]);
    expect(evaluate(policy('halt'), request, objects)).toMatchObject([{ result: 'unhandled' }]);
  });

  test('endpoints that forward to each other end', () => {
    const text = JSON.stringify({ on_http_request: [forward] });
    const objects: PolicyObjects = { ...none, endpoint: () => ({ policy: text }) };
    expect(evaluate(text, request, objects)).toMatchObject([{ result: 'forwarded' }]);
  });

  test('that only the service can evaluate are named', () => {
    const policy = {
      on_http_request: [
        {
          actions: [
            { type: 'oauth', config: { provider: 'google' } },
            { type: 'log', config: { metadata: {} } },
          ],
        },
        forward,
      ],
    };
    expect(evaluate(policy, request)).toMatchObject([{ result: 'forwarded', passes: ['oauth'] }]);
  });

  test('a request that no action ends is not admitted', () => {
    expect(evaluate({ on_http_request: [] }, request)).toMatchObject([{ result: 'unhandled', admitted: false }]);
    expect(evaluate('on_http_request: [', request)).toMatchObject([{ result: 'unknown' }]);
  });
});

test('an action that the model does not have is passed and named', () => {
  const [outcome] = evaluate({ on_http_request: [{ actions: [{ type: 'newer-action' }] }, forward] }, {});
  expect(outcome).toMatchObject({ result: 'forwarded', passes: ['newer-action'] });
});

test('has() of a variable whose value is unknown is unknown, in later rules too', () => {
  const set = (name: string, value: string): JsonObject => ({
    type: 'set-vars',
    config: { vars: [{ [name]: value }] },
  });
  const deny = { expressions: ['!has(vars.role)'], actions: [{ type: 'deny' }] };
  const actions = [set('role', '${conn.client_ip.geo.country}'), set('other', 'x')];
  const outcomes = evaluate({ on_http_request: [{ actions }, deny, forward] }, { clientIp: '203.0.113.7' });
  expect(outcomes.map(({ result, depends }) => [result, depends])).toEqual([
    ['denied', ['!has(vars.role)']],
    ['forwarded', []],
  ]);
});
