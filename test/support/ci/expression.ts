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

const TOKEN = /'(?:[^']|'')*'|==|!=|&&|\|\||[()!]|[\w-]+(?:\.[\w-]+)*(?:\(\))?|\S/g;

/** The operators are those of JavaScript, and so is their order. */
function evaluate(expression: string, { contexts, isCancelled }: ExpressionScope): Value {
  const javascript = expression.replace(TOKEN, (token) => {
    if (token.startsWith("'")) return JSON.stringify(token.slice(1, -1).replaceAll("''", "'"));
    if (token === '==' || token === '!=') return `${token}=`;
    if (/^(&&|\|\||[()!])$/.test(token)) return token;
    const value = token === 'cancelled()' ? isCancelled : contexts[token];
    if (value === undefined) throw new Error(`The workflow uses ${token}, which has no value in this test`);
    return JSON.stringify(value);
  });
  return new Function(`return (${javascript});`)() as Value;
}

function isTrue(value: Value): boolean {
  return value !== '' && value !== false;
}
