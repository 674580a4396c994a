/**
 * What the identifiers of conditions mean in one space. A plain path is what the client sent: `req.url.path`. A *marked*
 * path is another value under this name: of a rewritten request, of a value of Terraform, of `rand.int()`. Two marks with
 * the same key are the same value, in the state before a change and in the one after it.
 */

import { type Cidr, parseCidr, parseIp } from '../../../model/ip/cidr';
import { memoizeObject } from '../../../model/memoize';
import { type Diagram, toNetwork } from '../../diagram';
import type { ConcreteRequest, Note, Said, SourcePart, Space } from '../../space';
import { type Evaluated, evaluateTree } from './evaluate';
import { readRequest } from './request';
import { listIdentifiers, MARKED, type Tree, textOf } from './tree';

interface Mark {
  readonly note: Note | undefined;
  /** The value depends on nothing of the request. */
  readonly isFact: boolean;
  /** Reading it is never an error. */
  readonly isTotal: boolean;
  /** The cases in which the value is true, if they are known. */
  readonly when: Diagram | undefined;
}

export interface Symbols {
  /** The number of a key; equal keys have equal numbers. */
  intern(key: string): number;
  /** The marked path. `key` says everything on which the value depends. */
  mark(path: string, key: string, mark?: Partial<Mark>): string;
  /** Whether the value depends on nothing of the request. */
  isFact(identifier: string): boolean;
  /** Whether reading the value is never an error. */
  isTotal(identifier: string): boolean;
  /** The cases in which the value is true, if they are known. */
  whenTrue(identifier: string): Diagram | undefined;
  /** The source as its author wrote it. */
  sourceOf(text: string): readonly SourcePart[];
}

const [OPEN, CLOSE] = ['\ue100', '\ue101'];

export const symbolsOf = memoizeObject((_: Space) => createSymbols());

function createSymbols(): Symbols {
  const numbers = new Map<string, number>();
  const marks = new Map<number, Mark>();

  const intern = (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size + 1);
    return numbers.size;
  };
  const markOf = (identifier: string): Mark | undefined => {
    const start = identifier.lastIndexOf(OPEN);
    return start < 0 ? undefined : marks.get(Number(identifier.slice(start + 1, -1)));
  };

  return {
    intern,
    mark(path, key, { note, isFact = false, isTotal = false, when } = {}) {
      const number = intern(`mark ${key}`);
      if (!marks.has(number)) marks.set(number, { note, isFact, isTotal, when });
      return `${path}${OPEN}${number}${CLOSE}`;
    },
    isFact: (identifier) => markOf(identifier)?.isFact ?? false,
    isTotal: (identifier) => markOf(identifier)?.isTotal ?? false,
    whenTrue: (identifier) => markOf(identifier)?.when,
    // Functions of the request name what they read, and functions of this folder are none of the service.
    sourceOf: (text) => {
      if (!text.includes('__') && !text.includes(OPEN)) return [text];
      return (
        text
          .replace(/text__of\(([^()]*)\)/g, '$1')
          .replace(/\b(hash|lists|rand|secrets)__(?=\w+\()/g, '$1.')
          .replace(/read__(\w+)\([\w.]+(?:\ue100\d+\ue101)?, /g, '$1(')
          .split(MARKED)
          // Every second part is the number of a mark.
          .flatMap((part, index) => (index % 2 === 0 ? part || [] : (marks.get(Number(part))?.note ?? [])))
      );
    },
  };
}

/** The trees of variables, from which requests are built that realize a case. */
const treesOf = memoizeObject((_: Space) => new Map<string, Tree>());

export function treeOfVariable(space: Space, key: string): Tree | undefined {
  return treesOf(space).get(key);
}

/** The result of a tree, `fails` for an error of CEL. */
type Result = Exclude<Evaluated, undefined>;

interface TreeVariable {
  readonly key: string;
  readonly tree: Tree;
  /** @default the tree is true */
  readonly says?: Said;
  /** @default that of the tree */
  readonly source?: string;
  /** The value, from that of the tree. @default not known */
  readonly read?: (found: Result) => boolean | undefined;
}

/** A variable that a tree decides: a fact if it reads values of which none depends on the request, else a condition. */
export function defineVariable(space: Space, { key, tree, says, source, read }: TreeVariable): Diagram {
  const symbols = symbolsOf(space);
  treesOf(space).set(key, tree);
  const paths = listIdentifiers(tree);
  return space.define(key, {
    kind: paths.length > 0 && paths.every(symbols.isFact) ? 'fact' : 'condition',
    get means() {
      return { of: 'expression' as const, source: symbols.sourceOf(source ?? textOf(tree)), ...(says && { says }) };
    },
    evaluate(request) {
      // A path with a mark is no member of the request, so the request has no value for it.
      const found = evaluateTree(tree, (path) => readRequest(request).get(path));
      return found && read?.(found);
    },
  });
}

/** The diagram for one request: conditions that the request decides have their value, the others stay. */
export function assignRequest(space: Space, diagram: Diagram, request: ConcreteRequest): Diagram {
  return space.diagrams.assign(diagram, (key) => space.getVariable(key).evaluate?.(request));
}

/** The diagram for one address; undefined if the text is none. */
export function atAddress(space: Space, diagram: Diagram, address: string): Diagram | undefined {
  const cidr = readAddress(address);
  return cidr && space.diagrams.atNetwork(diagram, toNetwork(cidr));
}

/** The network of one address; undefined if the text is none, such as a network of several. */
export function readAddress(text: string): Cidr | undefined {
  const cidr = parseIp(text) && parseCidr(text);
  return cidr && !('problem' in cidr) ? cidr : undefined;
}
