/** Evaluates the expressions of GitHub workflows, as far as the examples use them. Any other expression is an error. */

/** Values by their path, such as `inputs.stack`. */
export type Contexts = Readonly<Record<string, string>>;

export interface ExpressionScope {
  readonly contexts: Contexts;
  readonly isCancelled: boolean;
  readonly hasFailed: boolean;
}

type Value = string | boolean;

/** Replaces each `${{ … }}` of a text. */
export function expand(text: string, scope: ExpressionScope): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => String(evaluate(expression, scope)));
}

/** A condition without a status function is false after a failure or a cancellation. */
export function evaluateCondition(text: string | undefined, scope: ExpressionScope): boolean {
  const isSuccess = !scope.hasFailed && !scope.isCancelled;
  if (text === undefined) return isSuccess;
  const expression = /^\$\{\{(.*)\}\}$/s.exec(text.trim())?.[1] ?? text;
  const value = isTrue(evaluate(expression, scope));
  return /\b(always|cancelled|failure|success)\(\)/.test(expression) ? value : isSuccess && value;
}

const TOKEN = /\s*('(?:[^']|'')*'|==|!=|&&|\|\||[()!]|[\w-]+(?:\.[\w-]+)*(?:\(\))?)/y;

function evaluate(expression: string, scope: ExpressionScope): Value {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const text = expression.trim();
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new Error(`The expression ${expression} is not understood`);
    tokens.push(token);
  }
  const value = parseOr(tokens, scope);
  if (tokens.length > 0) throw new Error(`The expression ${expression} is not understood`);
  return value;
}

function parseOr(tokens: string[], scope: ExpressionScope): Value {
  let value = parseAnd(tokens, scope);
  while (take(tokens, '||')) {
    const other = parseAnd(tokens, scope);
    value = isTrue(value) ? value : other;
  }
  return value;
}

function parseAnd(tokens: string[], scope: ExpressionScope): Value {
  let value = parseEquality(tokens, scope);
  while (take(tokens, '&&')) {
    const other = parseEquality(tokens, scope);
    value = isTrue(value) ? other : value;
  }
  return value;
}

function parseEquality(tokens: string[], scope: ExpressionScope): Value {
  const value = parseUnary(tokens, scope);
  if (take(tokens, '==')) return value === parseUnary(tokens, scope);
  if (take(tokens, '!=')) return value !== parseUnary(tokens, scope);
  return value;
}

function parseUnary(tokens: string[], scope: ExpressionScope): Value {
  if (take(tokens, '!')) return !isTrue(parseUnary(tokens, scope));
  if (take(tokens, '(')) {
    const value = parseOr(tokens, scope);
    if (!take(tokens, ')')) throw new Error('A parenthesis is not closed');
    return value;
  }
  const token = tokens.shift() ?? '';
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (token === 'cancelled()') return scope.isCancelled;
  const value = scope.contexts[token];
  if (value === undefined) throw new Error(`The workflow uses ${token}, which has no value in this test`);
  return value;
}

function take(tokens: string[], expected: string): boolean {
  if (tokens[0] !== expected) return false;
  tokens.shift();
  return true;
}

function isTrue(value: Value): boolean {
  return value !== '' && value !== false;
}
