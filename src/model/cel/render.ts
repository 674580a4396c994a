/**
 * Conditions as data, and the CEL expression that says the same. Used for filters of traffic sources (`ev`, gaps.md
 * section 4.3) and endpoint selectors (`endpoint`, gaps.md section 5.5).
 */

/** A value that a member is compared with. */
export type CelValue = string | number | boolean;

/** How a member is compared with a value; those with a name are functions of texts. */
export type CelComparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'startsWith' | 'endsWith' | 'matches';

/** A condition over the members of one object; plain data that can be kept and compared. */
export type CelCondition =
  | { readonly field: string; readonly is: CelComparison; readonly value: CelValue }
  | { readonly field: string; readonly in: readonly CelValue[] }
  | { readonly all: readonly CelCondition[] }
  | { readonly any: readonly CelCondition[] }
  | { readonly not: CelCondition };

/** Writes a text as a literal; for texts that are not known yet and need another way. */
export type WriteText = (text: string) => string;

/** How tightly what was written binds: a whole expression, parts of `&&`, or something that needs no parentheses. */
type Binding = 'or' | 'and' | 'not' | 'atom';

const order: readonly Binding[] = ['or', 'and', 'not', 'atom'];

/**
 * The condition as CEL over the members of `root`, with no more parentheses than needed. An empty `all` is `true`, an
 * empty `any` is `false`. Throws on texts with half a surrogate pair, which CEL has no literal for.
 */
export function renderCel(root: string, condition: CelCondition, writeText: WriteText = celText): string {
  return render(condition).text;

  function render(each: CelCondition): { text: string; binding: Binding } {
    if ('all' in each) return join(each.all, ' && ', 'and', 'true');
    if ('any' in each) return join(each.any, ' || ', 'or', 'false');
    if ('not' in each) return { text: `!${within(each.not, 'atom')}`, binding: 'not' };
    const member = `${root}.${each.field}`;
    // Relations bind tighter than `&&`, but not than `!`.
    if ('in' in each) return { text: `${member} in [${each.in.map(literal).join(', ')}]`, binding: 'not' };
    const { is, value } = each;
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
    return order.indexOf(binding) < order.indexOf(least) ? `(${text})` : text;
  }

  function literal(value: CelValue): string {
    return typeof value === 'string' ? writeText(value) : String(value);
  }
}

/**
 * The text as a CEL string literal. The dollar and percent signs before a brace are written as escapes, because
 * Terraform would take them for a template of its own.
 */
export function celText(text: string): string {
  if (!text.isWellFormed()) throw new Error('Cannot write a text with half a surrogate pair as CEL');
  return JSON.stringify(text).replace(/[$%](?=\{)/g, (sign) => (sign === '$' ? '\\u0024' : '\\u0025'));
}
