/** The literals of conditions, by what they are compared with: from them requests are built that realize a case. */
import type { Space } from '../space';
import { treeOfVariable } from './conditions/atom';
import { symbolsOf } from './conditions/symbols';
import { isString, type Tree, value, visitTree } from './conditions/tree';

/** Values to try, each with one that no condition names. */
export interface Candidates {
  readonly methods: Set<string>;
  readonly hosts: Set<string>;
  readonly paths: Set<string>;
  /** By name; undefined is no header. */
  readonly headers: Map<string, Set<string | undefined>>;
  readonly queries: Map<string, Set<string | undefined>>;
}

/** `keys`: the variables of the diagram that a request is to make true. */
export function collectCandidates(space: Space, keys: readonly string[]): Candidates {
  const candidates: Candidates = {
    methods: new Set(['GET', 'OTHER']),
    hosts: new Set(),
    paths: new Set(['/', '/other']),
    headers: new Map(),
    queries: new Map(),
  };
  for (const key of keys) {
    const tree = treeOfVariable(space, key);
    if (tree) visitTree(tree, (part) => collectFrom(space, candidates, part));
  }
  return candidates;
}

function collectFrom(space: Space, candidates: Candidates, tree: Tree): void {
  switch (tree.op) {
    case '==': {
      const [left, right] = tree.args;
      addLiterals(space, candidates, left, '==', [right]);
      addLiterals(space, candidates, right, '==', [left]);
      return;
    }
    case 'in': {
      const [item, container] = tree.args;
      if (container.op === 'list') addLiterals(space, candidates, item, '==', container.args);
      addName(space, candidates, container, item);
      return;
    }
    case 'rcall':
      addLiterals(space, candidates, tree.args[1], tree.args[0], tree.args[2]);
      return;
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const [left, right] = tree.args;
      addNumbers(space, candidates, left, right);
      addNumbers(space, candidates, right, left);
      return;
    }
    case 'call':
      // A URL with a query is another one than its path.
      if (tree.args[0] === 'url__isSame' && !candidates.queries.has('q'))
        candidates.queries.set('q', new Set([undefined, 'other']));
      addName(space, candidates, ...tree.args[1]);
      return;
    case '[]':
      addName(space, candidates, ...tree.args);
      return;
    case '.':
      addName(space, candidates, tree.args[0], value(tree.args[1]));
  }
}

/** A header or a query parameter that a condition names. */
function addName(
  space: Space,
  { headers, queries }: Candidates,
  container?: Tree,
  name?: Tree,
): Set<string | undefined> | undefined {
  if (container?.op !== 'id' || !isString(name)) return undefined;
  const path = symbolsOf(space).pathOf(container.args);
  const map = path === 'req.headers' ? headers : path === 'req.url.query_params' ? queries : undefined;
  if (!map) return undefined;
  const key = map === headers ? name.args.toLowerCase() : name.args;
  const values = map.get(key) ?? new Set([undefined, 'other']);
  map.set(key, values);
  return values;
}

function addLiterals(
  space: Space,
  candidates: Candidates,
  operand: Tree,
  test: string,
  literals: readonly Tree[],
): void {
  const texts = literals.flatMap((literal) => (isString(literal) ? [literal.args] : []));
  if (operand.op === 'id') {
    const path = symbolsOf(space).pathOf(operand.args);
    for (const text of texts) addText(candidates, path, test, text);
  } else if (operand.op === '[]') {
    // An element of a header: `req.headers['x'][0]`, `getReqHeader('x')[0]`.
    const values = findNamed(space, candidates, operand.args[0]);
    for (const text of texts) values?.add(text);
  }
}

/** `int(req.headers['x'][0]) > 1`: the number, and its neighbours. */
function addNumbers(space: Space, candidates: Candidates, operand: Tree, literal: Tree): void {
  if (operand.op !== 'call' || literal.op !== 'value' || typeof literal.args !== 'bigint') return;
  const [element] = operand.args[1];
  const values = element?.op === '[]' ? findNamed(space, candidates, element.args[0]) : undefined;
  for (const number of [literal.args - 1n, literal.args, literal.args + 1n]) values?.add(String(number));
}

function findNamed(space: Space, candidates: Candidates, list: Tree): Set<string | undefined> | undefined {
  if (list.op === '[]') return addName(space, candidates, ...list.args);
  if (list.op === '.') return addName(space, candidates, list.args[0], value(list.args[1]));
  return list.op === 'call' ? addName(space, candidates, ...list.args[1]) : undefined;
}

function addText(candidates: Candidates, path: string, test: string, text: string): void {
  if (path === 'req.method') candidates.methods.add(text);
  if (path === 'req.host' || path === 'req.url.host') candidates.hosts.add(text);
  if (['req.url.path', 'req.url.raw_path', 'req.url.uri'].includes(path)) addPath(candidates, test, text);
}

function addPath({ paths }: Candidates, test: string, text: string): void {
  const literal = test === 'matches' ? text.replace(/^\^|\$$/g, '').replace(/\\(.)/g, '$1') : text;
  const path = literal.startsWith('/') ? literal : `/${literal}`;
  paths.add(path);
  if (test !== '==') paths.add(`${path}${path.endsWith('/') ? '' : '/'}other`);
  // A path may have to begin with one literal and end with another one.
  if (test === 'endsWith' || test === 'contains')
    for (const start of [...paths].slice(0, 20)) paths.add(`${start.replace(/\/$/, '')}${path}`);
}
