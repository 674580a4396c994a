/** What is known of a tree for every request: its type, and whether it always has a value. */
import { re2 } from '../../../model/cel/environment';
import { VARIABLES } from '../../../model/traffic-policy/data/variables';
import type { Space } from '../../space';
import { checkType } from './evaluate';
import { symbolsOf } from './symbols';
import { isString, pathOf, type Tree } from './tree';

/** `number`: signed and unsigned integers and doubles, which can all be compared. */
type Type = 'string' | 'number' | 'boolean' | 'null' | 'list' | 'map';

const TYPES: Readonly<Record<string, Type>> = {
  ...{ string: 'string', url: 'string', bool: 'boolean', boolean: 'boolean', null: 'null', list: 'list', map: 'map' },
  ...{ int: 'number', uint: 'number', double: 'number', bigint: 'number', number: 'number' },
};

/** Undefined if the type is not known or not one of {@link Type}, or the operands have wrong types. */
export function typeOf(tree: Tree): Type | undefined {
  const literal = tree.op === 'value' ? TYPES[typeof tree.args] : undefined;
  if (literal) return literal;
  if (tree.op === 'id' && tree.args.startsWith('has ')) return 'boolean';
  const path = tree.op === 'id' ? pathOf(tree.args) : undefined;
  // An identifier needs no check.
  const type = path !== undefined && Object.hasOwn(VARIABLES, path) ? VARIABLES[path] : checkType(tree);
  return TYPES[type?.replace(/<.*/, '') ?? ''];
}

/**
 * Paths that have a value for every request: our reading of the documents, which do not say it
 * (docs/internals/gaps.md). A path that is not listed may be an error, so that less is decided; a wrong entry makes a
 * wrong decision certain.
 */
const ALWAYS_THERE = [
  ...['req.method', 'req.host', 'req.url', 'conn.client_ip', 'time.now', 'req.url.port', 'res.status_code'],
  ...['raw', 'scheme', 'authority', 'host', 'path', 'raw_path', 'query', 'uri'].map((name) => `req.url.${name}`),
  ...['addr', 'host', 'id', 'protocol', 'url', 'port'].map((name) => `endpoint.${name}`),
  ...['req.headers', 'req.trailers', 'req.cookies', 'req.url.query_params'],
];

const STRING_TESTS = ['startsWith', 'endsWith', 'contains', 'matches'] as const;

export type StringTest = (typeof STRING_TESTS)[number];

export function isStringTest(name: string): name is StringTest {
  return (STRING_TESTS as readonly string[]).includes(name);
}

/**
 * Functions that have a result for all arguments of their types, our reading as well. The result itself need not be
 * known: that of `inCidrRange` or `isPrivateIp` for a text that is no address is not, and counts as true or false.
 */
const TOTAL_FUNCTIONS = [
  ...['isPrivateIp', 'size', 'string', 'encodeJson', 'inCidrRange', 'inCidrRanges'],
  ...['lower', 'upper', 'lowerAscii', 'upperAscii', 'trim', 'text__of', 'read__getReqHeader', 'read__getQueryParam'],
  ...['read__hasReqHeader', 'read__hasReqCookie', 'read__hasQueryParam', 'read__hasResHeader', 'read__hasResCookie'],
];

/** Operators that are no error for operands of the type. */
const OPERANDS: Readonly<Record<string, Type>> = {
  ...{ '!_': 'boolean', '&&': 'boolean', '||': 'boolean', '+': 'string' },
  ...{ '<': 'number', '<=': 'number', '>': 'number', '>=': 'number' },
};

/** Whether the tree certainly has a value for every request, and so is never an error of CEL. */
export function isTotal(space: Space, tree: Tree): boolean {
  const areTotal = (operands: readonly Tree[]): boolean => operands.every((operand) => isTotal(space, operand));
  switch (tree.op) {
    case 'value':
      return true;
    case 'id':
      return (
        tree.args.startsWith('has ') ||
        ALWAYS_THERE.includes(pathOf(tree.args)) ||
        symbolsOf(space).markOf(tree.args)?.isTotal === true
      );
    case 'list':
      return areTotal(tree.args);
    case '==':
    case '!=':
      return areTotal(tree.args) && typeOf(tree) === 'boolean';
    case 'in':
      return areOf(space, tree.args) && typeOf(tree) === 'boolean';
    case 'call':
      return isTotalCall(space, tree, tree.args[0], tree.args[1]);
    case 'rcall':
      return isTotalCall(space, tree, tree.args[0], [tree.args[1], ...tree.args[2]]);
    default: {
      const type = OPERANDS[tree.op];
      return type !== undefined && areOf(space, [tree.args].flat() as readonly Tree[], type);
    }
  }
}

/** Whether the operands have values of the type, or of any known type, for every request. */
function areOf(space: Space, operands: readonly Tree[], type?: Type): boolean {
  return operands.every((operand) => {
    const found = typeOf(operand);
    return (type === undefined ? found !== undefined : found === type) && isTotal(space, operand);
  });
}

function isTotalCall(space: Space, call: Tree, name: string, args: readonly Tree[]): boolean {
  const [first, second] = args;
  if (name === 'has') return first?.op === '.' && areOf(space, [first.args[0]], 'map');
  // These need no check by the library.
  const isTest = args.length === 2 && isStringTest(name) && areOf(space, args, 'string');
  if (isTest) return name !== 'matches' || isPattern(second);
  // The library accepts every list.
  if (name === 'inCidrRanges' && !(second?.op === 'list' && areOf(space, second.args, 'string'))) return false;
  return TOTAL_FUNCTIONS.includes(name) && areOf(space, args) && typeOf(call) !== undefined;
}

function isPattern(tree: Tree | undefined): boolean {
  return isString(tree) && re2().re2Problem(tree.args) === undefined;
}
