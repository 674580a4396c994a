/** Conditions as data, rendered as CEL: filters of event sources and endpoint selectors. */

/** Numbers are written as JavaScript writes them: `5` is an int in CEL, `0.5` a double. */
export type CelValue = string | number | boolean;

export type CelComparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'startsWith' | 'endsWith' | 'matches';

/** A condition over the fields of one object, as plain data. */
export type CelCondition =
  | { readonly field: string; readonly is: CelComparison; readonly value: CelValue }
  | { readonly field: string; readonly in: readonly CelValue[] }
  | { readonly all: readonly CelCondition[] }
  | { readonly any: readonly CelCondition[] }
  | { readonly not: CelCondition };

/** Returns a string literal; another function is needed for strings that are unresolved tokens. */
export type RenderString = (text: string) => string;

/** Kinds of expressions, by how tightly they bind. `!` binds like a comparison here: `!(a == b)`, `!a && b`. */
const PRECEDENCE = { or: 0, and: 1, comparison: 2, atom: 3 } as const;

type Precedence = (typeof PRECEDENCE)[keyof typeof PRECEDENCE];

/**
 * Renders the condition as CEL over the fields of `root`, with parentheses around what binds less tightly than its
 * place. An empty `all` is `true`, an empty `any` is `false`. With {@link renderCelString} it throws for strings with
 * an unpaired surrogate.
 */
export function renderCel(root: string, condition: CelCondition, renderString: RenderString = renderCelString): string {
  return render(condition).text;

  function render(condition: CelCondition): { text: string; precedence: Precedence } {
    if ('all' in condition) return join(condition.all, ' && ', PRECEDENCE.and, 'true');
    if ('any' in condition) return join(condition.any, ' || ', PRECEDENCE.or, 'false');
    if ('not' in condition)
      return { text: `!${within(condition.not, PRECEDENCE.atom)}`, precedence: PRECEDENCE.comparison };
    const member = `${root}.${condition.field}`;
    if ('in' in condition) {
      return { text: `${member} in [${condition.in.map(literal).join(', ')}]`, precedence: PRECEDENCE.comparison };
    }
    const { is, value } = condition;
    if (/^[a-z]/i.test(is)) return { text: `${member}.${is}(${literal(value)})`, precedence: PRECEDENCE.atom };
    return { text: `${member} ${is} ${literal(value)}`, precedence: PRECEDENCE.comparison };
  }

  function join(parts: readonly CelCondition[], operator: string, precedence: Precedence, none: string) {
    const [first] = parts;
    if (!first) return { text: none, precedence: PRECEDENCE.atom };
    if (parts.length === 1) return render(first);
    return { text: parts.map((part) => within(part, precedence)).join(operator), precedence };
  }

  function within(part: CelCondition, least: Precedence): string {
    const { text, precedence } = render(part);
    return precedence < least ? `(${text})` : text;
  }

  function literal(value: CelValue): string {
    return typeof value === 'string' ? renderString(value) : String(value);
  }
}

/** Renders a CEL string literal. `${` and `%{` are escaped, because Terraform would interpolate them. */
export function renderCelString(text: string): string {
  if (!text.isWellFormed())
    throw new Error('Cannot render a string with an unpaired surrogate (invalid Unicode) as CEL');
  return JSON.stringify(text).replace(/[$%](?=\{)/g, (sign) => (sign === '$' ? '\\u0024' : '\\u0025'));
}
