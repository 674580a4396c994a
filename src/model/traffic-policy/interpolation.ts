/** CEL inside strings: `Hello ${req.url.path}`. */

export type InterpolationPart = { readonly literal: string } | { readonly expression: string };

/** Undefined if a `${expression}` has no end. */
export function splitInterpolation(text: string): InterpolationPart[] | undefined {
  const parts: InterpolationPart[] = [];
  let position = 0;
  for (;;) {
    const start = text.indexOf('${', position);
    if (start < 0) break;
    const end = findExpressionEnd(text, start + 2);
    if (end === undefined) return undefined;
    if (start > position) parts.push({ literal: text.slice(position, start) });
    parts.push({ expression: text.slice(start + 2, end) });
    position = end + 1;
  }
  if (position < text.length) parts.push({ literal: text.slice(position) });
  return parts;
}

/** The index of the `}` that ends the expression: 8 in `${a['}']}` from 2. Undefined if none does. */
export function findExpressionEnd(text: string, from: number): number | undefined {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === '"' || character === "'") {
      const end = findQuoteEnd(text, index);
      if (end === undefined) return undefined;
      index = end;
    } else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return index;
  }
  return undefined;
}

function findQuoteEnd(text: string, from: number): number | undefined {
  for (let index = from + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === text[from]) return index;
  }
  return undefined;
}
