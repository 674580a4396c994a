/**
 * What the identifiers of conditions mean in one space. A plain path has the value of the original request, its
 * connection or its time: `req.url.path`, `time.now`. A *marked* path is another value under this name: of a rewritten
 * request, of a value of Terraform, of `rand.int()`. Path and key together identify the value. The same path with the
 * same key is the same value, in the state before a change and in the one after it. Different paths with one key are
 * different values with one {@link Mark}: `req.host` and `req.url.port` behind one forward.
 */

import { memoize, memoizeObject } from '../../../model/memoize';
import { NAMESPACES } from '../../../model/traffic-policy/data/functions';
import type { Diagram } from '../../diagram';
import type { Note, Said, SourcePart, Space } from '../../space';
import { type Evaluated, evaluateTree } from './evaluate';
import { readRequest } from './request';
import { call, identifier, listIdentifiers, MARKED, mapOperands, type Tree, textOf } from './tree';

interface Mark {
  /** What people see behind the path, or in its place. */
  readonly note?: Note;
  /**
   * No client chooses the value: it counts as one for all requests. That is certain of a value of Terraform that is no
   * CEL, and a simplification in two places: a text that is not known may be CEL (template.ts), and `endpoint.host` of
   * a wildcard may be the host of the request (endpoint.ts).
   */
  readonly isFact?: true;
  /** Reading it is never an error. */
  readonly isTotal?: boolean;
  /** The cases in which the value is true, if it is a boolean and they are known. */
  readonly when?: Diagram;
}

export interface Symbols {
  /** A number instead of a long key: equal keys have equal numbers. */
  intern(key: string): number;
  /**
   * The path with a mark. `key` says everything but the path on which the value depends; of equal keys the first `mark`
   * counts, whatever the paths are.
   */
  mark(path: string, key: string, mark?: Mark): string;
  markOf(identifier: string): Mark | undefined;
  sourceOf(tree: Tree): readonly SourcePart[];
}

const [OPEN, CLOSE] = ['\ue100', '\ue101'];

/**
 * The tree with the calls as the author of the policy wrote them, without what `parseTree` and template.ts change:
 * `read__hasReqHeader(req.headers, text__of("a"))` -> `hasReqHeader("a")`, and `rand__int(0, 1)` -> `rand.int(0, 1)`.
 * Identifiers stay as they are: reports show `has req.user_agent` for `has(req.user_agent)`, and the variable `x` of a
 * macro as `bound__x`.
 */
export function asWritten(tree: Tree): Tree {
  const written = mapOperands(tree, asWritten);
  if (written.op !== 'call') return written;
  const [name, args] = written.args;
  const [start = '', method] = name.split('__');
  if (method === undefined) return written;
  const [first, ...others] = args;
  if (start === 'text' && first) return first;
  if (start === 'read' && first) return call(method, ...others);
  // Authors may write such a name themselves: `my__function(1)`.
  return Object.hasOwn(NAMESPACES, start) ? { op: 'rcall', args: [method, identifier(start), args] } : written;
}

export const symbolsOf = memoizeObject((_: Space) => createSymbols());

function createSymbols(): Symbols {
  const marks = new Map<number, Mark>();
  let count = 0;
  const intern = memoize(Number.POSITIVE_INFINITY, (_key: string): number => ++count);

  return {
    intern,
    mark(path, key, mark = {}) {
      const number = intern(`mark ${key}`);
      if (!marks.has(number)) marks.set(number, mark);
      return `${path}${OPEN}${number}${CLOSE}`;
    },
    markOf(identifier) {
      const start = identifier.lastIndexOf(OPEN);
      return start < 0 ? undefined : marks.get(Number(identifier.slice(start + 1, -1)));
    },
    sourceOf: (tree) =>
      textOf(asWritten(tree))
        .split(MARKED)
        // Every second part is the number of a mark.
        .flatMap((part, index) => (index % 2 === 0 ? part || [] : (marks.get(Number(part))?.note ?? []))),
  };
}

const treesOf = memoizeObject((_: Space) => new Map<string, Tree>());

export function treeOfVariable(space: Space, key: string): Tree | undefined {
  return treesOf(space).get(key);
}

type Result = Exclude<Evaluated, undefined>;

interface TreeVariable {
  readonly key: string;
  readonly tree: Tree;
  /** @default the tree is true */
  readonly says?: Said;
  /** The value, from that of the tree. @default not known */
  readonly read?: (found: Result) => boolean | undefined;
}

/** A variable that a tree decides: a fact if it reads values of which none depends on the request, else a condition. */
export function defineVariable(space: Space, { key, tree, says, read }: TreeVariable): Diagram {
  const symbols = symbolsOf(space);
  treesOf(space).set(key, tree);
  const paths = listIdentifiers(tree);
  return space.define(key, {
    kind: paths.length > 0 && paths.every((path) => symbols.markOf(path)?.isFact) ? 'fact' : 'condition',
    get means() {
      return { of: 'expression' as const, source: symbols.sourceOf(tree), ...(says && { says }) };
    },
    evaluate(request) {
      // A path with a mark is no member of the request, so the request has no value for it.
      const found = evaluateTree(tree, (path) => readRequest(request).get(path));
      return found && read?.(found);
    },
  });
}
