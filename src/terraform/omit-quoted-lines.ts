// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals use this character
const ANSI_SEQUENCE = /\u001b\[[\d;]*m/g;

/**
 * Removes colors, which some commands print although their output is not a terminal, and the lines in which Terraform
 * quotes the configuration: a synthesized one is a single line, with every literal: `│    1: {"resource":…`. Any other
 * line that begins with a number and a colon is removed, too.
 */
export function omitQuotedLines(text: string): string {
  return text
    .replace(ANSI_SEQUENCE, '')
    .split('\n')
    .filter((line) => !/^[\s│|]*\d+: /.test(line))
    .join('\n');
}
