// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals use this character
const ANSI_SEQUENCE = /\u001b\[[\d;]*m/g;

/**
 * Removes from a message of Terraform its colors, and the lines in which it quotes the configuration: a synthesized one
 * is a single line, with every literal: `│    1: {"resource":…`. Any other line that begins with a number and a colon is
 * removed, too. Some commands print colors although their output is not a terminal.
 */
export function omitQuotedLines(text: string): string {
  return text
    .replace(ANSI_SEQUENCE, '')
    .split('\n')
    .filter((line) => !/^[\s│|]*\d+: /.test(line))
    .join('\n');
}
