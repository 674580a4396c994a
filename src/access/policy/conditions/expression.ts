/** Parses CEL of traffic policies to trees: paths become identifiers, and `hasReqHeader` gets what it reads. */
import { declaredVariables } from '../../../model/cel/syntax';
import { memoize } from '../../../model/memoize';
import { NAMESPACES } from '../../../model/traffic-policy/data/functions';
import { countKnownSteps, findVariablePath, parseExpression } from '../../../model/traffic-policy/expression';
import { call, identifier, mapOperands, type Tree } from './tree';

/** Undefined if it is not CEL. The number of remembered texts is chosen: accounts repeat the same conditions. */
export const parseTree = memoize(5000, (text: string): Tree | undefined => {
  const parsed = parseExpression(text);
  return 'problem' in parsed ? undefined : convert(parsed.ast as Tree, []);
});

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

/** What a function reads is an argument: `hasReqHeader('a')` -> `read__hasReqHeader(req.headers, 'a')`. */
const READER_PREFIX = 'read__';

/** Variables of macros are no paths of the request: `list.exists(x, x == 'a')` -> `bound__x`. */
export const BOUND_PREFIX = 'bound__';

function convert(node: Tree, bound: readonly string[]): Tree {
  if (node.op === 'value') return { op: 'value', args: node.args };
  const path = findVariablePath(node, bound);
  if (path) return toIdentifier(path);
  if (node.op === 'id') return identifier(`${BOUND_PREFIX}${node.args}`);
  if (node.op === 'call') return convertCall(node.args[0], node.args[1], bound);
  if (node.op === 'rcall') return convertMethod(node, bound);
  return strip(mapOperands(node, (operand) => convert(operand, bound)));
}

/** The nodes of the library have more members, such as their position. */
function strip({ op, args }: Tree): Tree {
  return { op, args } as Tree;
}

/** The longest known path is one identifier; members of maps follow it: `req.headers.accept`. */
function toIdentifier(path: readonly string[]): Tree {
  const [root = ''] = path;
  const length = root === 'vars' ? 2 : (countKnownSteps(path) ?? path.length);
  return path
    .slice(length)
    .reduce<Tree>((tree, step) => ({ op: '.', args: [tree, step] }), identifier(path.slice(0, length).join('.')));
}

/** `has(req.user_agent)` -> the identifier `has req.user_agent`. */
function convertCall(name: string, args: readonly Tree[], bound: readonly string[]): Tree {
  const [first] = args;
  const path = name === 'has' && first ? findVariablePath(first, bound) : undefined;
  const known = path && toIdentifier(path);
  if (known?.op === 'id') return identifier(`has ${known.args}`);
  const converted = args.map((arg) => convert(arg, bound));
  const reads = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  return reads ? call(`${READER_PREFIX}${name}`, identifier(reads), ...converted) : call(name, ...converted);
}

function convertMethod(node: Tree & { readonly op: 'rcall' }, bound: readonly string[]): Tree {
  const [name, receiver, args] = node.args;
  if (receiver.op === 'id' && !bound.includes(receiver.args) && Object.hasOwn(NAMESPACES, receiver.args))
    return call(`${receiver.args}__${name}`, ...args.map((arg) => convert(arg, bound)));
  const inner = [...bound, ...declaredVariables(node)];
  return { op: 'rcall', args: [name, convert(receiver, bound), args.map((arg) => convert(arg, inner))] };
}
