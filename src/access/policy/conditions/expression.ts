/** Parses CEL of traffic policies to trees: paths become identifiers, functions of the request name what they read. */
import type { ASTNode, Environment } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { library } from '../../../model/cel/cel';
import { memoize } from '../../../model/memoize';
import { POLICY_LIMITS } from '../../../model/traffic-policy/check/expression-types';
import { MACROS, NAMESPACES } from '../../../model/traffic-policy/data/functions';
import { VARIABLES } from '../../../model/traffic-policy/data/variables';
import { call, identifier, isString, mapOperands, type Tree } from './tree';

let parser: Environment | undefined;

/** The tree of an expression; undefined if it is not CEL. The library is loaded on first use. */
export const parseExpression = memoize(5000, (text: string): Tree | undefined => {
  const { Environment: Made } = library();
  parser ??= new Made({ unlistedVariablesAreDyn: true, limits: POLICY_LIMITS });
  try {
    return convert(parser.parse(text).ast as ASTNode & Tree, new Set());
  } catch {
    return undefined;
  }
});

/** Functions that read the request or the response without saying so, and what they read. */
const READERS: Readonly<Record<string, string>> = {
  getReqHeader: 'req.headers',
  hasReqHeader: 'req.headers',
  getReqCookie: 'req.cookies',
  hasReqCookie: 'req.cookies',
  getQueryParam: 'req.url.query_params',
  hasQueryParam: 'req.url.query_params',
  getResHeader: 'res.headers',
  hasResHeader: 'res.headers',
  getResCookie: 'res.cookies',
  hasResCookie: 'res.cookies',
};

/** Functions that begin so have what they read as first argument. */
const READER_PREFIX = 'read__';

/** Marks variables of macros, which are no paths of the request. */
export const BOUND_PREFIX = 'bound__';

function convert(node: Tree, bound: ReadonlySet<string>): Tree {
  if (node.op === 'value') return { op: 'value', args: node.args };
  const path = findPath(node, bound);
  if (path) return toIdentifier(path);
  if (node.op === 'id') return identifier(`${BOUND_PREFIX}${node.args}`);
  if (node.op === 'call') return convertCall(node.args[0], node.args[1], bound);
  if (node.op === 'rcall') return convertMethod(node.args[0], node.args[1], node.args[2], bound);
  return strip(mapOperands(node, (operand) => convert(operand, bound)));
}

function strip({ op, args }: Tree): Tree {
  return { op, args } as Tree;
}

/** Returns the steps of a member chain that starts at a variable: `req.url.path`, `vars['x']`. */
function findPath(node: Tree, bound: ReadonlySet<string>): readonly string[] | undefined {
  if (node.op === 'id') return bound.has(node.args) ? undefined : [node.args];
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const parent = findPath(node.args[0], bound);
  if (!parent) return undefined;
  if (node.op === '.') return [...parent, node.args[1]];
  return parent[0] === 'vars' && parent.length === 1 && isString(node.args[1])
    ? ['vars', node.args[1].args]
    : undefined;
}

/** The longest known path is one identifier; members of maps follow it: `req.headers.accept`. */
function toIdentifier(path: readonly string[]): Tree {
  const [root = ''] = path;
  let length = path.length;
  if (root === 'vars') length = Math.min(2, length);
  else if (root !== 'actions') {
    for (length = path.length; length > 0; length--) {
      const type = VARIABLES[path.slice(0, length).join('.')];
      if (type && (length === path.length || type.startsWith('map') || type === 'dyn')) break;
    }
    if (length === 0) length = path.length;
  }
  return path
    .slice(length)
    .reduce<Tree>((tree, step) => ({ op: '.', args: [tree, step] }), identifier(path.slice(0, length).join('.')));
}

function convertCall(name: string, args: readonly Tree[], bound: ReadonlySet<string>): Tree {
  const [first] = args;
  const path = name === 'has' && first ? findPath(first, bound) : undefined;
  const known = path && toIdentifier(path);
  if (known?.op === 'id') return identifier(`has ${known.args}`);
  const converted = args.map((arg) => convert(arg, bound));
  const reads = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  return reads ? call(`${READER_PREFIX}${name}`, identifier(reads), ...converted) : call(name, ...converted);
}

function convertMethod(name: string, receiver: Tree, args: readonly Tree[], bound: ReadonlySet<string>): Tree {
  if (receiver.op === 'id' && !bound.has(receiver.args) && Object.hasOwn(NAMESPACES, receiver.args))
    return call(`${receiver.args}__${name}`, ...args.map((arg) => convert(arg, bound)));
  const [variable] = args;
  const isMacro = MACROS.includes(name) && variable?.op === 'id';
  const inner = isMacro ? new Set([...bound, variable.args]) : bound;
  return { op: 'rcall', args: [name, convert(receiver, bound), args.map((arg) => convert(arg, inner))] };
}
