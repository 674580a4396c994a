/** Nodes of the library, and trees with the same structure, which `access/` makes of them. */
import type { ASTNode } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };

/** A call with a receiver has the operator `rcall`: `a.size()`; another call has `call`. */
export interface SyntaxNode {
  readonly op: string;
  readonly args: unknown;
}

/** Methods of lists and maps whose first argument is a variable: `list.exists(x, x > 1)`. */
export const STANDARD_MACROS: readonly string[] = ['all', 'exists', 'exists_one', 'filter', 'map'];

/** Names of types, which are identifiers of CEL: `type(x) == int`. */
export const TYPE_IDENTIFIERS: readonly string[] = [
  ...['bool', 'bytes', 'double', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'],
];

/** Maps each node in `args`: a node, a list of nodes, names and further lists, or a value. If none changes, `args`. */
export function mapArguments<Node extends SyntaxNode>(args: unknown, map: (operand: Node) => Node): unknown {
  if (isNode(args)) return map(args as Node);
  if (!Array.isArray(args)) return args;
  const mapped = args.map((part) => mapArguments(part, map));
  return mapped.some((part, index) => part !== args[index]) ? mapped : args;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

/** Returns the variables that a call declares: `x` of `list.all(x, ...)`, `a` and `b` of `list.sort(a, b, ...)`. */
export function declaredVariables(node: SyntaxNode): readonly string[] {
  if (node.op !== 'rcall') return [];
  const [name, , [first, second, comparison]] = (node as ASTNode & { readonly op: 'rcall' }).args;
  if (first?.op !== 'id') return [];
  if ([...STANDARD_MACROS, 'sortBy'].includes(name)) return [first.args];
  return name === 'sort' && second?.op === 'id' && comparison ? [first.args, second.args] : [];
}

/**
 * Visits the operands of a node from left to right. `bound`: the variables that macros around the node declare. A macro
 * adds its own for its operands, and their declaration is not visited: of `list.all(x, x > 1)` with `bound` `[]`,
 * `list` is visited with `[]` and `x > 1` with `['x']`.
 */
export function visitOperands(
  node: ASTNode,
  bound: readonly string[],
  visit: (operand: ASTNode, bound: readonly string[]) => void,
): void {
  const declared = declaredVariables(node);
  if (node.op !== 'rcall' || declared.length === 0) {
    mapArguments<ASTNode>(node.args, (operand) => {
      visit(operand, bound);
      return operand;
    });
    return;
  }
  const [, receiver, args] = node.args;
  visit(receiver, bound);
  for (const operand of args.slice(declared.length)) visit(operand, [...bound, ...declared]);
}

export function readString(node: SyntaxNode | undefined): string | undefined {
  return node?.op === 'value' && typeof node.args === 'string' ? node.args : undefined;
}

/**
 * The steps of a member chain that starts at a variable, `req.url.path`, which is none of `bound`, the variables of
 * macros around the node. `isMember`: whether an index with a string, `vars['x']`, is a member of the path before it.
 */
export function findPath(
  { op, args }: SyntaxNode,
  bound: readonly string[],
  isMember: (path: readonly string[]) => boolean,
): readonly string[] | undefined {
  if (op === 'id') return bound.includes(args as string) ? undefined : [args as string];
  if (op !== '.' && op !== '[]') return undefined;
  const [receiver, step] = args as readonly [SyntaxNode, string | SyntaxNode];
  const path = findPath(receiver, bound, isMember);
  const name = typeof step === 'string' ? step : path && isMember(path) ? readString(step) : undefined;
  return path && name !== undefined ? [...path, name] : undefined;
}
