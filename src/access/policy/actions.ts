/**
 * The actions of rules. One row says what an action does; `setVars` does the rest of `set-vars`, and some functions
 * below ask for the type. An action may do anything if it has no row, if its phase does not have it, or if it has a
 * member that the model does not know.
 */

import { findAction, OLDER_ACTIONS } from '../../model/traffic-policy/data/actions';
import { isObject, isUnknown, type Known, type KnownObject, Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import type { ConcreteRequest, Shown } from '../space';
import { buildFailure } from './conditions/atom';
import { symbolsOf } from './conditions/symbols';
import { identifier } from './conditions/tree';
import { buildUnknownFailure, failureOf, findFailure, hasUnknownMember } from './configuration';
import { readList, unclearLiteral } from './document';
import { forward } from './forward';
import { redirect } from './redirect';
import { buildEnforced, restrictIps } from './restrict-ips';
import { forget, keyOfMessages, type PolicyScope, setValue } from './scope';
import { resolveTemplateValue } from './template';
import { type Action, describeEnder, type Ending, end, enderOf, runOpaque, type Walk } from './walk';

interface Row {
  readonly ends?: (walk: Walk, action: Action) => readonly Ending[];
  /** The action sends a request, whatever the response to it is. */
  readonly sends?: true;
  /** Beginnings of paths of which later conditions know nothing. In the phase of the response it is `res.` instead. */
  readonly forgets?: (config: Known<KnownObject>) => readonly string[];
  /**
   * The result that later conditions read at `actions.ngrok.<name>`; without `name` it is the type with `_`:
   * `rate_limit`. `passed` is the member that is true if the action let the request pass, `refused` the one that is
   * true if it did not. False if the action has no result.
   */
  readonly result?: false | { readonly name?: string; readonly passed?: string; readonly refused?: string };
  /** The headers in which a client shows what it needs to pass; `anywhere` if these are not certain. */
  readonly shows?: Shown['headers'];
}

const URL_PATHS = ['req.url', 'req.host'];
const HEADER_PATHS = ['headers', 'trailers', 'cookies', 'user_agent', 'content_', 'location'].map(
  (name) => `req.${name}`,
);

const ACTIONS: Readonly<Record<string, Row>> = {
  deny: { ends: deny, result: false },
  'close-connection': { ends: close, result: false },
  'custom-response': { ends: respond, result: false },
  redirect: { ends: redirect },
  'restrict-ips': { ends: restrictIps },
  'forward-internal': { ends: forward },
  'set-vars': { result: false },
  'url-rewrite': { forgets: () => URL_PATHS },
  'add-headers': { forgets: listChangedByHeaders },
  'remove-headers': { forgets: listChangedByHeaders },
  'request-body-find-replace': { forgets: () => ['req.content_length'] },
  'response-body-find-replace': {},
  'compress-response': { result: { name: 'compress' } },
  'sse-find-replace': {},
  log: {},
  'http-request': { sends: true, ends: haltOnError },
  'basic-auth': { ends: refuse, shows: ['authorization'], result: { passed: 'credentials.authorized' } },
  'circuit-breaker': { ends: refuse, result: false },
  'jwt-validation': { ends: refuse, shows: 'anywhere' },
  oauth: { ends: refuse, shows: ['cookie'] },
  'openid-connect': { ends: refuse, shows: ['cookie'], result: { name: 'oidc' } },
  saml: { ends: refuse, shows: ['cookie'] },
  'owasp-crs-request': { ends: refuse },
  'owasp-crs-response': { ends: refuse },
  'rate-limit': { ends: refuse, result: { refused: 'limited' } },
  'terminate-tls': { ends: refuse, forgets: () => ['conn.tls'] },
  // The documents do not say for all webhooks where the signature is.
  'verify-webhook': { ends: refuse, shows: 'anywhere', result: { passed: 'verified' } },
};

export function runAction(walk: Walk, given: Action): Walk {
  const type = Object.hasOwn(OLDER_ACTIONS, given.type) ? String(OLDER_ACTIONS[given.type]) : given.type;
  const action = { ...given, type };
  const row = findRow(walk, action);
  if (!row) return runOpaque(walk, notModeled(walk, given), enderOf(walk, given));
  if (type === 'set-vars') return setVars(walk, action);
  const { or, and, without } = walk.scope.space.diagrams;
  const fails = findFailure(walk, action);
  const failed = fails === NEVER ? walk : end(walk, failureOf(walk, action, fails));
  const running = without(failed.running, fails);
  const start: Walk = fails === NEVER ? walk : { ...failed, running, guard: without(walk.guard, fails) };
  const sends = row.sends ? or(start.sends, running) : start.sends;
  const ended = (row.ends?.(start, action) ?? []).reduce(end, { ...start, sends });
  return {
    ...ended,
    // Requests for which a text is an error, and that do not end by it, skip the action.
    running: or(ended.running, and(failed.running, fails)),
    guard: walk.guard,
    scope: recordChanges(start, action, row),
  };
}

function findRow({ scope }: Walk, { type, config }: Action): Row | undefined {
  const { phases = ['on_http_request'], uncertainPhases = [] } = findAction(type) ?? {};
  const isInPhase = phases.includes(scope.phase) || uncertainPhases.includes(scope.phase);
  if (!isInPhase || hasUnknownMember(type, config)) return undefined;
  return Object.hasOwn(ACTIONS, type) ? ACTIONS[type] : undefined;
}

function notModeled(walk: Walk, action: Action): Unknown {
  const identity = walk.scope.space.identities.of('action', action.identity().key);
  return new Unknown(
    { kind: 'not_modeled', what: 'the effect of', value: describeEnder(enderOf(walk, action)) },
    identity,
  );
}

function recordChanges(walk: Walk, action: Action, { forgets, result = {} }: Row): PolicyScope {
  const isResponse = walk.scope.phase === 'on_http_response';
  const changed = forgets ? (isResponse ? ['res.'] : forgets(action.config)) : [];
  const root = result && `actions.ngrok.${result.name ?? action.type.replaceAll('-', '_')}`;
  const starts = [...changed, ...(root ? [root] : [])];
  if (starts.length === 0) return walk.scope;
  // By the documents, the result of `restrict-ips` depends on the address and its lists, not on headers or the URL.
  const sees = (): string => (action.type === 'restrict-ips' ? '' : keyOfMessages(walk.scope));
  const scope = forget(walk, starts, () => `${walk.scope.phase} ${action.identity().key} ${sees()}`);
  const member = result && (result.passed ?? result.refused);
  if (!member || walk.guard !== ALWAYS) return scope;
  const passes = buildPass(walk, action);
  const when = result.passed === undefined ? scope.space.diagrams.not(passes) : passes;
  const path = `${root}.${member}`;
  return setValue(
    scope,
    path,
    identifier(symbolsOf(scope.space).mark(path, `result ${when}`, { when, isTotal: true })),
  );
}

function close(walk: Walk, action: Action): readonly Ending[] {
  return [{ when: ALWAYS, kind: 'closed', gets: NEVER, origin: 'closed', by: enderOf(walk, action) }];
}

/** Whether a status below 400 counts as a refusal is not documented, so it is a fact. */
function deny(walk: Walk, action: Action): readonly Ending[] {
  const { status, isBelow400 } = readStatus(walk, action, 403);
  const gets = status !== undefined && status >= 400 ? NEVER : isBelow400;
  const origin = status === undefined ? action.identity().key : `deny ${status}`;
  return [{ when: ALWAYS, kind: 'refused', gets, origin, by: enderOf(walk, action) }];
}

function respond(walk: Walk, action: Action): readonly Ending[] {
  const { status, isBelow400 } = readStatus(walk, action, 200);
  // A status below 200 is not that of a final response.
  const gets = status !== undefined && status >= 200 ? (status < 400 ? ALWAYS : NEVER) : isBelow400;
  const by = { ...enderOf(walk, action), status: status ?? 'unknown' } as const;
  return [{ when: ALWAYS, kind: 'responded', gets, origin: action.identity().key, by }];
}

function readStatus({ scope: { space } }: Walk, { type, config }: Action, otherwise: number) {
  const code = isUnknown(config) ? config : (config['status_code'] ?? otherwise);
  const unknown = isUnknown(code) ? code : unclearLiteral(space, `the status of ${type}`, code);
  return {
    status: typeof code === 'number' ? code : undefined,
    isBelow400: space.fact(unknown, 'is below 400'),
  };
}

/** With `enforce: false` the action only reports, and ends no request. */
function refuse(walk: Walk, action: Action): readonly Ending[] {
  const { config, type } = action;
  const hasEnforce = Object.hasOwn(findAction(type)?.members ?? {}, 'enforce');
  const enforced = hasEnforce ? buildEnforced(walk, isUnknown(config) ? config : config['enforce']) : ALWAYS;
  return enforced === NEVER ? [] : [endUnlessPassed(walk, action, enforced)];
}

/** Only the service knows for which responses `on_error: halt` ends the request. */
function haltOnError(walk: Walk, action: Action): readonly Ending[] {
  const { config } = action;
  const onError = isUnknown(config) ? config : (config['on_error'] ?? 'continue');
  if (onError === 'continue') return [];
  return [endUnlessPassed(walk, action, isUnknown(onError) ? walk.scope.space.fact(onError, 'halts') : ALWAYS)];
}

/** `refuses`: cases in which a request that does not pass ends. */
function endUnlessPassed(walk: Walk, action: Action, refuses: Diagram): Ending {
  const when = walk.scope.space.diagrams.without(refuses, buildPass(walk, action));
  return { when, kind: 'refused', gets: NEVER, origin: action.identity().key, by: enderOf(walk, action) };
}

/** Actions with the same configuration share the variable, wherever they see the same request. */
function buildPass(walk: Walk, action: Action): Diagram {
  const { type } = action;
  const { key, dependsOnAccount } = action.identity();
  const evaluate = ({ passes = [] }: ConcreteRequest): true | undefined => passes.includes(type) || undefined;
  // If other objects or another service decide, a client cannot choose the result.
  const isChoice = type !== 'http-request' && !dependsOnAccount;
  return walk.scope.space.define(`pass ${key} ${keyOfMessages(walk.scope)}`, {
    means: { of: 'action', type },
    evaluate,
    ...(isChoice ? { kind: 'choice', shown: describeShown(action) } : { kind: 'condition' }),
  });
}

function describeShown({ type, config }: Action): Shown {
  const headers = ACTIONS[type]?.shows;
  // Credentials, tokens and signatures may be in one header.
  if (headers) return { as: headers.includes('cookie') ? type : 'authorization', headers, isUsual: false };
  const asksForCertificate = isUnknown(config) || (config['mutual_tls_certificate_authorities'] ?? null) !== null;
  return { as: type, headers: [], isUsual: type !== 'terminate-tls' || !asksForCertificate };
}

/** A changed `host` changes the URL, too, and so may an unknown name. */
function listChangedByHeaders(config: Known<KnownObject>): readonly string[] {
  const headers = isUnknown(config) ? config : (config['headers'] ?? null);
  const names = Array.isArray(headers)
    ? (headers as readonly unknown[])
    : isObject(headers)
      ? Object.keys(headers)
      : [undefined];
  const isOther = (name: unknown): boolean => typeof name === 'string' && name.toLowerCase() !== 'host';
  return names.every(isOther) ? HEADER_PATHS : [...HEADER_PATHS, ...URL_PATHS];
}

/** `vars: [{ team: 'red' }]`. Nothing is known of them if the rule may not run, or if a value may be an error. */
function setVars(walk: Walk, action: Action): Walk {
  const { space } = walk.scope;
  const { config } = action;
  const list = isUnknown(config) ? config : readList(space, config['vars'], 'vars');
  const elements = isUnknown(list) ? [list] : list;
  const odd = elements.find((element) => !isObject(element));
  const entries = elements.filter(isObject).flatMap((element) => Object.entries(element));
  let { scope } = walk;
  let fails =
    odd === undefined
      ? NEVER
      : buildUnknownFailure(walk, action.type, isUnknown(odd) ? odd : unclearLiteral(space, 'an element of vars', odd));
  for (const [name, json] of entries) {
    const found = resolveTemplateValue(scope, json);
    fails = space.diagrams.or(fails, buildFailure(space, found));
    scope = setValue(scope, `vars.${name}`, found);
  }
  if (fails === NEVER && walk.guard === ALWAYS) return { ...walk, scope };
  const starts = odd === undefined ? entries.map(([name]) => `vars.${name}`) : ['vars.'];
  return { ...end(walk, failureOf(walk, action, fails)), scope: forget(walk, starts, () => action.identity().key) };
}
