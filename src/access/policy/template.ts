/** Texts with `${expression}` in them, and other values of a configuration, as trees. */
import { isUnknown, type KnownJson } from '../../model/known';
import { VARIABLES } from '../../model/traffic-policy/data/variables';
import { splitTemplate } from '../../model/traffic-policy/interpolation';
import type { Diagram } from '../diagram';
import { parseTree } from './conditions/expression';
import { type Alternative, symbolsOf } from './conditions/symbols';
import { call, identifier, isString, mapOperands, type Tree, value } from './conditions/tree';
import { keyOfScope, resolve, type Scope } from './scope';

/** A text that has no CEL in it. */
export function isLiteral(text: string): boolean {
  return !text.includes('${');
}

/** What a member of a configuration may be, in the cases of `within`. Texts are templates. */
export function resolveValue(scope: Scope, json: KnownJson, within: Diagram): readonly Alternative[] {
  return resolve(scope, toTree(scope, json), within);
}

function toTree(scope: Scope, json: KnownJson): Tree {
  if (isUnknown(json)) return unknownTree(scope, json.why);
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

/** A value that is not known; equal reasons are the same value. */
export function unknownTree(scope: Scope, why: string): Tree {
  const key = `unknown ${why} ${keyOfScope(scope)}`;
  return identifier(symbolsOf(scope.space).mark('', key, { note: why, isFact: true }));
}

/** A text that is one expression keeps its type; otherwise the parts are joined to a text. */
function parseTemplate(scope: Scope, text: string): Tree {
  const parts = splitTemplate(text);
  if (!parts) return unknownTree(scope, `'${text}' cannot be parsed`);
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

/** An expression that is not CEL is not known. */
export function parseOrUnknown(scope: Scope, expression: string): Tree {
  const tree = parseTree(expression);
  return tree ? replaceTemplates(scope, tree) : unknownTree(scope, `'${expression}' is not CEL`);
}

/** The documents contradict each other about a template in a string of an expression: `inCidrRange(ip, '\${vars.net}')`. */
function replaceTemplates(scope: Scope, tree: Tree): Tree {
  if (isString(tree) && !isLiteral(tree.args))
    return unknownTree(scope, `whether '${tree.args}' inside of an expression is a template is not documented`);
  return mapOperands(tree, (operand) => replaceTemplates(scope, operand));
}
