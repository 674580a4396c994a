/** Texts with `${expression}` in them, and other values of a configuration, as trees. */

import { VARIABLES } from '../../model/traffic-policy/data/variables';
import { splitInterpolation } from '../../model/traffic-policy/interpolation';
import type { Cause } from '../../values/cause';
import { isUnknown, type KnownJson, Unknown } from '../../values/known';
import { parseTree } from './conditions/expression';
import { symbolsOf } from './conditions/symbols';
import { call, identifier, isString, mapOperands, type Tree, value } from './conditions/tree';
import { keyOfScope, type PolicyScope, resolveTree } from './scope';

export function isLiteral(text: string): boolean {
  return !text.includes('${');
}

export function resolveTemplateValue(scope: PolicyScope, json: KnownJson): Tree {
  return resolveTree(scope, toTree(scope, json));
}

function toTree(scope: PolicyScope, json: KnownJson): Tree {
  if (isUnknown(json)) return unknownTree(scope, json);
  if (typeof json === 'string') return parseTemplate(scope, json);
  if (typeof json === 'number') return value(Number.isSafeInteger(json) ? BigInt(json) : json);
  if (typeof json === 'boolean' || json === null) return value(json);
  if (Array.isArray(json))
    return { op: 'list', args: (json as readonly KnownJson[]).map((item) => toTree(scope, item)) };
  return {
    op: 'map',
    args: Object.entries(json).map(([name, member]) => [value(name), toTree(scope, member)] as const),
  };
}

/**
 * An identifier for a value that is not known. It may be CEL, so it depends on the scope. It counts as a fact
 * nevertheless, although such CEL may read the request.
 */
export function unknownTree(scope: PolicyScope, { cause, identity }: Unknown): Tree {
  const key = `unknown ${identity} ${keyOfScope(scope)}`;
  return identifier(symbolsOf(scope.space).mark('', key, { note: { cause }, isFact: true }));
}

function unclearText(scope: PolicyScope, cause: Cause, text: string): Tree {
  return unknownTree(scope, new Unknown(cause, scope.space.identities.of(cause.kind, text)));
}

/** A text that is one expression keeps its type; otherwise the parts are joined to a text. */
function parseTemplate(scope: PolicyScope, text: string): Tree {
  const parts = splitInterpolation(text);
  if (!parts)
    return unclearText(scope, { kind: 'invalid', what: 'text', value: text, violation: { rule: 'template' } }, text);
  const trees = parts.map((part) => ('literal' in part ? value(part.literal) : parseOrUnknown(scope, part.expression)));
  const [first] = trees;
  if (!first) return value('');
  if (trees.length === 1) return first;
  return trees.map(toText).reduce((left, right) => ({ op: '+', args: [left, right] }));
}

function toText(tree: Tree): Tree {
  const isText = isString(tree) || (tree.op === 'id' && VARIABLES[tree.args] === 'string');
  return isText ? tree : call('text__of', tree);
}

/** If it is not CEL, an identifier of which nothing is known. */
export function parseOrUnknown(scope: PolicyScope, expression: string): Tree {
  const tree = parseTree(expression);
  // A string without an escape has a template only if the expression has one.
  if (tree && isLiteral(expression) && !expression.includes('\\')) return tree;
  return tree
    ? replaceTemplates(scope, tree)
    : unclearText(
        scope,
        { kind: 'invalid', what: 'expression', value: expression, violation: { rule: 'cel' } },
        expression,
      );
}

/**
 * A string with a template within an expression is not known: the documents do not say whether
 * `inCidrRange(ip, '${vars.net}')` gets the variable or the text `${vars.net}`.
 */
function replaceTemplates(scope: PolicyScope, tree: Tree): Tree {
  if (isString(tree) && !isLiteral(tree.args))
    return unclearText(scope, { kind: 'undocumented', gap: 'template_in_expression', detail: tree.args }, tree.args);
  return mapOperands(tree, (operand) => replaceTemplates(scope, operand));
}
