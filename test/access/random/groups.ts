// biome-ignore-all lint/suspicious/noTemplateCurlyInString: traffic policies have this form
/**
 * Makers of random accounts: one for each group, whose decisions are about https://a.example.com, and `restrictions`.
 */
import type { Account, Endpoint, IpRule, Json, JsonObject } from '../reference/account';
import { EMPTY_ACCOUNT, hole } from '../reference/account';
import { ALL_IPV4, NETWORKS, OFFICE, PARTNER } from './networks';
import { act, always, cloud, DENY, HOOKS, NOT_FOUND, OK, REQUEST, type Rule, requests, URL_A, when } from './parts';
import { ending, failing, oneOf, type Pick, restrict, some, total } from './pick';
import { terraform } from './terraform';

function agent(url: string): Endpoint {
  return { ...cloud(url, null, true), owner: 'agent' };
}

function accountOf(...endpoints: readonly Endpoint[]): Account {
  return { ...EMPTY_ACCOUNT, endpoints };
}

const serve = (policy: Json): Endpoint => cloud(URL_A, policy);
const served = (policy: Json): Account => accountOf(serve(policy));
const forward = (host: string, config: JsonObject = {}): JsonObject =>
  act('forward-internal', { url: `https://${host}`, ...config });

function simpleRules(pick: Pick, count = 1 + pick(3)): Rule[] {
  return [
    ...some(count, () => when(total(pick), pick(3) === 0 ? restrict(pick) : ending(pick))),
    always(oneOf(pick, [OK, OK, REQUEST, DENY, restrict(pick)]), OK),
  ].map(endAtFirst);
}

const maybeIf = (pick: Pick, action: JsonObject): Rule => (pick(2) === 0 ? always(action) : when(total(pick), action));

const requestsOf = (pick: Pick): JsonObject => requests(...simpleRules(pick, pick(2)));
/** Without the last one, which ends every request. */
const rulesBefore = (pick: Pick): Rule[] => simpleRules(pick, pick(2)).slice(0, -1);

/** The service refuses an action behind one that ends. */
function endAtFirst({ actions, ...rule }: Rule): Rule {
  const list = actions as readonly JsonObject[];
  const end = list.findIndex(({ type }) => ['deny', 'custom-response', 'close-connection'].includes(type as string));
  return { ...rule, actions: end < 0 ? list : list.slice(0, end + 1) };
}

/** A condition on the status of a response, which has one or two values, after a change of its headers. */
function servedWithChangedResponse(pick: Pick): Account {
  const [one, other] = [201, 202].map((status) => act('custom-response', { status_code: status })) as [Json, Json];
  const change = act('add-headers', { headers: { 'x-a': 'b' } });
  const last = oneOf(pick, [one, other]);
  return served({
    on_http_request: [...(pick(2) === 0 ? [when(total(pick), last === one ? other : one)] : []), always(last)],
    on_http_response: [always(change), when(`res.status_code == ${oneOf(pick, [201, 202])}`, NOT_FOUND)],
  });
}

/**
 * Groups about what docs/internals/gaps.md names as one unknown value, with the least part that must be decided: of the
 * decisions about one account and of the comparisons of two. They are chosen for campaigns of the size of CI.
 */
export const OPAQUE_GROUPS: Readonly<Record<string, { readonly decisions: number; readonly comparisons: number }>> = {
  'the response phase': { decisions: 0.8, comparisons: 0.7 },
  'results of actions': { decisions: 0.8, comparisons: 0.8 },
  'set-vars': { decisions: 0.88, comparisons: 0.85 },
  redirects: { decisions: 0.78, comparisons: 0.8 },
  'changed requests': { decisions: 0.84, comparisons: 0.8 },
};

export const GROUPS: Readonly<Record<string, (pick: Pick) => Account>> = {
  conditions: (pick) => served(requests(...simpleRules(pick))),

  'conditions that fail': (pick) => {
    const rules = some(1 + pick(2), () => {
      const [condition, action] = [failing(pick), ending(pick)];
      return pick(3) === 0 ? [when(condition, action), when(`!(${condition})`, action)] : [when(condition, action)];
    });
    return served(requests(...rules.flat(), ...simpleRules(pick, pick(2))));
  },

  'the response phase': (pick) => {
    if (pick(5) === 0) return servedWithChangedResponse(pick);
    return served({
      on_http_request: [...simpleRules(pick, pick(3))],
      on_http_response: some(1 + pick(2), () => {
        const action = oneOf(pick, [OK, NOT_FOUND, restrict(pick), act('add-headers', { headers: { 'x-a': 'b' } })]);
        const condition = oneOf(pick, ['res.status_code == 200', 'res.status_code >= 400', total(pick)]);
        return pick(2) === 0 ? always(action) : when(condition, action);
      }),
    });
  },

  'results of actions': (pick) => {
    const [name, variable] = oneOf(pick, [
      ['basic-auth', 'actions.ngrok.basic_auth.credentials.authorized'],
      ['rate-limit', 'actions.ngrok.rate_limit.limited'],
      ['verify-webhook', 'actions.ngrok.verify_webhook.verified'],
      ['restrict-ips', "actions.ngrok.restrict_ips.action == 'deny'"],
    ] as const);
    const result = oneOf(pick, [variable, `!(${variable})`]);
    const guard = oneOf(pick, GUARDS);
    const request = oneOf(pick, [REQUEST, act('http-request', { url: HOOKS, on_error: 'halt' })]);
    const changed = { ...CONFIGS[name], ...oneOf(pick, OTHER_CONFIGS[name] ?? [{}]) };
    return served({
      ...requests(
        ...(pick(2) === 0 ? [always(act(name, { ...changed, enforce: false })), when(result, ending(pick))] : []),
        ...(pick(3) > 0 ? [when(total(pick), act(guard, CONFIGS[guard] ?? {}))] : []),
        // The action with `enforce`, which is on by default, also beside the one above.
        ...(pick(4) === 0
          ? [always(act(name, { ...CONFIGS[name], ...oneOf(pick, OTHER_CONFIGS[name] ?? [{}]) }))]
          : []),
        ...(pick(3) === 0 ? [when(total(pick), request)] : []),
        ...simpleRules(pick, pick(2)),
      ),
      ...(pick(4) === 0 && { on_http_response: [when(variable, NOT_FOUND)] }),
    });
  },

  'set-vars': (pick) => {
    const constants: readonly Json[] = ['red', 7, true, ['red', 'blue'], { b: 'red' }, OFFICE];
    const ofRequest = ['${req.method}', "${req.headers['x-team'][0]}", 'p-${req.method}', '${conn.client_ip}'];
    const value = oneOf<Json>(pick, [...constants, ...ofRequest]);
    const equal = ["'red'", '7', 'true', "'GET'"].map((constant) => `vars.a == ${constant}`);
    const others = ["'red' in vars.a", "vars.a.b == 'red'", 'has(vars.a)', "vars.z == 'red'"];
    const ofTexts = ["vars.a.startsWith('p-G')", "inCidrRange(vars.a, '203.0.113.0/24')"];
    const condition = oneOf(pick, [...equal, ...others, ...ofTexts]);
    const set = act('set-vars', { vars: [{ a: value }, ...(pick(3) === 0 ? [{ z: 'red' }] : [])] });
    const networks = act('restrict-ips', { allow: [ALL_IPV4], deny: ['${vars.a}'] });
    return served(
      requests(
        pick(3) === 0 ? when(total(pick), set) : always(set),
        pick(4) === 0 ? always(networks) : when(condition, ending(pick)),
        ...simpleRules(pick, pick(2)),
      ),
    );
  },

  'values of Terraform': terraform,

  loops: (pick) => {
    const length = 1 + pick(8);
    const hosts = some(length, (index) => `s${index}.internal`);
    const isClosed = pick(2) === 0;
    return accountOf(
      cloud(URL_A, requests(...rulesBefore(pick), always(forward('s0.internal')))),
      ...hosts.map((host, index) => {
        const next =
          index + 1 < length ? `s${index + 1}.internal` : oneOf(pick, ['s0.internal', `s${pick(length)}.internal`]);
        const isEnd = index + 1 === length && !isClosed;
        const rule = pick(3) === 0 ? [when(total(pick, 0), ending(pick))] : [];
        return cloud(`https://${host}`, requests(...rule, ...(isEnd ? simpleRules(pick, 1) : [always(forward(next))])));
      }),
    );
  },

  'pools with agents': (pick) => {
    const member = (url: string): Endpoint => (pick(3) === 0 ? agent(url) : cloud(url, requestsOf(pick), true));
    const url = pick(2) === 0 ? URL_A : 'https://svc.internal';
    const pool = some(1 + pick(3), () => member(url));
    if (url === URL_A) return accountOf(...pool);
    const on = oneOf<JsonObject>(pick, [{}, {}, { on_error: 'continue' }]);
    const target = oneOf(pick, ['svc.internal', 'svc.internal', 'svc.internal', 'gone.internal']);
    const end = on['on_error'] ? [always(ending(pick))] : [];
    return accountOf(serve(requests(...rulesBefore(pick), always(forward(target, on)), ...end)), ...pool);
  },

  wildcards: (pick) => {
    const names = ['*.example.com', 'a.example.com', '*.a.example.com', '*.com', 'b.example.com'];
    const inside = ['*.svc.internal', 'x.svc.internal', '*.x.svc.internal'];
    const target = oneOf(pick, ['x.svc.internal', 'y.x.svc.internal', 'svc.internal']);
    const isForwarded = pick(2) === 0;
    const chosen = (isForwarded ? inside : names).filter(() => pick(2) === 0);
    const serving = chosen.map((host) => cloud(`https://${host}`, requestsOf(pick)));
    return isForwarded ? accountOf(serve(requests(always(forward(target)))), ...serving) : accountOf(...serving);
  },

  redirects: (pick) => {
    const config = oneOf<JsonObject>(pick, [
      { to: 'https://${req.host}${req.url.path}' },
      { to: 'https://a.example.com/admin' },
      { to: 'https://b.example.com/' },
      { from: '/old/(.*)', to: '/new/$1' },
      { from: '^https://a\\.example\\.com/(.*)$', to: 'https://a.example.com/$1' },
      { from: '^https://a\\.example\\.com/old$', to: 'https://b.example.com/' },
      { from: '/admin', to: '/admin' },
      { from: '^https?://a', to: 'https://a' },
      { to: "https://${req.headers['x-team'][0]}.example.com/" },
    ]);
    const redirect = act('redirect', config);
    return served(requests(maybeIf(pick, redirect), ...simpleRules(pick, pick(2))));
  },

  'lists that were not read': (pick) => {
    const kind = pick(3);
    const policyId = 'ipp_1';
    const rules = some(pick(3), () => ruleOf(policyId, pick));
    const limited = act('restrict-ips', { ip_policies: [policyId], ...(pick(2) === 0 && { allow: [OFFICE] }) });
    if (kind === 0) {
      const more = [[], ...['allow', 'deny'].map((action) => forAll(policyId, action))];
      return { ...served(requests(...rulesBefore(pick), always(limited, OK))), rules, unread: { rules: more } };
    }
    const target = kind === 1 ? 'https://svc.internal' : URL_A;
    const isKnown = pick(2) === 0;
    const known = isKnown ? [cloud(target, requestsOf(pick), pick(2) === 0)] : [];
    const outer = kind === 1 ? [serve(requests(...rulesBefore(pick), always(forward('svc.internal'))))] : [];
    const mayJoin = known.every(({ pooled }) => pooled);
    const others = mayJoin
      ? [[], ...[DENY, OK].map((action) => [cloud(target, requests(always(action)), true)]), [agent(target)]]
      : [[]];
    return { ...accountOf(...outer, ...known), unread: { endpoints: others } };
  },

  '13 to 22 conditions': (pick) => {
    const count = 13 + pick(10);
    const kind = pick(3);
    const condition = (index: number): string => {
      if (kind === 0) return `req.url.path.startsWith('/p${index}')`;
      if (kind === 1) return `req.url.path == '/p${index}' && req.method != 'PUT'`;
      return `hasReqHeader('X-${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index]}')`;
    };
    const rules = some(count, (index) =>
      when(condition(index), index < 5 && pick(2) === 0 ? restrict(pick) : oneOf(pick, [DENY, DENY, OK])),
    );
    return served(requests(...rules, always(oneOf(pick, [OK, DENY]))));
  },

  'changed requests': (pick) => {
    const action = oneOf(pick, [
      act('url-rewrite', { from: '/old', to: '/admin' }),
      act('url-rewrite', { to: 'https://a.example.com/admin' }),
      act('add-headers', { headers: { 'x-team': 'red' } }),
      act('add-headers', { headers: { 'x-team': '${req.method}' } }),
      act('remove-headers', { headers: ['x-team'] }),
    ]);
    const condition = oneOf(pick, [
      "req.url.path.startsWith('/admin')",
      "req.headers['x-team'][0] == 'red'",
      "hasReqHeader('X-Team')",
      "'x-team' in req.headers",
      "req.method == 'GET'",
      "inCidrRange(conn.client_ip, '203.0.113.0/24')",
    ]);
    const target = pick(3) === 0;
    const rest = [when(condition, ending(pick)), ...simpleRules(pick, pick(2))];
    const first = maybeIf(pick, action);
    if (!target) return served(requests(first, ...rest));
    const forwarding = serve(requests(first, always(forward('svc.internal'))));
    return accountOf(forwarding, cloud('https://svc.internal', requests(...rest)));
  },

  'the connection phase': (pick) => {
    const ended = oneOf(pick, [DENY, act('close-connection'), restrict(pick)]);
    return served({
      on_tcp_connect: [
        oneOf(pick, [always(restrict(pick)), when(`inCidrRange(conn.client_ip, '${oneOf(pick, NETWORKS)}')`, ended)]),
        ...(pick(3) === 0 ? [always(act('terminate-tls', { min_version: '1.3' }))] : []),
      ],
      on_http_request: simpleRules(pick, pick(2)),
      ...(pick(3) === 0 && { on_http_response: [always(oneOf(pick, [OK, NOT_FOUND]))] }),
    });
  },

  'IP policies': (pick) => {
    const ids = ['ipp_1', 'ipp_2', 'ipp_3'];
    const rules = some(pick(6), () => ruleOf(oneOf(pick, ids), pick));
    const ip_policies = [oneOf(pick, ids), oneOf(pick, ids)];
    const limited = act('restrict-ips', { ip_policies, ...(pick(3) === 0 && { deny: [PARTNER] }) });
    return { ...served(requests(...rulesBefore(pick), always(limited, OK))), ...withHole(pick, rules) };
  },
};

export function ruleOf(policyId: string, pick: Pick): IpRule {
  return { policyId, cidr: oneOf(pick, NETWORKS), action: oneOf(pick, ['allow', 'allow', 'deny']) };
}

const forAll = (policyId: string, action: string): IpRule[] =>
  [ALL_IPV4, '::/0'].map((cidr) => ({ policyId, cidr, action }));

/** One member of one rule may be known later. */
function withHole(pick: Pick, rules: readonly IpRule[]): RulesWithHoles {
  const member = oneOf(pick, ['none', 'cidr', 'action', 'policyId'] as const);
  if (member === 'none' || rules.length === 0) return { rules, holes: {} };
  const at = pick(rules.length);
  const values = {
    cidr: [ALL_IPV4, OFFICE, '::/0', '192.0.2.1/32'],
    action: ['allow', 'deny'],
    policyId: ['ipp_1', 'ipp_2', 'ipp_3', 'ipp_9'],
  };
  return {
    rules: rules.map((rule, index) => (index === at ? { ...rule, [member]: hole('var.rule') } : rule)),
    holes: { 'var.rule': values[member] },
  };
}

type RulesWithHoles = { readonly rules: readonly IpRule[]; readonly holes: Account['holes'] };

const CONFIGS: Readonly<Record<string, JsonObject>> = {
  'basic-auth': { credentials: ['user:password1'] },
  'rate-limit': { name: 'r', algorithm: 'sliding_window', capacity: 10, rate: '60s', bucket_key: ['conn.client_ip'] },
  'verify-webhook': { provider: 'github', secret: 's' },
  'restrict-ips': { allow: [OFFICE] },
  oauth: { provider: 'google' },
  'owasp-crs-request': { on_error: 'halt' },
  'jwt-validation': {
    issuer: { allow_list: [{ value: 'https://i.example.com' }] },
    http: { tokens: [{ type: 'jwt', method: 'header', name: 'authorization', prefix: 'Bearer ' }] },
    jws: { allowed_algorithms: ['RS256'], keys: { sources: { additional_jkus: ['https://i.example.com/keys'] } } },
  },
};

const GUARDS = ['oauth', 'jwt-validation', 'circuit-breaker', 'owasp-crs-request', 'rate-limit', 'lift-off'];

/** Members that replace those of {@link CONFIGS}; `{}` replaces none. */
const OTHER_CONFIGS: Readonly<Record<string, readonly JsonObject[]>> = {
  'basic-auth': [{}, {}, { credentials: ['user:password1', 'other:password2'] }],
  'rate-limit': [{}, {}, { capacity: 5 }],
};

/**
 * At most one random restriction, with its rules. What any member of it is, and what the lists have, may not be known.
 */
export function restrictions(pick: Pick): Account {
  const ids = ['ipp_1', 'ipp_2', 'ipp_3'];
  const { rules, holes } = withHole(
    pick,
    some(pick(7), () => ruleOf(oneOf(pick, ids), pick)),
  );
  const enforced = oneOf<Json>(pick, [true, true, true, true, false, hole('var.enforced')]);
  const policyIds = oneOf<Json>(pick, [
    [oneOf(pick, ids)],
    [oneOf(pick, ids), oneOf(pick, ids)],
    [oneOf(pick, ids), hole('var.policy')],
    hole('var.policies'),
  ]);
  const type = oneOf(pick, ['api', 'api', 'api', 'dashboard', hole('var.type')]);
  const more = [
    ...[[], ...ids.flatMap((policyId) => ['allow', 'deny'].map((action) => forAll(policyId, action)))],
    ids.flatMap((policyId) => forAll(policyId, 'deny')),
  ];
  return {
    ...EMPTY_ACCOUNT,
    rules,
    restrictions: pick(8) === 0 ? [] : [{ type, enforced, policyIds }],
    unread: {
      ...(pick(6) === 0 && { rules: more }),
      ...(pick(8) === 0 && { restrictions: [[], [{ type: 'api', enforced: true, policyIds: [] }]] }),
    },
    holes: {
      ...holes,
      'var.enforced': [true, false],
      'var.policy': [...ids, 'ipp_9'],
      'var.policies': [[], ...ids.map((id) => [id]), ['ipp_9']],
      'var.type': ['api', 'dashboard', 'agent'],
    },
  };
}
