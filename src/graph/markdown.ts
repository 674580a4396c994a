/** Markdown for comments: users' strings must not end a table, nor become markup, mentions, links or terminal commands. */

const CONTROL = /\p{Cc}+/gu;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function details(summary: string, body: string): string {
  return `<details><summary>${escapeMarkdown(summary)}</summary>\n\n${body}\n\n</details>`;
}

/** The fence is longer than any in the content, so that a description cannot end it. */
export function fenced(lines: readonly string[], language: string): string {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${lines.map((line) => line.replace(CONTROL, ' ')).join('\n')}\n${fence}`;
}

export function escapeMarkdown(value: string): string {
  return value
    .replace(CONTROL, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~]/g, '\\$&')
    .replaceAll('@', '@\u200b');
}

export function code(value: string): string {
  return value.includes('`') || value.includes('|') ? escapeMarkdown(value) : `\`${value.replace(CONTROL, ' ')}\``;
}
