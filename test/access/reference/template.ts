/** Strings with `${...}`. */
import { CelError, type Value } from './cel';

/** A string that is one expression keeps its type; in others, values become text. */
export function evaluateTemplate(text: string, evaluate: (expression: string) => Value): Value {
  const parts = split(text);
  const [first] = parts;
  if (parts.length === 1 && first?.isExpression) return evaluate(first.text);
  return parts.map((part) => (part.isExpression ? toText(evaluate(part.text)) : part.text)).join('');
}

interface Part {
  readonly text: string;
  readonly isExpression: boolean;
}

function split(text: string): Part[] {
  const parts: Part[] = [];
  let rest = text;
  for (let start = rest.indexOf('${'); start >= 0; start = rest.indexOf('${')) {
    const end = findEnd(rest, start + 2);
    if (start > 0) parts.push({ text: rest.slice(0, start), isExpression: false });
    parts.push({ text: rest.slice(start + 2, end), isExpression: true });
    rest = rest.slice(end + 1);
  }
  if (rest !== '') parts.push({ text: rest, isExpression: false });
  return parts;
}

function findEnd(text: string, start: number): number {
  let quote = '';
  for (let index = start; index < text.length; index++) {
    const character = text[index] as string;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === '}') return index;
    else if (character === '{') throw new Error(`This reference reads no braces in an expression: ${text}`);
    if (character === '\\') throw new Error(`This reference reads no escapes in an expression: ${text}`);
  }
  throw new CelError('an expression without an end');
}

/** How the service writes a null, a list or a map inside a text is not documented; here it is an error. */
function toText(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new CelError('not a text');
}
