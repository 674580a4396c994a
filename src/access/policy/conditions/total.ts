/** Which trees are never an error of CEL: tests of strings that are there for every request. */
import { re2 } from '../../../model/cel/environment';
import type { Space } from '../../space';
import { hasTypes } from './evaluate';
import { symbolsOf } from './symbols';
import { isString, type Tree } from './tree';

const ADDRESS = 'conn.client_ip';
const STRINGS = [
  ...['req.method', 'req.host', 'req.url', ADDRESS, 'time.now'],
  ...['raw', 'scheme', 'authority', 'host', 'path', 'raw_path', 'query', 'uri'].map((name) => `req.url.${name}`),
  ...['endpoint.addr', 'endpoint.host', 'endpoint.id', 'endpoint.protocol', 'endpoint.url'],
];
const NUMBERS = ['req.url.port', 'endpoint.port', 'res.status_code'];
const MAPS = ['req.headers', 'req.trailers', 'req.cookies', 'req.url.query_params'];

function isPath(space: Space, tree: Tree | undefined, paths: readonly string[]): boolean {
  return tree?.op === 'id' && paths.includes(symbolsOf(space).pathOf(tree.args));
}

const STRING_FUNCTIONS = ['lower', 'upper', 'lowerAscii', 'upperAscii', 'trim'];

export function isTotalString(space: Space, tree: Tree | undefined): boolean {
  if (isString(tree) || isPath(space, tree, STRINGS)) return true;
  if (tree?.op === 'id') return symbolsOf(space).isString(tree.args);
  // An expression in a template (`template.ts`).
  if (tree?.op === 'call')
    return ['text__of', 'string'].includes(tree.args[0]) && isTotalString(space, tree.args[1][0]);
  if (tree?.op === '+') return tree.args.every((operand) => isTotalString(space, operand));
  if (tree?.op === 'rcall' && tree.args[0] === 'encodeJson') return isPath(space, tree.args[1], MAPS);
  return (
    tree?.op === 'rcall' &&
    STRING_FUNCTIONS.includes(tree.args[0]) &&
    tree.args[2].length === 0 &&
    isTotalString(space, tree.args[1])
  );
}

export function isTotalNumber(space: Space, tree: Tree): boolean {
  if (tree.op === 'value') return typeof tree.args === 'bigint' || typeof tree.args === 'number';
  if (tree.op === 'call') return tree.args[0] === 'size' && isTotalString(space, tree.args[1][0]);
  if (tree.op === 'rcall') return tree.args[0] === 'size' && isTotalString(space, tree.args[1]);
  return isPath(space, tree, NUMBERS);
}

/** Whether the tree always has a value. */
export function isTotal(space: Space, tree: Tree): boolean {
  if (tree.op === 'value') return true;
  if (isTotalString(space, tree) || isTotalNumber(space, tree) || isPath(space, tree, MAPS)) return true;
  switch (tree.op) {
    case 'id':
      return tree.args.startsWith('has ') || symbolsOf(space).isTotal(tree.args);
    case '!_':
    case '&&':
    case '||':
    case '?:':
      return isTotalCondition(space, tree);
    case 'call':
      return isTotalCall(space, tree.args[0], tree.args[1]);
    case 'rcall':
      return isTotalTest(space, tree.args[0], tree.args[1], tree.args[2]);
    case '==':
    case '!=':
      return tree.args.every((operand) => isTotal(space, operand)) && hasTypes(tree);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return tree.args.every((operand) => isTotalNumber(space, operand));
    case 'in':
      return isTotalMember(space, tree.args[0], tree.args[1]);
    default:
      return false;
  }
}

/** A condition is only judged where it is an operand: `(a && b) == vars.c`. */
function isTotalCondition(space: Space, tree: Tree): boolean {
  const operands = (tree.op === '!_' ? [tree.args] : tree.args) as readonly Tree[];
  return operands.every((operand) => isTotal(space, operand)) && hasTypes(tree);
}

function isTotalCall(space: Space, name: string, args: readonly Tree[]): boolean {
  const [first, second] = args;
  if (/^read__(?:has|getReqHeader$|getQueryParam$)/.test(name)) return isPath(space, first, MAPS) && isString(second);
  if (name === 'has' && first?.op === '.') return isPath(space, first.args[0], MAPS);
  if (name === 'inCidrRange') return isTotalString(space, first) && isTotalString(space, second);
  return name === 'inCidrRanges' && isTotalString(space, first) && isListOfStrings(space, second);
}

function isListOfStrings(space: Space, tree: Tree | undefined): boolean {
  return tree?.op === 'list' && tree.args.every((item) => isTotalString(space, item));
}

function isTotalTest(space: Space, name: string, receiver: Tree, args: readonly Tree[]): boolean {
  if (!isTotalString(space, receiver)) return false;
  const [argument] = args;
  if (name === 'isPrivateIp') return args.length === 0;
  if (args.length !== 1) return false;
  if (name === 'matches') return isString(argument) && re2().re2Problem(argument.args) === undefined;
  return ['startsWith', 'endsWith', 'contains'].includes(name) && isTotalString(space, argument);
}

function isTotalMember(space: Space, item: Tree, container: Tree): boolean {
  if (isPath(space, container, MAPS)) return isTotalString(space, item);
  return container.op === 'list' && isTotal(space, item) && container.args.every((each) => isTotal(space, each));
}

/** An element is a string: `req.headers['x'][0]`. */
export function isHeaderElement(tree: Tree): boolean {
  if (tree.op !== '[]') return false;
  const [list] = tree.args;
  if (list.op === 'call') return /^read__get(?:ReqHeader|ResHeader|QueryParam)$/.test(list.args[0]);
  return (list.op === '[]' || list.op === '.') && isNamedMap(list.args[0]);
}

function isNamedMap(tree: Tree): boolean {
  return tree.op === 'id' && /^(?:req|res)\.(?:headers|trailers|url\.query_params)(?:\ue100|$)/.test(tree.args);
}
