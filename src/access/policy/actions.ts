/** What each action of a rule does with the requests that still run. */

import { findAction, OLDER_ACTIONS } from '../../model/traffic-policy/data/actions';
import type { Phase } from '../../model/traffic-policy/data/schema';
import { isObject, isUnknown, type KnownJson, type Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import type { ConcreteRequest, Shown, Space, Variable } from '../space';
import { type Alternative, symbolsOf } from './conditions/symbols';
import { identifier, type Literal, textOf, value } from './conditions/tree';
import { given, readList } from './document';
import { endOnFailure, findErrorOf, IN_TEXT, mayFail, runUnlessFailed } from './failures';
import { forward } from './forward';
import { hasUnknownMember } from './identity';
import { redirect } from './redirect';
import { buildEnforced, buildRestriction } from './restrict-ips';
import {
  addRewrite,
  applyAddedHeaders,
  applyRemovedHeaders,
  applyUrlRewrite,
  HEADER_PATHS,
  type RewriteStep,
  URL_PATHS,
} from './rewrites';
import { forgetVariables, keyOfScope, overwrite, seesRewritten, setVariables } from './scope';
import { resolveValue } from './template';
import { type Action, end, labelOf, type Walk } from './walk';

type Run = (walk: Walk, action: Action) => void;

const ACTIONS: Readonly<Record<string, Run>> = {
  deny,
  'close-connection': (walk, action) =>
    end(walk, { when: ALWAYS, kind: 'closed', gets: NEVER, origin: 'closed' }, { text: labelOf(walk, action) }),
  'custom-response': respond,
  redirect,
  'restrict-ips': restrictIps,
  'forward-internal': forward,
  'set-vars': setVars,
  'url-rewrite': rewriteRequest,
  'add-headers': rewriteRequest,
  'remove-headers': rewriteRequest,
  'request-body-find-replace': rewriteRequest,
  'response-body-find-replace': pass,
  'compress-response': pass,
  'sse-find-replace': pass,
  log: pass,
  'http-request': sendRequest,
};

/** Actions that may refuse a request, and that only the service can evaluate. */
const MAY_REFUSE = [
  ...['basic-auth', 'circuit-breaker', 'jwt-validation', 'oauth', 'openid-connect', 'saml', 'owasp-crs-request'],
  ...['owasp-crs-response', 'rate-limit', 'terminate-tls', 'verify-webhook'],
];

export function runAction(walk: Walk, action: Action): void {
  const before = { ...walk };
  const type = Object.hasOwn(OLDER_ACTIONS, action.type) ? String(OLDER_ACTIONS[action.type]) : action.type;
  const isOdd = !isInPhase(type, walk.scope.phase) || hasUnknownMember(type, action.config);
  const run = isOdd ? undefined : Object.hasOwn(ACTIONS, type) ? ACTIONS[type] : undefined;
  const named = { ...action, type };
  const isKnown = run !== undefined || (MAY_REFUSE.includes(type) && !isOdd);
  let fails: Diagram = NEVER;
  if (!isKnown) doAnything(walk, `action ${action.identity()}`, labelOf(walk, action), false);
  // Each element may fail.
  else if (type === 'set-vars') setVars(walk, named);
  else fails = runUnlessFailed(walk, named, () => (run ?? requirePass)(walk, named));
  const find = !isOdd && Object.hasOwn(RESULTS, type) ? RESULTS[type] : undefined;
  recordResult(walk, named, before.running, fails, () => find?.(before, named));
}

/** What an action does in a phase in which the documents do not have it is not known. `saml` is a login as `oauth`. */
function isInPhase(type: string, phase: Phase): boolean {
  const { phases = ['on_http_request'], uncertainPhases = [] } = findAction(type) ?? {};
  return phases.includes(phase) || uncertainPhases.includes(phase);
}

function pass(): void {}

/** Actions whose results no expression can read. */
const WITHOUT_RESULT = ['circuit-breaker', 'close-connection', 'custom-response', 'deny', 'set-vars'];

/** A documented result, with its values in the cases in which they are known. */
interface Result {
  readonly name: string;
  readonly values: readonly Alternative[];
}

/** By the type of the action. What lets a request pass or refuses it is the same where a refusal does not end it. */
const RESULTS: Readonly<Record<string, (walk: Walk, action: Action) => Result>> = {
  'basic-auth': (walk, action) => ({
    name: 'credentials.authorized',
    values: either(walk, buildPass(walk, action), true, false),
  }),
  'verify-webhook': (walk, action) => ({
    name: 'verified',
    values: either(walk, buildPass(walk, action), true, false),
  }),
  'rate-limit': (walk, action) => ({ name: 'limited', values: either(walk, buildPass(walk, action), false, true) }),
  'restrict-ips': (walk, { config }) => {
    if (isUnknown(config)) return { name: 'action', values: [] };
    const { admits, fails } = buildRestriction(walk, config);
    return { name: 'action', values: exclude(walk, either(walk, admits, 'allow', 'deny'), fails) };
  },
};

function exclude({ evaluation }: Walk, values: readonly Alternative[], cases: Diagram): readonly Alternative[] {
  return values.map(({ when, tree }) => ({ when: evaluation.space.diagrams.without(when, cases), tree }));
}

function either({ evaluation }: Walk, when: Diagram, then: Literal, otherwise: Literal): readonly Alternative[] {
  return [
    { when, tree: value(then) },
    { when: evaluation.space.diagrams.not(when), tree: value(otherwise) },
  ];
}

/**
 * `actions.ngrok.<name>` and `conn.tls` have another value from here for the requests that reached the action. `find` is
 * called when an expression reads it. What an action sets that fails is not known.
 */
function recordResult(
  walk: Walk,
  action: Action,
  reached: Diagram,
  fails: Diagram,
  find: () => Result | undefined,
): void {
  const { type } = action;
  if (WITHOUT_RESULT.includes(type)) return;
  const name =
    type === 'openid-connect' ? 'oidc' : type === 'compress-response' ? 'compress' : type.replaceAll('-', '_');
  const starts = [`actions.ngrok.${name}`, ...(type === 'terminate-tls' ? ['conn.tls'] : [])];
  const results = new Map(walk.scope.results);
  const { guard } = walk;
  for (const start of starts) {
    const before = results.get(start);
    const key = (phase: Phase): string =>
      `${before?.key(phase) ?? ''} (${phase === 'on_http_response' ? reached : guard} ${action.identity()})`;
    let found: Result | undefined;
    const read = (path: string, phase: Phase): readonly Alternative[] | undefined => {
      found ??= find();
      const { space } = walk.evaluation;
      const values = path === `${start}.${found?.name}` ? found?.values : undefined;
      const older = before?.read(path, phase);
      if (!values && !older) return undefined;
      const known = overwrite(space, reached, exclude(walk, values ?? [], fails), older ?? []);
      const rest = space.diagrams.not(space.diagrams.any(known.map(({ when }) => when)));
      if (rest === NEVER) return known;
      return [...known, { when: rest, tree: identifier(symbolsOf(space).mark(path, `result ${key(phase)}`)) }];
    };
    results.set(start, { key, read });
  }
  walk.scope = { ...walk.scope, results };
}

/** Whether a status below 400 counts as a refusal is not documented, so it is a fact. */
function deny(walk: Walk, action: Action): void {
  const { space } = walk.evaluation;
  const { config } = action;
  const code = isUnknown(config) ? config : (config['status_code'] ?? 403);
  const isRefusal = typeof code === 'number' && code >= 400;
  const gets = isRefusal
    ? NEVER
    : space.fact(isUnknown(code) ? code : given(space, 'the status of deny', code), 'is below 400');
  const status = typeof code === 'number' ? code : undefined;
  end(walk, { when: ALWAYS, kind: 'refused', gets, status, origin: `deny ${status}` }, { text: labelOf(walk, action) });
}

function respond(walk: Walk, action: Action): void {
  const { space } = walk.evaluation;
  const { config } = action;
  const code = isUnknown(config) ? config : (config['status_code'] ?? 200);
  const status = typeof code === 'number' ? code : undefined;
  const unknown = isUnknown(code) ? code : given(space, 'the status', code);
  // A status below 200 is not that of a final response.
  const isFinal = status !== undefined && status >= 200;
  const gets = isFinal ? (status < 400 ? ALWAYS : NEVER) : space.fact(unknown, 'is below 400');
  const text = `${labelOf(walk, action)} with status ${status ?? 'unknown'}`;
  end(walk, { when: ALWAYS, kind: 'responded', gets, status, origin: action.identity() }, { text });
}

function restrictIps(walk: Walk, action: Action): void {
  const { diagrams } = walk.evaluation.space;
  const { config } = action;
  const { admits, fails, explain } = buildRestriction(walk, config);
  endOnFailure(walk, action, fails, 'a text in a list is no network');
  // A configuration that is not known may contain `enforce`, so its refusals are all possible anyway.
  const enforced = isUnknown(config) ? ALWAYS : buildEnforced(walk, config['enforce']);
  const when = diagrams.without(enforced, diagrams.or(admits, fails));
  end(walk, { when, kind: 'refused', gets: NEVER, origin: 'restrict-ips' }, { text: labelOf(walk, action), explain });
}

/** One variable says whether the action lets the request pass, at any place. */
function requirePass(walk: Walk, action: Action): void {
  const { config, type } = action;
  const hasEnforce = Object.hasOwn(findAction(type)?.members ?? {}, 'enforce');
  const enforced = hasEnforce ? buildEnforced(walk, isUnknown(config) ? config : config['enforce']) : ALWAYS;
  if (enforced !== NEVER) endUnlessPassed(walk, action, enforced);
}

/** `refuses`: cases in which a request that does not pass ends. */
function endUnlessPassed(walk: Walk, action: Action, refuses: Diagram): void {
  const { diagrams } = walk.evaluation.space;
  const when = diagrams.without(refuses, buildPass(walk, action));
  end(walk, { when, kind: 'refused', gets: NEVER, origin: action.identity() }, { text: labelOf(walk, action) });
}

/** Cases in which only the service knows whether the action lets the request pass. */
function buildPass(walk: Walk, action: Action): Diagram {
  const { space } = walk.evaluation;
  const { type } = action;
  const evaluate = ({ passes = [] }: ConcreteRequest): true | undefined => passes.includes(type) || undefined;
  const text = `${type} lets the request pass`;
  // If other objects or another service decide, a client cannot choose the result.
  const isChoice = type !== 'http-request' && !action.dependsOnAccount();
  const variable: Variable = isChoice
    ? {
        kind: 'choice',
        text,
        evaluate,
        shown: describeShown(walk, action),
      }
    : { kind: 'condition', text, evaluate };
  const plain = space.define(`pass ${action.identity()}`, variable);
  // Behind a rewrite the action may see another request.
  const { rewrites } = walk.scope;
  if (!rewrites) return plain;
  const rewritten = space.define(`pass ${action.identity()} ${rewrites.key}`, variable);
  return space.diagrams.ifThenElse(seesRewritten(space), rewritten, plain);
}

/** Where the credentials of an action are in a request. The documents do not say it for all webhooks. */
const CREDENTIALS: Readonly<Record<string, readonly string[] | 'anywhere'>> = {
  'basic-auth': ['authorization'],
  oauth: ['cookie'],
  'openid-connect': ['cookie'],
  saml: ['cookie'],
  'verify-webhook': 'anywhere',
};

/** What a client shows to pass, or to be refused by an action that needs no credentials. */
function describeShown(walk: Walk, { type, config }: Action): Shown {
  if (type === 'terminate-tls') return { as: type, headers: [], isUsual: !asksForCertificate(config) };
  const headers = type === 'jwt-validation' ? listTokenHeaders(walk, config) : CREDENTIALS[type];
  if (!headers) return { as: type, headers: [], isUsual: true };
  return { as: headers.includes('authorization') ? 'authorization' : type, headers, isUsual: false };
}

function asksForCertificate(config: Action['config']): boolean {
  return isUnknown(config) || (config['mutual_tls_certificate_authorities'] ?? null) !== null;
}

/** `anywhere` unless every token is in a header with a literal name. */
function listTokenHeaders({ evaluation }: Walk, config: Action['config']): readonly string[] | 'anywhere' {
  const http = isUnknown(config) ? config : config['http'];
  const tokens = isObject(http) ? readList(evaluation.space, http['tokens'], 'tokens') : undefined;
  if (tokens === undefined || isUnknown(tokens)) return 'anywhere';
  const names = tokens.map((token) => (isObject(token) && token['method'] === 'header' ? token['name'] : undefined));
  const isLiteral = (name: unknown): name is string => typeof name === 'string' && !name.includes('${');
  return names.every(isLiteral) ? names.map((name) => name.toLowerCase()) : 'anywhere';
}

/** The request of the action is sent, whatever its response is. */
function sendRequest(walk: Walk, action: Action): void {
  const { diagrams } = walk.evaluation.space;
  walk.sends = diagrams.or(walk.sends, walk.running);
  const { config } = action;
  const onError = isUnknown(config) ? config : (config['on_error'] ?? 'continue');
  const halts = isUnknown(onError) ? walk.evaluation.space.fact(onError, 'halts') : onError !== 'continue';
  if (halts !== false) endUnlessPassed(walk, action, halts === true ? ALWAYS : halts);
}

function setVars(walk: Walk, action: Action): void {
  const { config } = action;
  const list = isUnknown(config) ? config : readList(walk.evaluation.space, config['vars'], 'vars');
  if (isUnknown(list)) {
    setAnything(walk, action, list);
    return;
  }
  for (const element of list) setElement(walk, action, element);
}

/** Variables may have any value, also one that depends on what was read before, or is an error. */
function setAnything(walk: Walk, action: Action, unknown: Unknown): void {
  const { scope, guard } = walk;
  endOnFailure(walk, action, mayFail(walk, action.type, unknown), IN_TEXT);
  walk.scope = {
    ...scope,
    variables: forgetVariables(scope, guard, `unknown ${unknown.identity} ${keyOfScope(scope)}`),
  };
}

function setElement(walk: Walk, action: Action, element: KnownJson): void {
  const { scope, guard } = walk;
  if (!isObject(element)) {
    setAnything(walk, action, isUnknown(element) ? element : given(scope.space, 'an element of vars', element));
    return;
  }
  for (const [name, json] of Object.entries(element)) {
    const found = resolveValue(walk.scope, json, walk.running);
    const fails = findErrorOf(walk, found);
    endOnFailure(walk, action, fails, IN_TEXT);
    const values = forgetErrors(walk, name, found, fails);
    const identity = `${name} ${values.map(({ when, tree }) => `${when} ${symbolsOf(scope.space).intern(textOf(tree))}`)}`;
    walk.scope = { ...walk.scope, variables: setVariables(walk.scope, guard, name, values, identity) };
  }
}

/** If an error does not end the request, the value of the variable is not known. */
function forgetErrors(
  walk: Walk,
  name: string,
  values: readonly Alternative[],
  fails: Diagram,
): readonly Alternative[] {
  if (fails === NEVER) return values;
  const { space } = walk.evaluation;
  const { diagrams } = space;
  const key = `error ${values.map(({ when, tree }) => `${when} ${textOf(tree)}`).join()}`;
  const isRight = diagrams.not(fails);
  return [
    { when: fails, tree: identifier(symbolsOf(space).mark(`vars.${name}`, key)) },
    ...values.map(({ when, tree }) => ({ when: diagrams.and(when, isRight), tree })),
  ];
}

function rewriteRequest(walk: Walk, action: Action): void {
  const { scope, guard } = walk;
  const isResponse = scope.phase === 'on_http_response';
  const step: RewriteStep = {
    guard,
    identity: `${scope.phase} ${action.identity()}`,
    ...(isResponse ? { affects: ['res.'] } : describeRewrite(walk, action)),
  };
  walk.scope = { ...scope, rewrites: addRewrite(scope.space, scope.rewrites, step) };
}

function describeRewrite(walk: Walk, { type, config }: Action): Pick<RewriteStep, 'affects' | 'apply'> {
  const { space } = walk.evaluation;
  if (type === 'request-body-find-replace') return { affects: ['req.content_length'] };
  const isUrl = type === 'url-rewrite';
  if (isUnknown(config)) return { affects: isUrl ? URL_PATHS : [...HEADER_PATHS, ...URL_PATHS] };
  const resolved = (json: KnownJson): ReturnType<typeof resolveValue> => resolveValue(walk.scope, json, walk.running);
  if (isUrl) {
    const from = config['from'];
    const isWhole = from === undefined || from === null;
    const apply = applyUrlRewrite(space, isWhole ? undefined : resolved(from), resolved(config['to'] ?? null));
    return { affects: URL_PATHS, ...(apply && { apply }) };
  }
  const { headers } = config;
  const names =
    type === 'add-headers' ? (isObject(headers) ? Object.keys(headers) : undefined) : readNames(space, headers);
  const affects = names?.every((name) => name.toLowerCase() !== 'host')
    ? HEADER_PATHS
    : [...HEADER_PATHS, ...URL_PATHS];
  if (!names) return { affects };
  const added = isObject(headers) ? Object.entries(headers).map(([name, json]) => [name, resolved(json)] as const) : [];
  const apply = type === 'add-headers' ? applyAddedHeaders(space, added) : applyRemovedHeaders(names);
  return { affects, ...(apply && { apply }) };
}

function readNames(space: Space, json: KnownJson | undefined): readonly string[] | undefined {
  const list = readList(space, json, 'headers');
  if (isUnknown(list)) return undefined;
  return list.every((name) => typeof name === 'string') ? list : undefined;
}

/**
 * Something of which nothing is known: it may end the request in any way, let it reach an upstream, set variables, and
 * rewrite the request. `isFact`: what it does depends on a value of Terraform, otherwise on the service.
 */
export function doAnything(walk: Walk, key: string, text: string, isFact: boolean): void {
  const { space } = walk.evaluation;
  const { diagrams } = space;
  // It may use any object of the account.
  const place = `${keyOfScope(walk.scope)} ${walk.evaluation.facts.surroundings()}`;
  const define = (aspect: string): Diagram =>
    space.define(`${key} ${aspect} ${place}`, { kind: isFact ? 'fact' : 'condition', text: `${text} ${aspect}` });
  walk.reaches = diagrams.or(walk.reaches, diagrams.and(walk.running, define('reaches an upstream')));
  walk.sends = diagrams.or(walk.sends, diagrams.and(walk.running, define('sends a request')));
  const gets = define('responds to the client');
  const identity = `${key} ${place}`;
  end(walk, { when: define('ends the request'), kind: 'unknown', gets, origin: identity }, { text });
  const affects = ['req.', 'res.'];
  walk.scope = {
    ...walk.scope,
    variables: forgetVariables(walk.scope, walk.guard, identity),
    rewrites: addRewrite(space, walk.scope.rewrites, { guard: walk.guard, identity, affects }),
  };
}
