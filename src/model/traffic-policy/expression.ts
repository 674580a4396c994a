import type { Environment, ParseResult } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { createEnvironment, parseCel } from '../cel/environment';
import { findPath, type SyntaxNode } from '../cel/syntax';
import { VARIABLES } from './data/variables';

let parser: Environment | undefined;

export function parseExpression(text: string): ParseResult | { readonly problem: string; readonly expected: string } {
  parser ??= createEnvironment({ anyVariable: true, isPolicy: true });
  return parseCel(parser, text);
}

/** As {@link findPath}; the only index that it has among the steps is `vars['x']`. */
export function findVariablePath(node: SyntaxNode, bound: readonly string[]): readonly string[] | undefined {
  const isIndexedByName = (path: readonly string[]): boolean => path.length === 1 && path[0] === 'vars';
  return findPath(node, bound, isIndexedByName);
}

/**
 * How many of the first steps are a known variable: 2 of `req.headers.accept`. Undefined if none are, or if a step
 * follows that the variable does not have: `req.host.name`.
 */
export function countKnownSteps(path: readonly string[]): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join('.');
    const type = Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined;
    if (type && (length === path.length || type.startsWith('map') || type === 'dyn')) return length;
  }
  return undefined;
}
