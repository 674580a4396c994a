/** The literals of conditions, by what they are compared with: from them requests are built that realize a case. */
import type { Space } from '../space';
import { treeOfVariable } from './conditions/symbols';
import { isString, pathOf, type Tree, value, visitTree } from './conditions/tree';

type Values = Set<string | undefined>;

/**
 * Values to try, by the part of the request: `host`, `path`, `method`, `header x-team`, `query k`. Each part but `host`
 * also has one that conditions hardly name, such as `other`. Undefined: the request has no such header or parameter.
 */
export type Candidates = ReadonlyMap<string, Values>;

export function collectCandidates(space: Space, keys: readonly string[]): Candidates {
  const candidates = new Map<string, Values>([
    ['host', new Set()],
    ['path', new Set(['/', '/other'])],
    ['method', new Set(['GET', 'OTHER'])],
  ]);
  const valuesOf = (part: string): Values => {
    const values = candidates.get(part) ?? new Set([undefined, 'other']);
    candidates.set(part, values);
    return values;
  };
  for (const key of keys) {
    const tree = treeOfVariable(space, key);
    if (!tree) continue;
    visitTree(tree, (each) => {
      const named = partOf(each);
      if (named !== undefined) valuesOf(named);
      for (const { operand, test, literals } of listTests(each)) {
        const part = partOf(operand);
        if (part === undefined) continue;
        for (const literal of literals) addLiteral(valuesOf(part), part === 'path', test, literal);
      }
    });
  }
  return candidates;
}

/** The part of the request that an expression reads: `req.headers['x'][0]`, `int(getReqHeader('x')[0])`. */
function partOf(tree: Tree | undefined): string | undefined {
  switch (tree?.op) {
    case 'id': {
      const path = pathOf(tree.args);
      if (path === 'req.method') return 'method';
      if (path === 'req.host' || path === 'req.url.host') return 'host';
      return ['req.url.path', 'req.url.raw_path', 'req.url.uri'].includes(path) ? 'path' : undefined;
    }
    case '.':
      return namedPart(tree.args[0], value(tree.args[1]));
    case 'in':
      return namedPart(tree.args[1], tree.args[0]);
    case '[]':
      return namedPart(...tree.args) ?? partOf(tree.args[0]);
    case 'call': {
      const [, [first, second]] = tree.args;
      return namedPart(first, second) ?? partOf(first);
    }
    default:
      return undefined;
  }
}

function namedPart(container?: Tree, name?: Tree): string | undefined {
  if (container?.op !== 'id' || !isString(name)) return undefined;
  const path = pathOf(container.args);
  if (path === 'req.headers') return `header ${name.args.toLowerCase()}`;
  return path === 'req.url.query_params' ? `query ${name.args}` : undefined;
}

interface Test {
  readonly operand: Tree;
  readonly test: string;
  readonly literals: readonly Tree[];
}

const COMPARISONS: readonly string[] = ['==', '<', '<=', '>', '>='];

function listTests(tree: Tree): readonly Test[] {
  if (tree.op === 'rcall') return [{ operand: tree.args[1], test: tree.args[0], literals: tree.args[2] }];
  if (tree.op === 'in') {
    const [operand, list] = tree.args;
    return list.op === 'list' ? [{ operand, test: '==', literals: list.args }] : [];
  }
  if (!COMPARISONS.includes(tree.op)) return [];
  const [left, right] = tree.args as readonly [Tree, Tree];
  return [
    { operand: left, test: '==', literals: [right] },
    { operand: right, test: '==', literals: [left] },
  ];
}

function addLiteral(values: Values, isPath: boolean, test: string, literal: Tree): void {
  if (literal.op !== 'value') return;
  const { args } = literal;
  // For `int(req.headers['x'][0]) > 5`: 4, 5 and 6.
  if (typeof args === 'bigint') for (const number of [args - 1n, args, args + 1n]) values.add(String(number));
  if (typeof args !== 'string') return;
  if (isPath) addPath(values, test, args);
  else values.add(args);
}

/** Adds paths that may pass the test: for `matches('^/v1\\.0')`, `/v1.0` and `/v1.0/other`. */
function addPath(paths: Values, test: string, text: string): void {
  const literal = test === 'matches' ? text.replace(/^\^|\$$/g, '').replace(/\\(.)/g, '$1') : text;
  const path = literal.startsWith('/') ? literal : `/${literal}`;
  paths.add(path);
  if (test !== '==') paths.add(`${path}${path.endsWith('/') ? '' : '/'}other`);
  // A path may have to begin with one literal and end with another one. At most 20, chosen: each test adds as many.
  if (test === 'endsWith' || test === 'contains')
    for (const start of [...paths].slice(0, 20)) paths.add(`${start?.replace(/\/$/, '')}${path}`);
}
