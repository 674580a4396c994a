/** The syntax of CEL in traffic policies: how it is parsed, and which variables it names. */
import type { ASTNode, Environment } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { library } from '../cel/cel';
import { VARIABLES } from './data/variables';

/** A condition may list thousands of networks; the limits of the library are lower. */
export const POLICY_LIMITS = { maxAstNodes: 1_000_000, maxListElements: 100_000, maxMapEntries: 10_000 } as const;

let parser: Environment | undefined;

/** Throws the library's error if the text is not CEL. The library is loaded on first use. */
export function parseExpression(text: string): ASTNode {
  const { Environment: Made } = library();
  parser ??= new Made({ unlistedVariablesAreDyn: true, limits: POLICY_LIMITS });
  return parser.parse(text).ast;
}

/** What nodes of the library and trees made of them have in common. */
interface SyntaxNode {
  readonly op: string;
  readonly args: unknown;
}

/**
 * Returns the steps of a member chain that starts at a variable: `req.url.path`, `vars['x']`. `bound`: the variables of
 * enclosing macros, which name nothing of the request.
 */
export function findVariablePath({ op, args }: SyntaxNode, bound: readonly string[]): readonly string[] | undefined {
  if (op === 'id') return bound.includes(args as string) ? undefined : [args as string];
  if (op !== '.' && op !== '[]') return undefined;
  const [receiver, step] = args as readonly [SyntaxNode, string | SyntaxNode];
  const path = findVariablePath(receiver, bound);
  if (!path || typeof step === 'string') return path && [...path, step as string];
  const isVariable = path.length === 1 && path[0] === 'vars' && step.op === 'value' && typeof step.args === 'string';
  return isVariable ? ['vars', step.args as string] : undefined;
}

/** Returns how many steps of a path are a known variable. Members of maps follow it: `req.headers.accept`. */
export function countKnownSteps(path: readonly string[]): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const type = VARIABLES[path.slice(0, length).join('.')];
    if (type && (length === path.length || type.startsWith('map') || type === 'dyn')) return length;
  }
  return undefined;
}
