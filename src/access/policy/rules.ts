/** Runs the rules of one phase in their order. */
import { renameOlderMembers } from '../../model/traffic-policy/data/actions';
import type { Cause } from '../../values/cause';
import { describeCause } from '../../values/describe-cause';
import { isObject, isUnknown, type KnownJson, type KnownObject, Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { doAnything, runAction } from './actions';
import { type Truth, truth } from './conditions/atom';
import { buildCondition } from './conditions/condition';
import { given, type listRules, readList } from './document';
import { type ActionIdentity, identifyAction } from './identity';
import { resolve } from './scope';
import { parseOrUnknown, unknownTree } from './template';
import { end, type Walk } from './walk';

const FAILED = new Unknown({ kind: 'undocumented', gap: 'failing_condition' });

export function runRules(walk: Walk, rules: ReturnType<typeof listRules>): void {
  for (const { path, rule } of rules) {
    if (walk.running === NEVER) return;
    const unknown = isObject(rule) ? findUnknownMember(rule, RULE_MEMBERS) : undefined;
    if (isObject(rule) && unknown === undefined) runRule(walk, path, rule);
    else {
      walk.guard = ALWAYS;
      doUnknown(walk, path, isUnknown(rule) ? rule : odd(walk, 'a rule', rule, unknown));
    }
  }
}

const RULE_MEMBERS = ['name', 'expressions', 'actions'];
const ACTION_MEMBERS = ['type', 'config'];

/** What is no rule or action, or has a member that the model does not know. */
function odd({ evaluation: { space } }: Walk, what: string, json: KnownJson, member: string | undefined): Unknown {
  if (member === undefined) return given(space, what, json);
  const cause: Cause = {
    kind: 'not_modeled',
    what: `the member of ${what}`,
    value: member,
    json: JSON.stringify(json),
  };
  return new Unknown(cause, space.identities.of(what, json));
}

function doUnknown(walk: Walk, path: string, { cause, identity }: Unknown): void {
  doAnything(walk, `unknown ${identity}`, `${path} (${describeCause(cause)})`, true);
}

/** The service may be newer than the model, and a member may change when a rule or an action runs. */
function findUnknownMember(object: KnownObject, members: readonly string[]): string | undefined {
  return Object.keys(object).find((name) => !members.includes(name) && object[name] !== null);
}

function runRule(walk: Walk, path: string, rule: KnownObject): void {
  const { diagrams } = walk.evaluation.space;
  const yes = runExpressions(walk, path, rule['expressions']);
  const before = walk.running;
  walk.running = diagrams.and(before, yes);
  walk.guard = yes;
  const actions = readList(walk.evaluation.space, rule['actions'], 'actions');
  if (isUnknown(actions)) doUnknown(walk, `${path}.actions`, actions);
  else
    for (const [index, action] of actions.entries()) {
      if (walk.running === NEVER) break;
      runListed(walk, `${path}.actions[${index}]`, action);
    }
  walk.running = diagrams.ifThenElse(yes, walk.running, before);
}

function runListed(walk: Walk, path: string, action: KnownJson): void {
  if (!isObject(action) || typeof action['type'] !== 'string') {
    const found = isObject(action) ? action['type'] : action;
    doUnknown(walk, path, isUnknown(found) ? found : odd(walk, 'an action', found ?? null, undefined));
    return;
  }
  const unknown = findUnknownMember(action, ACTION_MEMBERS);
  if (unknown !== undefined) {
    doUnknown(walk, path, odd(walk, 'an action', action, unknown));
    return;
  }
  const { type } = action;
  const { config: configured } = action;
  const value = configured ?? {};
  const config = isObject(value)
    ? renameOlderMembers(type, value)
    : isUnknown(value)
      ? value
      : given(walk.evaluation.space, 'the configuration', value);
  const { scope } = walk;
  let found: ActionIdentity | undefined;
  runAction(walk, {
    type,
    config,
    path,
    identity() {
      found ??= identifyAction(scope, type, config, ALWAYS);
      return found.key;
    },
    dependsOnAccount() {
      found ??= identifyAction(scope, type, config, ALWAYS);
      return found.dependsOnAccount;
    },
  });
}

/** Where all expressions are true. An error ends the request, or the rule does not run. */
function runExpressions(walk: Walk, path: string, json: KnownJson | undefined): Diagram {
  const { space } = walk.evaluation;
  const { diagrams } = space;
  const list = readList(space, json, 'expressions');
  const expressions = isUnknown(list) ? [list] : list;
  let passing: Diagram = ALWAYS;
  for (const expression of expressions) {
    const { yes, fails } = buildExpression(walk, expression, diagrams.and(walk.running, passing));
    const failing = diagrams.and(passing, fails);
    if (failing !== NEVER) {
      const when = diagrams.and(failing, space.fact(FAILED));
      const text = `${path}: a condition is an error`;
      end(walk, { when, kind: 'failed', gets: NEVER, origin: 'error' }, { text });
    }
    passing = diagrams.and(passing, yes);
    if (passing === NEVER) break;
  }
  return passing;
}

function buildExpression(walk: Walk, json: KnownJson, within: Diagram): Truth {
  const { scope } = walk;
  const { space } = scope;
  const { diagrams } = space;
  const tree =
    typeof json === 'string'
      ? parseOrUnknown(scope, json)
      : unknownTree(scope, isUnknown(json) ? json : given(space, 'the expression', json));
  const parts = resolve(scope, tree, within).map(({ when, tree: resolved }) => {
    const { yes, fails } = buildCondition(space, resolved);
    return { yes: diagrams.and(when, yes), fails: diagrams.and(when, fails) };
  });
  return truth(diagrams.any(parts.map(({ yes }) => yes)), diagrams.any(parts.map(({ fails }) => fails)));
}
