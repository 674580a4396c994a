import { renameOlderMembers } from '../../model/traffic-policy/data/actions';
import type { Cause } from '../../values/cause';
import { isObject, isUnknown, type KnownJson, type KnownObject, Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { runAction } from './actions';
import type { Truth } from './conditions/atom';
import { buildCondition } from './conditions/condition';
import { identifyAction } from './configuration';
import { findUnknownMember, type listPolicyRules, readList, unclearLiteral } from './document';
import { resolveTree } from './scope';
import { parseOrUnknown, unknownTree } from './template';
import { type ActionIdentity, end, runOpaque, type Walk } from './walk';

const FAILED = new Unknown({ kind: 'undocumented', gap: 'failing_condition' });

export function runRules(start: Walk, rules: ReturnType<typeof listPolicyRules>): Walk {
  let walk = start;
  for (const { path, rule } of rules) {
    if (walk.running === NEVER) break;
    const unknown = isObject(rule) ? findUnknownMember(rule, RULE_MEMBERS) : undefined;
    if (isObject(rule) && unknown === undefined) walk = runRule(walk, path, rule);
    else {
      // A rule of which nothing is known may also have no conditions, so its guard is ALWAYS.
      const odd = isUnknown(rule) ? rule : toUnknown(walk, 'a rule', rule, unknown);
      walk = runOpaque({ ...walk, guard: ALWAYS }, odd, { path });
    }
  }
  return walk;
}

const RULE_MEMBERS = ['name', 'expressions', 'actions'];
const ACTION_MEMBERS = ['type', 'config'];

/**
 * `json` is a rule that is no object, a type of an action that is no text, or has a `member` that the model does not
 * know.
 */
function toUnknown({ scope: { space } }: Walk, what: string, json: KnownJson, member: string | undefined): Unknown {
  if (member === undefined) return unclearLiteral(space, what, json);
  const cause: Cause = {
    kind: 'not_modeled',
    what: `the member of ${what}`,
    value: member,
    json: JSON.stringify(json),
  };
  return new Unknown(cause, space.identities.of(what, json));
}

function runRule(start: Walk, path: string, rule: KnownObject): Walk {
  const { space } = start.scope;
  const { and, ifThenElse } = space.diagrams;
  const { walk: before, yes } = runExpressions(start, path, rule['expressions']);
  const entered: Walk = { ...before, running: and(before.running, yes), guard: yes };
  const actions = readList(space, rule['actions'], 'actions');
  const left = isUnknown(actions)
    ? runOpaque(entered, actions, { path: `${path}.actions` })
    : actions.reduce(
        (walk: Walk, action, index) =>
          walk.running === NEVER ? walk : runJsonAction(walk, `${path}.actions[${index}]`, action),
        entered,
      );
  return { ...left, running: ifThenElse(yes, left.running, before.running) };
}

function runJsonAction(walk: Walk, path: string, action: KnownJson): Walk {
  const type = isObject(action) ? action['type'] : action;
  const unknown = isObject(action) ? findUnknownMember(action, ACTION_MEMBERS) : undefined;
  if (!isObject(action) || typeof type !== 'string' || unknown !== undefined) {
    const json = unknown === undefined ? (type ?? null) : action;
    const { cause } = isUnknown(json) ? json : toUnknown(walk, 'an action', json, unknown);
    return runOpaque(walk, new Unknown(cause, walk.scope.space.identities.of('an action', action)), { path });
  }
  const value = action['config'] ?? {};
  const config = isObject(value)
    ? renameOlderMembers(type, value)
    : isUnknown(value)
      ? value
      : unclearLiteral(walk.scope.space, 'the configuration', value);
  let found: ActionIdentity | undefined;
  return runAction(walk, {
    type,
    config,
    path,
    identity() {
      found ??= identifyAction(walk.scope, type, config);
      return found;
    },
  });
}

/** The documents do not say whether a request ends where an expression is an error: the fact {@link FAILED} decides. */
function runExpressions(
  start: Walk,
  path: string,
  json: KnownJson | undefined,
): { readonly walk: Walk; readonly yes: Diagram } {
  const { space } = start.scope;
  const { and } = space.diagrams;
  const list = readList(space, json, 'expressions');
  let walk = start;
  let yes: Diagram = ALWAYS;
  for (const expression of isUnknown(list) ? [list] : list) {
    if (yes === NEVER) break;
    const built = buildExpression(walk, expression);
    const when = and(and(yes, built.fails), space.fact(FAILED));
    walk = end(walk, {
      when,
      kind: 'failed',
      gets: NEVER,
      origin: 'error',
      by: { path, problem: 'failing_condition' },
    });
    yes = and(yes, built.yes);
  }
  return { walk, yes };
}

function buildExpression({ scope }: Walk, json: KnownJson): Truth {
  const { space } = scope;
  const tree =
    typeof json === 'string'
      ? parseOrUnknown(scope, json)
      : unknownTree(scope, isUnknown(json) ? json : unclearLiteral(space, 'the expression', json));
  return buildCondition(space, resolveTree(scope, tree));
}
