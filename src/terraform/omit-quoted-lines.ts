// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals use this character
const ANSI_SEQUENCE = /\u001b\[[\d;]*m/g;

/**
 * Removes colors, which some commands print although their output is not a terminal. Removes the lines in which
 * Terraform quotes the configuration, `│    1: {"resource":…`: a quotation may contain a secret, and that of a
 * configuration on one line has all of them. Other lines that begin with a number and a colon are removed with them.
 */
export function omitQuotedLines(text: string): string {
  return text
    .replace(ANSI_SEQUENCE, '')
    .split('\n')
    .filter((line) => !/^[\s│|]*\d+: /.test(line))
    .join('\n');
}
