/**
 * What the service does with one request in one world. Where the documents leave something open, the world has a
 * reading. Shares no code with the product; only the CEL parser is the same package.
 */
import { type Account, type Endpoint, fill, type IpRule, type Json, type JsonObject } from './account';
import type { Candidates } from './candidates';
import { booleanOf, CelError, evaluate as evaluateCel, membersOf, stringOf, type Value } from './cel';
import { contains } from './networks';
import { type Client, originalRequest, type RequestView, requestScope, withHeader } from './request';
import { evaluateTemplate } from './template';
import type { World } from './world';

export interface Outcome {
  /** The request reaches an upstream. */
  readonly reaches: boolean;
  /** An `http-request` sends another request. */
  readonly sends: boolean;
  /** The client gets a final response below 400, or a redirect elsewhere. */
  readonly gets: boolean;
}

type End = { readonly kind: 'response' | 'redirect' | 'refused' | 'closed'; readonly status: number };
const refused = (status = 403): End => ({ kind: 'refused', status });

/** Responses of an upstream and of a policy that is not known. */
const UNKNOWN_SERVICE = ['policy refuses', 'policy responds', 'upstream responds', 'upstream refuses'] as const;

/** What is not known of the account is chosen by the world. */
export interface Facts {
  readonly world: World;
  readonly account: Account;
}

interface Run extends Facts {
  readonly candidates: Candidates;
  readonly client: Client;
  reaches: boolean;
  sends: boolean;
}

interface Policy {
  readonly run: Run;
  /** URLs of the endpoints up to this one. */
  readonly path: readonly string[];
  /** The request as it came to this policy, and as its actions left it. */
  readonly entry: RequestView;
  current: RequestView;
  isUrlChanged: boolean;
  areHeadersChanged: boolean;
  /** What an action whose result only the service knows may depend on. */
  history: readonly string[];
  vars: Record<string, Value>;
  actions: Record<string, Value>;
  response: End | undefined;
}

/** The request that is in the world, from the client to the endpoint at `client.origin`. */
export function evaluateRequest(world: World, account: Account, candidates: Candidates, client: Client): Outcome {
  const run: Run = { world, account, candidates, client, reaches: false, sends: false };
  const end = serve(run, client.origin, 'public', [], originalRequest(world, client, candidates), []);
  const gets = end !== undefined && (end.kind === 'redirect' || (end.kind === 'response' && end.status < 400));
  return { reaches: run.reaches, sends: run.sends, gets };
}

/** Undefined if no endpoint has the URL, and no agent comes online there. */
function serve(
  run: Run,
  url: string,
  binding: string,
  path: readonly string[],
  view: RequestView,
  history: readonly string[],
): End | undefined {
  const members = findEndpoints(run, url, binding);
  if (members.length === 0) {
    const isTarget = path.length > 0 && run.account.agentsMayComeOnline;
    const comesOnline = isTarget && run.world.choose(`an agent comes online at ${url}`, [false, true]);
    return comesOnline ? askUnknownService(run, `later agent ${url} ${[path, history]}`) : undefined;
  }
  const number = run.world.choose(`pool ${url}`, [...members.keys()]);
  const endpoint = members[number] as Endpoint;
  if (endpoint.owner === 'agent') return askUnknownService(run, `agent ${numberOf(run, endpoint)} ${[path, history]}`);
  const policy: Policy = {
    ...{ run, path: [...path, url], entry: view, current: view, isUrlChanged: false, areHeadersChanged: false },
    ...{ history, vars: {}, actions: {}, response: undefined },
  };
  return runPolicy(policy, fill(endpoint.policy, (expression) => chooseHoleValue(run, expression)) as JsonObject);
}

export function chooseHoleValue({ world, account }: Facts, expression: string): Json {
  const values = account.holes[expression];
  if (!values) throw new Error(`The hole ${expression} has no values`);
  return world.choose(`value ${expression}`, values);
}

/** Agents with one number count as the same in both states of an account; -1 is that of a list that was not read. */
function numberOf({ account }: Run, endpoint: Endpoint): number {
  return account.endpoints.filter(({ owner }) => owner === 'agent').indexOf(endpoint);
}

function askUnknownService(run: Run, key: string): End {
  const does = run.world.choose(`unknown ${key}`, UNKNOWN_SERVICE);
  if (does.startsWith('upstream')) run.reaches = true;
  if (does.endsWith('responds')) return { kind: 'response', status: 200 };
  return does === 'policy refuses' ? refused() : { kind: 'response', status: 404 };
}

/** All that serve the URL: the same one, otherwise the most specific wildcard. */
function findEndpoints(run: Run, url: string, binding: string): Endpoint[] {
  const all = [...run.account.endpoints, ...readUnread(run, 'endpoints')];
  const labels = url.replace('https://', '').split('.');
  const names = labels.map((_, index) => (index === 0 ? url : `https://*.${labels.slice(index).join('.')}`));
  for (const name of names) {
    const found = all.filter((endpoint) => endpoint.url === name && endpoint.binding === binding);
    if (found.length > 0) return found;
  }
  return [];
}

export function readUnread<Kind extends 'rules' | 'restrictions' | 'endpoints'>(
  { world, account }: Facts,
  kind: Kind,
): NonNullable<Account['unread'][Kind]>[number] {
  const options = account.unread[kind];
  return options ? world.choose(`unread ${kind}`, options as readonly []) : [];
}

function runPolicy(policy: Policy, document: JsonObject): End {
  const connected = runPhase(policy, document['on_tcp_connect']);
  // A connection that is refused has no response.
  if (connected && connected.kind === 'refused') return { kind: 'closed', status: 0 };
  const end = connected ?? runPhase(policy, document['on_http_request']) ?? refused(chooseStatus(policy.run, 404));
  if (end.kind === 'closed') return end;
  const rules = document['on_http_response'];
  if (rules === undefined || !isResponded(policy, end)) return end;
  policy.response = end;
  return runPhase(policy, rules) ?? end;
}

/**
 * The status of these responses is not documented. Neither is that of `refused(401)`, `refused(502)` and
 * `refused(508)`, but that is always the same here: a condition on `res.status_code` is tried with no other one.
 */
function chooseStatus({ world }: Run, usual: number): number {
  return world.choose(`reading: the status ${usual}`, [usual, 418]);
}

/** The response phase runs after a response. The documents do not say whether it runs after others. */
function isResponded({ run: { world }, path }: Policy, { kind }: End): boolean {
  const of = path.length > 1 ? ' of a target' : '';
  return kind === 'response' || world.choose(`reading: the response phase runs after ${kind}${of}`, [true, false]);
}

function runPhase(policy: Policy, rules: Json | undefined): End | undefined {
  policy.vars = {};
  for (const rule of (rules ?? []) as readonly JsonObject[]) {
    const matches = matchRule(policy, (rule['expressions'] ?? []) as readonly string[]);
    if (matches === 'fails') return refused(chooseStatus(policy.run, 500));
    if (!matches) continue;
    for (const action of (rule['actions'] ?? []) as readonly JsonObject[]) {
      const end = runAction(policy, action);
      if (end) return end;
    }
  }
  return undefined;
}

function matchRule(policy: Policy, expressions: readonly string[]): boolean | 'fails' {
  const { world } = policy.run;
  let failed = false;
  let isFalse = false;
  for (const expression of expressions) {
    try {
      const isTrue = booleanOf(evaluate(policy, expression));
      isFalse ||= !isTrue;
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      failed = true;
    }
  }
  if (!failed) return !isFalse;
  if (world.choose('reading: a failed condition skips its rule', [true, false])) return false;
  if (!isFalse) return 'fails';
  return world.choose('reading: a false condition beside a failed one decides', [true, false]) ? false : 'fails';
}

function evaluate(policy: Policy, expression: string): Value {
  const { world, client, candidates } = policy.run;
  const seen = seeRequest(policy);
  const names: Record<string, Value> = {
    ...requestScope(world, client, candidates, seen),
    vars: membersOf(policy.vars),
    actions: membersOf({ ngrok: membersOf(policy.actions) }),
    ...(policy.response && { res: membersOf({ status_code: BigInt(policy.response.status) }) }),
  };
  return evaluateCel(expression, {
    scope: (name) => names[name],
    reqHeader: (name) => seen.header(name.toLowerCase()),
    areTypesUnequal: () => world.choose('reading: values of different types are unequal', [true, false]),
  });
}

/** The documents do not say whether conditions see what the actions before them changed. */
function seeRequest({ run: { world }, entry, current, isUrlChanged, areHeadersChanged }: Policy): RequestView {
  const sees = (what: string): RequestView =>
    world.choose(`reading: conditions see changed ${what}`, [true, false]) ? current : entry;
  return {
    url: () => (isUrlChanged ? sees('URLs') : current).url(),
    header: (name) => (areHeadersChanged ? sees('headers') : current).header(name),
  };
}

function render(policy: Policy, value: Json | undefined): Value {
  if (typeof value === 'string') return evaluateTemplate(value, (expression) => evaluate(policy, expression));
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => render(policy, item));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const members = Object.entries(value).map(([name, member]) => [name, render(policy, member as Json)] as const);
  return membersOf(Object.fromEntries(members));
}

/**
 * Any text of a configuration may be an error, also one that decides nothing. All of `bucket_key` is CEL, and of other
 * texts what is in `${...}`. All of `retry_condition` is CEL too, but `askService` chooses the answer with its errors.
 */
function renderTexts(policy: Policy, value: Json | undefined, name = ''): void {
  if (typeof value === 'string') {
    if (name === 'bucket_key') evaluate(policy, value);
    else if (value.includes('${')) render(policy, value);
  } else if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) renderTexts(policy, item, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, item] of Object.entries(value)) renderTexts(policy, item as Json, member);
  }
}

const renderText = (policy: Policy, value: Json | undefined): string => stringOf(render(policy, value));

function runAction(policy: Policy, action: JsonObject): End | undefined {
  const type = action['type'] as string;
  const config = (action['config'] ?? {}) as JsonObject;
  try {
    // Those of `set-vars` are rendered in their order.
    if (type !== 'set-vars') renderTexts(policy, config);
    const perform = ACTIONS[type];
    return perform ? perform(policy, config) : askService(policy, type, config);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    const isSkipped = policy.run.world.choose('reading: a failed action is skipped', [true, false]);
    return isSkipped ? undefined : refused(chooseStatus(policy.run, 500));
  }
}

type Perform = (policy: Policy, config: JsonObject) => End | undefined;

/** Actions whose result does not depend on the service. */
const ACTIONS: Readonly<Record<string, Perform>> = {
  deny: (_, config) => refused((config['status_code'] ?? 403) as number),
  'close-connection': () => ({ kind: 'closed', status: 0 }),
  'custom-response': (_, config) => ({ kind: 'response', status: (config['status_code'] ?? 200) as number }),
  redirect,
  'forward-internal': forward,
  'restrict-ips': restrictIps,
  log: () => undefined,
  'set-vars': (policy, config) => {
    for (const entry of (config['vars'] ?? []) as readonly JsonObject[])
      for (const [name, value] of Object.entries(entry)) policy.vars[name] = render(policy, value);
    return undefined;
  },
  'url-rewrite': (policy, config) => {
    const url = rewrite(policy, config);
    if (!policy.response) policy.current = { ...policy.current, url: () => url };
    policy.isUrlChanged = true;
    policy.history = [...policy.history, JSON.stringify(config)];
    return undefined;
  },
  'add-headers': changeHeaders,
  'remove-headers': changeHeaders,
};

function changeHeaders(policy: Policy, { headers = [] }: JsonObject): undefined {
  // Those of the response are not those of the request.
  if (policy.response) return;
  policy.areHeadersChanged = true;
  policy.history = [...policy.history, JSON.stringify(headers)];
  if (Array.isArray(headers)) {
    for (const name of headers as readonly string[])
      policy.current = withHeader(policy.current, name.toLowerCase(), () => []);
    return;
  }
  for (const [name, value] of Object.entries(headers as JsonObject)) {
    const text = renderText(policy, value);
    policy.current = withHeader(policy.current, name.toLowerCase(), (values) => [...values, text]);
  }
}

/** Replaces each match of `from`, anywhere in the URL with its scheme and host. Without `from`, `to` is the new URL. */
function rewrite(policy: Policy, { from, to }: JsonObject): string {
  const url = seeRequest(policy).url();
  const replacement = renderText(policy, to);
  if (from === undefined || from === null) return replacement;
  return url.replace(new RegExp(renderText(policy, from), 'g'), replacement);
}

function redirect(policy: Policy, config: JsonObject): End | undefined {
  const url = rewrite(policy, config);
  return url === seeRequest(policy).url() ? undefined : { kind: 'redirect', status: 302 };
}

function forward(policy: Policy, config: JsonObject): End | undefined {
  const { run, path } = policy;
  const continues = config['on_error'] === 'continue';
  const url = renderText(policy, config['url']);
  if (path.includes(url))
    return continues && run.world.choose('reading: on_error continues after a loop', [true, false])
      ? undefined
      : refused(508);
  const isChanged = policy.isUrlChanged || policy.areHeadersChanged;
  const seesChange = isChanged && run.world.choose('reading: a target sees changed requests', [true, false]);
  const end = serve(run, url, 'internal', path, seesChange ? policy.current : policy.entry, policy.history);
  return end ?? (continues ? undefined : refused(502));
}

function restrictIps(policy: Policy, config: JsonObject): End | undefined {
  const matches = matchNetworks(policy, config);
  policy.actions['restrict_ips'] = membersOf({ action: matches ? 'allow' : 'deny' });
  return matches || config['enforce'] === false ? undefined : refused(chooseStatus(policy.run, 403));
}

/** An address is admitted by an allow and no deny, over the lists and the rules of all policies. */
function matchNetworks(policy: Policy, config: JsonObject): boolean {
  const { run } = policy;
  const of = (member: string): boolean => listNetworks(policy, config[member]).some((network) => isMatch(run, network));
  const ids = (config['ip_policies'] ?? []) as readonly string[];
  const rules = ids.flatMap((id) => listRules(run, id));
  const byRules = (action: string): boolean =>
    rules.some((rule) => rule.action === action && contains(rule.cidr, run.client.address));
  const isDenied = of('deny') || byRules('deny');
  const isAllowed = of('allow') || byRules('allow');
  return isAllowed && !isDenied;
}

function listNetworks(policy: Policy, list: Json | undefined): string[] {
  return ((list ?? []) as readonly Json[]).flatMap((item) => {
    const value = render(policy, item);
    const items = Array.isArray(value) ? (value as readonly Value[]) : [value];
    return items.map((network) => (typeof network === 'string' ? network : 'no network'));
  });
}

function isMatch({ world, client }: Run, network: string): boolean {
  const matches = contains(network, client.address);
  if (matches !== undefined) return matches;
  if (world.choose('reading: an invalid network is dropped', [true, false])) return false;
  throw new CelError(`${network} is no network`);
}

/** The rules of a policy. One that does not exist has none. */
export function listRules(run: Facts, id: string): IpRule[] {
  const all = [...run.account.rules, ...readUnread(run, 'rules')];
  const filled = fill(all as unknown as Json, (expression) => chooseHoleValue(run, expression)) as unknown as IpRule[];
  return filled.filter(({ policyId }) => policyId === id);
}

/** What an action that is not documented may use. */
function usable({ account: { rules, endpoints } }: Run): string {
  return JSON.stringify([rules, endpoints.filter(({ binding }) => binding === 'internal')]);
}

/** Variables that actions of the service set, by their result. */
const RESULTS: Readonly<Record<string, (passes: boolean) => readonly [name: string, value: Value]>> = {
  'rate-limit': (passes) => ['rate_limit', membersOf({ limited: !passes })],
  'basic-auth': (passes) => ['basic_auth', membersOf({ credentials: membersOf({ authorized: passes }) })],
  'verify-webhook': (passes) => ['verify_webhook', membersOf({ verified: passes })],
  'owasp-crs-request': (passes) => ['owasp_crs_request', membersOf({ decision: passes ? 'allow' : 'deny' })],
};
const OTHERS_OF_SERVICE = ['oauth', 'jwt-validation', 'circuit-breaker', 'terminate-tls'];

/** Actions that the first request of a client without credentials passes. The others need something that it shows. */
const PASSED_USUALLY = ['rate-limit', 'circuit-breaker', 'owasp-crs-request'];

/** What the client shows: the header of that name for two types, otherwise something that only one type reads. */
const SHOWN: Readonly<Record<string, string>> = { 'basic-auth': 'authorization', 'jwt-validation': 'authorization' };

/** Actions whose result only the service knows. */
function askService(policy: Policy, type: string, config: JsonObject): End | undefined {
  const { run, path, history } = policy;
  // Whether a refusal ends the request changes nothing about the result.
  const { enforce, ...asked } = config;
  const key = `${type} ${JSON.stringify([asked, path, history])}`;
  if (type === 'http-request') {
    run.sends = true;
    const isAnswered = run.world.choose(`answer to ${key}`, [true, false]);
    policy.actions['http_request'] = membersOf({ res: membersOf({ status_code: isAnswered ? 200n : 500n }) });
    return isAnswered || config['on_error'] !== 'halt' ? undefined : refused(401);
  }
  if (!RESULTS[type] && !OTHERS_OF_SERVICE.includes(type)) {
    const whole = `${key} ${JSON.stringify(enforce)} ${usable(run)}`;
    const does = run.world.choose(`unknown action ${whole}`, ['passes', ...UNKNOWN_SERVICE]);
    return does === 'passes' ? undefined : askUnknownService(run, `action ${whole}`);
  }
  const isUnusual = run.world.choose(`shown as ${SHOWN[type] ?? type}: ${key}`, [false, true]);
  const asksForNothing = type === 'terminate-tls' && (config['mutual_tls_certificate_authorities'] ?? null) === null;
  const passes = isUnusual !== (PASSED_USUALLY.includes(type) || asksForNothing);
  const result = RESULTS[type]?.(passes);
  if (result) policy.actions[result[0]] = result[1];
  return passes || enforce === false ? undefined : refused(401);
}
