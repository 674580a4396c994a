/**
 * Syntax trees of CEL with the shape of the library's, whose identifiers are whole paths: `req.url.path` is one
 * identifier. So a tree with replaced identifiers is a tree again, and its text is its identity.
 */
import { loadLibrary } from '../../../model/cel/environment';
import { mapArguments } from '../../../model/cel/syntax';
import { memoizeObject } from '../../../model/memoize';

export type Literal = string | number | bigint | boolean | null;

type BinaryOperator = '!=' | '==' | 'in' | '+' | '-' | '*' | '/' | '%' | '<' | '<=' | '>' | '>=' | '&&' | '||' | '[]';

export type Tree =
  | { readonly op: 'value'; readonly args: Literal }
  | { readonly op: 'id'; readonly args: string }
  | { readonly op: '.'; readonly args: readonly [Tree, string] }
  | { readonly op: 'call'; readonly args: readonly [string, readonly Tree[]] }
  | { readonly op: 'rcall'; readonly args: readonly [string, Tree, readonly Tree[]] }
  | { readonly op: 'list'; readonly args: readonly Tree[] }
  | { readonly op: 'map'; readonly args: readonly (readonly [Tree, Tree])[] }
  | { readonly op: '!_' | '-_'; readonly args: Tree }
  | { readonly op: '?:'; readonly args: readonly [Tree, Tree, Tree] }
  | { readonly op: BinaryOperator; readonly args: readonly [Tree, Tree] };

export const value = (literal: Literal): Tree => ({ op: 'value', args: literal });
export const identifier = (path: string): Tree => ({ op: 'id', args: path });
export const call = (name: string, ...args: readonly Tree[]): Tree => ({ op: 'call', args: [name, args] });

export function isString(tree: Tree | undefined): tree is { readonly op: 'value'; readonly args: string } {
  return tree?.op === 'value' && typeof tree.args === 'string';
}

/** The mark in an identifier, which `Symbols.mark` adds: the value is not what the client sent. */
export const MARKED = /\ue100(\d+)\ue101/g;

export function pathOf(identifier: string): string {
  return identifier.replace(MARKED, '');
}

/** The tree stays the same object if all operands do. */
export function mapOperands(tree: Tree, map: (operand: Tree) => Tree): Tree {
  if (tree.op === 'value' || tree.op === 'id') return tree;
  const args = mapArguments(tree.args, map);
  return args === tree.args ? tree : ({ op: tree.op, args } as Tree);
}

export function visitTree(tree: Tree, visit: (tree: Tree) => void): void {
  visit(tree);
  mapOperands(tree, (operand) => {
    visitTree(operand, visit);
    return operand;
  });
}

/** Undefined keeps one. `replace` must keep variables of macros, `bound__x`, or rename each alike everywhere. */
export function replaceIdentifiers(tree: Tree, replace: (path: string) => Tree | undefined): Tree {
  if (tree.op === 'id') return replace(tree.args) ?? tree;
  return mapOperands(tree, (operand) => replaceIdentifiers(operand, replace));
}

/** Also the variables of macros: `req.method`, `bound__x`. */
export const listIdentifiers = memoizeObject((tree: Tree): readonly string[] => {
  const paths = new Set<string>();
  visitTree(tree, ({ op, args }) => {
    if (op === 'id') paths.add(args as string);
  });
  return [...paths];
});

const texts = new WeakMap<Tree, string>();

/** Trees that differ have different texts. */
export function textOf(tree: Tree): string {
  let text = texts.get(tree);
  if (text === undefined) {
    text = loadLibrary().serialize(tree as Parameters<ReturnType<typeof loadLibrary>['serialize']>[0]);
    texts.set(tree, text);
  }
  return text;
}
