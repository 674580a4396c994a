/** Pieces of the reference's Markdown. */

/** First line of every generated page. */
export const BANNER = '<!-- Written by `npm run generate` from the model. Do not edit. -->';

/** A page: parts with a blank line between them; empty ones are left out. */
export function page(...parts: readonly string[]): string {
  return `${[BANNER, ...parts.filter((part) => part !== '')].join('\n\n')}\n`;
}

/** A table, or nothing where it would have no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}

/** A fenced block. */
export function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

/** Text as code. */
export function code(text: string): string {
  return `\`${text}\``;
}
