/**
 * A small part of CEL, for endpoint selectors and list filters. To be replaced by a CEL library: everything outside
 * this file only calls {@link compileCondition}.
 *
 * Understood: `true`, `false`, `<root>.<path> == "text"`, `<root>.<path>.contains("text")`, `.startsWith(...)` and
 * `.endsWith(...)`, joined by `&&` and `||`. No parentheses, no negation, no numbers.
 */

export type Operator = '==' | 'contains' | 'startsWith' | 'endsWith';

/** One comparison of a member with a text. */
export interface Clause {
  /** Dotted path below the root. */
  readonly path: string;
  readonly operator: Operator;
  readonly text: string;
}

/** A condition that was understood. */
export interface Condition {
  readonly clauses: readonly Clause[];
  /** Whether it holds, given how to look members up. */
  test(lookUp: (path: string) => unknown): boolean;
}

const string = `"(?:[^"\\\\]|\\\\["'\\\\])*"|'(?:[^'\\\\]|\\\\["'\\\\])*'`;

/** Reads a condition whose one variable is `root`; a problem continues a sentence that names the expression. */
export function compileCondition(root: string, expression: string): Condition | { readonly problem: string } {
  const path = `${root}((?:\\.[a-z_][a-z0-9_]*)+?)`;
  const term = new RegExp(
    `\\s*(?:(true|false)|${path}\\s*==\\s*(${string})|${path}\\.(contains|startsWith|endsWith)\\(\\s*(${string})\\s*\\))\\s*(&&|\\|\\||$)`,
    'y',
  );
  // A list of alternatives, each a list of what must hold together: && binds tighter than ||.
  const alternatives: (boolean | Clause)[][] = [[]];
  for (;;) {
    const start = term.lastIndex;
    const found = term.exec(expression);
    if (!found) return { problem: `this emulator does not evaluate '${expression.slice(start).trim()}'` };
    alternatives.at(-1)?.push(readTerm(found));
    if (found[7] === '') return conditionOf(alternatives);
    if (found[7] === '||') alternatives.push([]);
  }
}

function readTerm([, constant, equalPath, equalText, path, operator, text]: RegExpExecArray): boolean | Clause {
  if (constant !== undefined) return constant === 'true';
  return {
    path: (equalPath ?? path ?? '').slice(1),
    operator: operator === undefined ? '==' : (operator as Operator),
    text: (equalText ?? text ?? '').slice(1, -1).replace(/\\(.)/g, '$1'),
  };
}

function conditionOf(alternatives: readonly (readonly (boolean | Clause)[])[]): Condition {
  return {
    clauses: alternatives.flat().filter((term): term is Clause => typeof term !== 'boolean'),
    test: (lookUp) => alternatives.some((terms) => terms.every((term) => holds(term, lookUp))),
  };
}

function holds(term: boolean | Clause, lookUp: (path: string) => unknown): boolean {
  if (typeof term === 'boolean') return term;
  const value = lookUp(term.path);
  if (typeof value !== 'string') return false;
  switch (term.operator) {
    case '==':
      return value === term.text;
    case 'contains':
      return value.includes(term.text);
    case 'startsWith':
      return value.startsWith(term.text);
    case 'endsWith':
      return value.endsWith(term.text);
  }
}
