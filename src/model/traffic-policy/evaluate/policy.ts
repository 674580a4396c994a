/**
 * Evaluates a traffic policy for a request: whom an endpoint admits. Actions that need the service, such as `oauth` and
 * `rate-limit`, are passed and named. Phases of the response are not evaluated.
 */

import { matchesPattern } from '../../cel/cel';
import { parseCidr } from '../../ip/cidr';
import { evaluatePolicy, type PolicyRule } from '../../ip/policy';
import { isPlainObject, type Json, type JsonObject } from '../../json';
import { formatPath, type ValuePath } from '../../validation/problem';
import { findAction, OLDER_ACTIONS } from '../data/actions';
import { OLDER_PHASES, type Phase, SCHEMES, type Scheme } from '../data/schema';
import { parsePolicyText } from '../parse';
import { hasPlaceholder } from '../terraform-template';
import { evaluateExpression, evaluateTemplate, type Scope } from './expression';
import { type PolicyRequest, toVariables } from './request';

export interface PolicyObjects {
  /** Rules of an IP policy. A deleted policy has no rules, which admits no address. Undefined: unknown. */
  ipPolicy(id: string): readonly PolicyRule[] | undefined;
  /** The policy of a cloud endpoint, `agent` for an endpoint of an agent. Undefined: unknown. */
  endpoint?(url: string): { readonly policy: string } | 'agent' | 'missing' | undefined;
}

/** How a request may end. */
export interface PolicyOutcome {
  readonly result: 'forwarded' | 'responded' | 'redirected' | 'denied' | 'closed' | 'unhandled' | 'unknown';
  /** Whether the client reaches an upstream, a response below 400, or a redirect. Undefined: unknown. */
  readonly admitted: boolean | undefined;
  /** Path of the deciding action, and what it did. */
  readonly reason: string;
  readonly status?: number;
  readonly body?: string;
  /** Target of a forward or a redirect. */
  readonly url?: string;
  /** Conditions without result, on which the outcome depends. */
  readonly depends: readonly string[];
  /** Actions on the way that may refuse the request: `oauth`, `rate-limit`. */
  readonly passes: readonly string[];
}

/** Actions that may refuse a request, and that only the service can evaluate; so may actions that the model does not have. */
const MAY_REFUSE = [
  ...['basic-auth', 'circuit-breaker', 'jwt-validation', 'oauth', 'openid-connect', 'saml', 'owasp-crs-request'],
  ...['rate-limit', 'terminate-tls', 'verify-webhook', 'http-request'],
];

const MAX_FORWARDS = 5;

interface Walk {
  readonly objects: PolicyObjects;
  readonly request: PolicyRequest;
  readonly forwards: number;
  readonly outcomes: PolicyOutcome[];
  readonly passes: Set<string>;
  variables: Record<string, unknown>;
}

/**
 * Returns how the request may end: one outcome if everything that decides is known, otherwise several in the order of the
 * rules. `scheme` is that of the endpoint.
 */
export function evaluateTrafficPolicy(
  text: string,
  scheme: Scheme,
  request: PolicyRequest,
  objects: PolicyObjects,
  forwards = 0,
): readonly PolicyOutcome[] {
  const parsed = parsePolicyText(text);
  if ('problem' in parsed) return [unknownOutcome(`the policy ${parsed.problem}`)];
  const walk: Walk = { objects, request, forwards, outcomes: [], passes: new Set(), variables: {} };
  const phases: readonly Phase[] = scheme.startsWith('http')
    ? ['on_tcp_connect', 'on_http_request']
    : ['on_tcp_connect'];
  for (const phase of phases) {
    walk.variables = { ...toVariables(request), vars: {} };
    if (runPhase(walk, phase, listRules(parsed.document, phase))) return walk.outcomes;
  }
  return [
    ...walk.outcomes,
    end(walk, [], 'unhandled', false, 'no action ends the request, and a cloud endpoint has no upstream (status 503)', {
      status: 503,
    }),
  ];
}

function unknownOutcome(reason: string): PolicyOutcome {
  return { result: 'unknown', admitted: undefined, reason, depends: [], passes: [] };
}

interface LocatedRule {
  readonly path: ValuePath;
  readonly rule: JsonObject;
}

function listRules(document: JsonObject, phase: Phase): LocatedRule[] {
  const names = [phase, ...Object.keys(OLDER_PHASES).filter((name) => OLDER_PHASES[name] === phase)];
  return names.flatMap((name) => {
    const rules = document[name];
    return Array.isArray(rules)
      ? rules.flatMap((rule: Json, index) => (isPlainObject(rule) ? [{ path: [name, index], rule }] : []))
      : [];
  });
}

/** Returns whether the request certainly ends in the phase. */
function runPhase(walk: Walk, phase: Phase, rules: readonly LocatedRule[]): boolean {
  for (const { path, rule } of rules) {
    const { isTrue, unknown } = evaluateConditions(walk, phase, rule['expressions']);
    if (!isTrue) continue;
    const actions = Array.isArray(rule['actions']) ? (rule['actions'] as Json[]) : [];
    const before = { ...walk.variables };
    let hasEnded = false;
    for (const [index, action] of actions.entries()) {
      if (!isPlainObject(action)) continue;
      hasEnded = runAction(walk, phase, action, [...path, 'actions', index], unknown);
      if (hasEnded) break;
    }
    if (hasEnded && unknown.length === 0) return true;
    // The rule may not have run, so what it set is unknown.
    if (unknown.length > 0) walk.variables = forgetChanges(before, walk.variables);
  }
  return false;
}

function forgetChanges(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  return before['vars'] === after['vars'] ? before : { ...before, vars: undefined };
}

interface Conditions {
  /** False if one condition is false. */
  readonly isTrue: boolean;
  readonly unknown: readonly string[];
}

function evaluateConditions({ variables }: Walk, phase: Phase, expressions: Json | undefined): Conditions {
  const list = Array.isArray(expressions) ? (expressions as Json[]).map(String) : [];
  const unknown: string[] = [];
  for (const expression of list) {
    const evaluated = hasPlaceholder(expression) ? undefined : evaluateExpression(expression, { phase, variables });
    if (!evaluated) unknown.push(expression);
    else if (evaluated.value !== true) return { isTrue: false, unknown: [] };
  }
  return { isTrue: true, unknown };
}

/** Runs one action; returns whether it ends the request. */
function runAction(walk: Walk, phase: Phase, action: JsonObject, path: ValuePath, depends: readonly string[]): boolean {
  const type = OLDER_ACTIONS[String(action['type'])] ?? String(action['type']);
  const config = isPlainObject(action['config']) ? action['config'] : {};
  const scope: Scope = { phase, variables: walk.variables };
  const status = typeof config['status_code'] === 'number' ? config['status_code'] : undefined;
  const finish = (...rest: EndArguments): true => {
    walk.outcomes.push(end(walk, depends, ...rest));
    return true;
  };
  const at = `${formatPath(path)}: ${type}`;
  switch (type) {
    case 'deny':
      return finish('denied', false, at, { status: status ?? 403 });
    case 'close-connection':
      return finish('closed', false, at);
    case 'custom-response': {
      const body = typeof config['body'] === 'string' ? evaluateTemplate(config['body'], scope) : { value: '' };
      const code = status ?? 200;
      return finish('responded', code < 400, `${at} with status ${code}`, {
        status: code,
        ...(body && { body: String(body.value) }),
      });
    }
    case 'restrict-ips':
      return restrictIps(walk, config, scope, at, depends);
    case 'redirect':
      return redirect(walk, config, scope, at, depends);
    case 'forward-internal':
      return forward(walk, config, scope, at, depends);
    case 'set-vars':
      setVariables(walk, config, scope);
      return false;
    default:
      if ((MAY_REFUSE.includes(type) || !findAction(type)) && config['enforce'] !== false) walk.passes.add(type);
      return false;
  }
}

type EndArguments = [
  result: PolicyOutcome['result'],
  admitted: boolean | undefined,
  reason: string,
  more?: Partial<Pick<PolicyOutcome, 'status' | 'body' | 'url'>>,
];

function end(
  walk: Walk,
  depends: readonly string[],
  ...[result, admitted, reason, more = {}]: EndArguments
): PolicyOutcome {
  return { result, admitted, reason, ...more, depends, passes: [...walk.passes] };
}

/** An address is admitted by an allow and no deny; without any allow none is. */
function restrictIps(walk: Walk, config: JsonObject, scope: Scope, at: string, depends: readonly string[]): boolean {
  if (config['enforce'] === false) return false;
  const decision = decideAddress(walk, config, scope);
  if (decision.admitted === true) return false;
  walk.outcomes.push(
    end(
      walk,
      decision.admitted === undefined ? [...depends, decision.reason] : depends,
      'denied',
      false,
      `${at} (${decision.reason})`,
      { status: 403 },
    ),
  );
  return decision.admitted === false;
}

interface AddressDecision {
  readonly admitted: boolean | undefined;
  readonly reason: string;
}

function decideAddress({ objects, request }: Walk, config: JsonObject, scope: Scope): AddressDecision {
  const { clientIp } = request;
  const unknown: string[] = [];
  const rules = (['allow', 'deny'] as const).flatMap((action) =>
    listStrings(config[action]).flatMap((text) => {
      const evaluated = hasPlaceholder(text) ? undefined : evaluateTemplate(text, scope);
      const cidr = evaluated && parseCidr(String(evaluated.value));
      if (!cidr) unknown.push(action);
      return cidr && !('problem' in cidr) ? [{ cidr, action }] : [];
    }),
  );
  for (const id of listStrings(config['ip_policies'])) {
    const found = objects.ipPolicy(id);
    if (found) rules.push(...found);
    else unknown.push(`the rules of ${hasPlaceholder(id) ? 'an IP policy' : id}`);
  }
  if (clientIp === undefined) return { admitted: undefined, reason: 'the address is unknown' };
  const { allowed, decisiveRules } = evaluatePolicy(rules, clientIp);
  const reason = decisiveRules.map(({ action, cidr }) => `${action} ${cidr.canonical}`).join(', ');
  if (!allowed && decisiveRules.length > 0) return { admitted: false, reason };
  if (unknown.length > 0) return { admitted: undefined, reason: `${[...new Set(unknown)].join(', ')} unknown` };
  return { admitted: allowed, reason: reason || `none of ${rules.length} rules matches` };
}

function listStrings(value: Json | undefined): string[] {
  return Array.isArray(value) ? (value as Json[]).map(String) : [];
}

function redirect(walk: Walk, config: JsonObject, scope: Scope, at: string, depends: readonly string[]): boolean {
  const from = typeof config['from'] === 'string' ? evaluateTemplate(config['from'], scope) : undefined;
  const isAlways = config['from'] === undefined || config['from'] === null;
  const { url } = walk.request;
  const to = evaluateTemplate(String(config['to'] ?? ''), scope);
  const status = typeof config['status_code'] === 'number' ? config['status_code'] : 302;
  const isKnown = isAlways || (from !== undefined && url !== undefined);
  if (isKnown && !isAlways && !matchesPattern(String(from?.value), String(url))) return false;
  const more = { status, ...(isAlways && to && { url: String(to.value) }) };
  walk.outcomes.push(
    end(walk, isKnown ? depends : [...depends, `${at} matches the URL`], 'redirected', true, at, more),
  );
  return isKnown;
}

function forward(walk: Walk, config: JsonObject, scope: Scope, at: string, depends: readonly string[]): boolean {
  const continues = config['on_error'] === 'continue';
  const text = String(config['url'] ?? '');
  const evaluated = hasPlaceholder(text) ? undefined : evaluateTemplate(text, scope);
  const url = evaluated && String(evaluated.value);
  const target = url === undefined ? undefined : walk.objects.endpoint?.(url);
  if (target === 'missing') {
    const reason = `${at} to ${url}, which is not online`;
    if (!continues) walk.outcomes.push(end(walk, depends, 'unhandled', false, reason, { status: 502 }));
    return !continues;
  }
  const reason = url === undefined ? at : `${at} to ${url}`;
  if (url !== undefined && typeof target === 'object' && walk.forwards < MAX_FORWARDS) {
    walk.outcomes.push(...forwardToPolicy(walk, target.policy, url, reason, depends));
    return true;
  }
  const isCertain = target !== undefined || !continues;
  const conditions = isCertain ? depends : [...depends, `${url ?? 'the target'} is online`];
  walk.outcomes.push(end(walk, conditions, 'forwarded', true, reason, url === undefined ? {} : { url }));
  return isCertain;
}

/** The outcomes of the policy of an internal endpoint. */
function forwardToPolicy(
  walk: Walk,
  policy: string,
  url: string,
  reason: string,
  depends: readonly string[],
): PolicyOutcome[] {
  const scheme = SCHEMES.find((known) => url.startsWith(`${known}://`)) ?? 'https';
  return evaluateTrafficPolicy(policy, scheme, walk.request, walk.objects, walk.forwards + 1).map((outcome) => ({
    ...outcome,
    reason: `${reason}, ${outcome.reason}`,
    depends: [...depends, ...outcome.depends],
    passes: [...new Set([...walk.passes, ...outcome.passes])],
  }));
}

function setVariables(walk: Walk, config: JsonObject, scope: Scope): void {
  for (const element of Array.isArray(config['vars']) ? (config['vars'] as Json[]) : []) {
    if (!isPlainObject(element)) continue;
    for (const [name, value] of Object.entries(element)) {
      const evaluated =
        typeof value === 'string' ? evaluateTemplate(value, { ...scope, variables: walk.variables }) : { value };
      const vars = walk.variables['vars'] as Record<string, unknown> | undefined;
      // An unknown variable makes all unknown: `has()` of a missing one would be false.
      walk.variables = { ...walk.variables, vars: vars && evaluated && { ...vars, [name]: evaluated.value } };
    }
  }
}

/** Whether all outcomes admit the client, none does, or it depends on something unknown. */
export function summarizeOutcomes(outcomes: readonly PolicyOutcome[]): 'admitted' | 'denied' | 'unknown' {
  if (outcomes.every(({ admitted }) => admitted === true)) return 'admitted';
  return outcomes.every(({ admitted }) => admitted === false) ? 'denied' : 'unknown';
}
