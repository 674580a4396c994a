import { isPlainObject, type Json, type JsonObject } from '../../../values/json';
import type { ValuePath } from '../../../values/path';
import { describeType } from '../../problem';
import { didYouMean } from '../../text';
import { findAction, OLDER_ACTIONS, POLICY_ACTIONS, UNDESCRIBED_ACTIONS, UNDESCRIBED_MEMBERS } from '../data/actions';
import { findPhase, PHASES, PHASES_OF_SCHEME, type Phase } from '../data/schema';
import { UNREADABLE_POLICY } from '../error-codes';
import { hasPlaceholder } from '../terraform-template';
import {
  type CheckedAction,
  type CheckedRule,
  checkAuthentication,
  checkHandled,
  checkUnreachable,
  isConditional,
} from './flow';
import { checkMembers, checkPairs } from './members';
import { fail, type PolicyCheck, type PolicyContext, type PolicyProblem, warn } from './problem';
import { checkExpression } from './strings';

/**
 * The problems of single values, phase by phase. If these are no errors, and no rule or action as a whole is known only
 * later, those of the flow follow, such as an action that is never reached.
 */
export function checkPolicy(document: JsonObject, context: PolicyContext): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const check: PolicyCheck = {
    context,
    variables: collectVariables(document),
    report: (problem) => problems.push(problem),
  };
  const phases = Object.entries(document).flatMap(([name, rules]) => checkPhase(check, name, rules));
  const rules = phases.flatMap((phase) => phase.rules);
  if (problems.some(({ severity }) => severity === 'error') || hasPartKnownLater(document)) return problems;
  if (rules.every(({ actions }) => actions.length === 0))
    fail(check, [], 2206, 'has no action', 'at least one rule with an action');
  else checkFlow(check, phases);
  return problems;
}

/** The placeholder may be all of the value. */
function isKnownLater(value: Json | undefined): boolean {
  return typeof value === 'string' && hasPlaceholder(value);
}

function hasPartKnownLater(document: JsonObject): boolean {
  return Object.values(document).some(
    (rules) => isKnownLater(rules) || (Array.isArray(rules) && rules.some(isRuleKnownLater)),
  );
}

function isRuleKnownLater(rule: Json): boolean {
  if (!isPlainObject(rule)) return isKnownLater(rule);
  const { expressions, actions } = rule;
  return [expressions, actions].some(isKnownLater) || (Array.isArray(actions) && actions.some(isKnownLater));
}

interface CheckedPhase {
  readonly phase: Phase;
  readonly rules: readonly CheckedRule[];
}

function checkPhase(check: PolicyCheck, name: string, rules: Json | undefined): CheckedPhase[] {
  const phase = findPhase(name);
  const { scheme, isInternal } = check.context;
  if (!phase) {
    warn(
      check,
      [name],
      UNREADABLE_POLICY,
      'is not a known phase',
      `one of ${PHASES.join(', ')}${didYouMean(name, PHASES)}`,
    );
    return [];
  }
  if (scheme && !PHASES_OF_SCHEME[scheme].includes(phase))
    fail(check, [name], 2230, `does not exist for ${scheme} endpoints`, PHASES_OF_SCHEME[scheme].join(' or '));
  if (phase === 'on_tcp_connect' && isInternal && (scheme === 'http' || scheme === 'https'))
    fail(check, [name], 2262, `does not exist for internal ${scheme} endpoints`, 'on_http_request');
  if (rules === null || isKnownLater(rules)) return [{ phase, rules: [] }];
  if (!Array.isArray(rules)) {
    fail(check, [name], UNREADABLE_POLICY, `is ${describeType(rules)}`, 'a list of rules');
    return [];
  }
  return [{ phase, rules: rules.flatMap((rule: Json, index) => checkRule(check, phase, rule, [name, index])) }];
}

const RULE_MEMBERS = ['name', 'expressions', 'actions'];

function checkRule(check: PolicyCheck, phase: Phase, rule: Json, path: ValuePath): CheckedRule[] {
  if (!isPlainObject(rule)) {
    if (!isKnownLater(rule)) fail(check, path, UNREADABLE_POLICY, `is ${describeType(rule)}`, 'a rule with actions');
    return [];
  }
  const { name = null, expressions = null, actions = null } = rule;
  if (name !== null && typeof name !== 'string')
    fail(check, [...path, 'name'], UNREADABLE_POLICY, `is ${describeType(name)}`, 'a string');
  checkExpressions(check, phase, expressions, [...path, 'expressions']);
  for (const member of Object.keys(rule)) {
    if (RULE_MEMBERS.includes(member)) continue;
    const expected = `one of ${RULE_MEMBERS.join(', ')}${didYouMean(member, RULE_MEMBERS)}`;
    warn(check, [...path, member], UNREADABLE_POLICY, 'is not a known member of a rule', expected);
  }
  const actionsPath = [...path, 'actions'];
  if (isKnownLater(actions)) return [];
  if (!Array.isArray(actions)) {
    const problem = actions === null ? 'is not set' : `is ${describeType(actions)}`;
    fail(check, actionsPath, actions === null ? 2234 : UNREADABLE_POLICY, problem, 'a list of actions');
    return [];
  }
  if (actions.length === 0) warn(check, actionsPath, 2223, 'is empty', 'at least one action');
  const checked = actions.flatMap((action: Json, index) => checkAction(check, phase, action, [...actionsPath, index]));
  return [{ isConditional: isConditional(expressions), actions: checked }];
}

function checkExpressions(check: PolicyCheck, phase: Phase, expressions: Json, path: ValuePath): undefined {
  if (expressions === null || isKnownLater(expressions)) return;
  if (!Array.isArray(expressions))
    return fail(check, path, UNREADABLE_POLICY, `is ${describeType(expressions)}`, 'a list of CEL expressions');
  for (const [index, expression] of (expressions as Json[]).entries()) {
    if (typeof expression === 'string')
      checkExpression(check, [...path, index], expression, { phase, use: 'condition' });
    else
      fail(
        check,
        [...path, index],
        UNREADABLE_POLICY,
        `is ${describeType(expression)}`,
        'a CEL expression as a string',
      );
  }
}

function checkAction(check: PolicyCheck, phase: Phase, value: Json, path: ValuePath): CheckedAction[] {
  if (!isPlainObject(value)) {
    if (!isKnownLater(value))
      fail(check, path, UNREADABLE_POLICY, `is ${describeType(value)}`, 'an action with a type');
    return [];
  }
  const { type = null, config = null } = value;
  for (const member of Object.keys(value)) {
    if (member !== 'type' && member !== 'config')
      warn(check, [...path, member], UNREADABLE_POLICY, 'is not a known member of an action', 'type and config');
  }
  if (typeof type !== 'string') {
    const problem = type === null ? 'is not set' : `is ${describeType(type)}`;
    fail(check, [...path, 'type'], type === null ? 2234 : UNREADABLE_POLICY, problem, 'the type of an action');
    return [];
  }
  if (config !== null && !isPlainObject(config)) {
    if (!isKnownLater(config)) fail(check, [...path, 'config'], 2203, `is ${describeType(config)}`, 'an object');
    return [{ path, type, config: {} }];
  }
  checkKnownAction(check, phase, type, config ?? {}, path);
  return [{ path, type, config: config ?? {} }];
}

function checkKnownAction(
  check: PolicyCheck,
  phase: Phase,
  type: string,
  config: JsonObject,
  path: ValuePath,
): undefined {
  const action = findAction(type);
  const typePath = [...path, 'type'];
  if (!action) {
    if (UNDESCRIBED_ACTIONS.includes(type))
      return warn(check, typePath, 2201, `is '${type}', which the service does not describe`, 'a described action');
    if (hasPlaceholder(type)) return;
    const names = Object.keys(POLICY_ACTIONS);
    return warn(check, typePath, 2201, `is the unknown action '${type}'`, `a known action${didYouMean(type, names)}`);
  }
  if (!action.phases.includes(phase) && !action.uncertainPhases?.includes(phase))
    fail(check, typePath, 2202, `is ${type}, which ${phase} does not have`, `it in ${action.phases.join(' or ')}`);
  else if (action.uncertainPhases?.includes(phase))
    warn(check, typePath, 2202, `is ${type}, which ${phase} may not have`, 'it in another phase, or a test');
  const { scheme } = check.context;
  if (scheme && action.schemes && !action.schemes.includes(scheme))
    fail(
      check,
      typePath,
      2205,
      `is ${type}, which ${scheme} endpoints do not have`,
      `it with ${action.schemes.join(' or ')}`,
    );
  const configPath = [...path, 'config'];
  const name = OLDER_ACTIONS[type] ?? type;
  checkMembers(check, action.members, config, configPath, phase, UNDESCRIBED_MEMBERS[name]);
  checkPairs(check, action.pairs ?? [], config, configPath);
  const admits = [config['allow'], config['ip_policies']].some((list) => (list ?? null) !== null);
  if (name === 'restrict-ips' && !admits)
    warn(check, configPath, 2223, 'has neither allow nor ip_policies, so it admits no address', 'allow or ip_policies');
  if (name === 'deny' && phase === 'on_tcp_connect' && config['status_code'] !== undefined)
    warn(
      check,
      [...configPath, 'status_code'],
      2204,
      'is set in on_tcp_connect, which has no status',
      'it in on_http_request',
    );
}

function checkFlow(check: PolicyCheck, phases: readonly CheckedPhase[]): void {
  for (const { rules } of phases) checkUnreachable(check, rules);
  checkAuthentication(
    check,
    phases.flatMap(({ rules }) => rules),
  );
  const { scheme } = check.context;
  const ruled = (name: Phase): CheckedPhase | undefined => phases.find(({ phase }) => phase === name);
  // Without a known scheme, a policy with `on_tcp_connect` and without `on_http_request` is that of a connection.
  const isHttp = scheme ? scheme.startsWith('http') : ruled('on_http_request') || !ruled('on_tcp_connect');
  const deciding = isHttp ? 'on_http_request' : 'on_tcp_connect';
  const first = isHttp ? (ruled('on_tcp_connect')?.rules ?? []) : [];
  checkHandled(check, deciding, [...first, ...(ruled(deciding)?.rules ?? [])]);
}

/** A name may have a placeholder for a value of Terraform. */
function collectVariables(document: JsonObject): PolicyCheck['variables'] {
  const variables: Partial<Record<Phase, Map<string, Json[]>>> = {};
  for (const [name, rules] of Object.entries(document)) {
    const phase = findPhase(name);
    if (!phase) continue;
    variables[phase] ??= new Map();
    for (const [variable, value] of listVariables(rules))
      variables[phase].set(variable, [...(variables[phase].get(variable) ?? []), value]);
  }
  return variables;
}

function listVariables(value: Json | undefined): (readonly [name: string, value: Json])[] {
  if (Array.isArray(value)) return value.flatMap(listVariables);
  if (!isPlainObject(value)) return [];
  if (value['type'] === 'set-vars' && isPlainObject(value['config'])) {
    const vars = value['config']['vars'];
    return Array.isArray(vars)
      ? vars.flatMap((element: Json) => (isPlainObject(element) ? (Object.entries(element) as [string, Json][]) : []))
      : [];
  }
  return Object.values(value).flatMap(listVariables);
}
