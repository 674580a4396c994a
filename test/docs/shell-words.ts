/** Reads the shell lines of documents as far as is needed to know which commands they run, and with what. */

/** One command: `A=1 cat -n f > g` has the words `cat`, `-n` and `f`. */
export interface ShellCommand {
  /** Line within the block, from 0. */
  readonly line: number;
  readonly words: readonly string[];
}

/** Reserved words before a command. `case` is not supported: it would be a command. */
const KEYWORDS = new Set(['do', 'done', 'elif', 'else', 'fi', 'if', 'then', 'time', 'until', 'while', '!', '{', '}']);

const TOKEN = new RegExp(
  [
    /(?<blank>[^\S\n]+|\\\n)/,
    /(?<comment>#[^\n]*)/,
    /(?<redirect>\d?[<>]>?(?:&\d)?)/,
    /(?<end>[;&|()\n])/,
    /(?<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\$\([^)]*\)|\\[^\n]|[^\s;&|()<>'"\\])+)/,
    // A quote that is not closed is skipped: `sh -n` reports it (check-shell.ts).
    /(?<other>.)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gs',
);

/** The commands in a text, those within `$(…)` included. `above` is added to the number of each line. */
export function shellCommands(text: string, above = 0): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let line = above;
  let first = above;
  let isRedirected = false;
  const end = (): void => {
    const command = withoutPrefix(words);
    if (command.length > 0) commands.push({ line: first, words: command });
    words = [];
  };
  for (const { 0: raw, groups = {} } of text.matchAll(TOKEN)) {
    const { word } = groups;
    if (groups['redirect'] !== undefined && !raw.includes('&')) isRedirected = true;
    if (word !== undefined) {
      commands.push(...substitutions(word, line));
      if (!isRedirected && words.length === 0) first = line;
      if (!isRedirected) words.push(unquoted(word));
      isRedirected = false;
    }
    if (groups['end'] !== undefined) end();
    line += raw.split('\n').length - 1;
  }
  end();
  return commands;
}

/** Removes reserved words and variable assignments from the beginning. Empty for the head of a `for`. */
function withoutPrefix(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !KEYWORDS.has(word) && !/^\w+=/.test(word));
  return start < 0 || words[start] === 'for' ? [] : words.slice(start);
}

function substitutions(word: string, line: number): ShellCommand[] {
  const inside = word.replace(/'[^']*'/g, '').matchAll(/\$\(([^)]*)\)/g);
  return [...inside].flatMap(([, text = '']) => shellCommands(text, line));
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs,
    (_, plain?: string, double?: string, escaped?: string) =>
      plain ?? double?.replace(/\\(["\\$`\n])/g, '$1') ?? escaped ?? '',
  );
}
