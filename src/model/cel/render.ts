/** Conditions as data, rendered as CEL: filters of event sources and endpoint selectors. */

/** A literal on the right side of a comparison. */
export type CelValue = string | number | boolean;

/** Operators and string functions of CEL. */
export type CelComparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'startsWith' | 'endsWith' | 'matches';

/** A condition over the fields of one object, as plain data. */
export type CelCondition =
  | { readonly field: string; readonly is: CelComparison; readonly value: CelValue }
  | { readonly field: string; readonly in: readonly CelValue[] }
  | { readonly all: readonly CelCondition[] }
  | { readonly any: readonly CelCondition[] }
  | { readonly not: CelCondition };

/** Renders a string literal; replaced for strings that are unresolved tokens. */
export type RenderString = (text: string) => string;

type Binding = 'or' | 'and' | 'not' | 'atom';

const BINDINGS: readonly Binding[] = ['or', 'and', 'not', 'atom'];

/**
 * Renders the condition as CEL over the fields of `root`, with minimal parentheses. An empty `all` is `true`, an empty
 * `any` is `false`. Throws for strings with an unpaired surrogate.
 */
export function renderCel(root: string, condition: CelCondition, renderString: RenderString = renderCelString): string {
  return render(condition).text;

  function render(condition: CelCondition): { text: string; binding: Binding } {
    if ('all' in condition) return join(condition.all, ' && ', 'and', 'true');
    if ('any' in condition) return join(condition.any, ' || ', 'or', 'false');
    if ('not' in condition) return { text: `!${within(condition.not, 'atom')}`, binding: 'not' };
    const member = `${root}.${condition.field}`;
    // Comparisons bind tighter than `&&`, but not than `!`.
    if ('in' in condition) return { text: `${member} in [${condition.in.map(literal).join(', ')}]`, binding: 'not' };
    const { is, value } = condition;
    if (/^[a-z]/i.test(is)) return { text: `${member}.${is}(${literal(value)})`, binding: 'atom' };
    return { text: `${member} ${is} ${literal(value)}`, binding: 'not' };
  }

  function join(parts: readonly CelCondition[], operator: string, binding: Binding, none: string) {
    const [first] = parts;
    if (!first) return { text: none, binding: 'atom' as const };
    if (parts.length === 1) return render(first);
    return { text: parts.map((part) => within(part, binding)).join(operator), binding };
  }

  function within(part: CelCondition, least: Binding): string {
    const { text, binding } = render(part);
    return BINDINGS.indexOf(binding) < BINDINGS.indexOf(least) ? `(${text})` : text;
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
