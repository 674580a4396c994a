/** Writes the table of options into CONTRIBUTING.md, from the definitions and the commands; `--check` compares only. */
import type { Command } from 'commander';
import { createProgram } from '../src/cli/program';
import type { CliContext } from '../src/command/context';
import { OPTIONS, type OptionDefinition } from '../src/command/options';
import { writeOrCheckPart } from './lib/generated-file';

const START = '<!-- Options: written by `npm run generate` from src/command/options.ts. -->';
const END = '<!-- End of the options. -->';

writeOrCheckPart('generate-options.ts', 'CONTRIBUTING.md', [START, END], formatTable());

function formatTable(): string {
  // No definition uses the context.
  const commands = listCommands(createProgram({} as CliContext, undefined));
  const rows = Object.entries(OPTIONS).map(([name, definition]) => {
    const having = commands.filter(({ options }) => options.includes(name)).map((command) => command.name);
    return formatRow(definition, having);
  });
  return ['| option | form | meaning | commands |', '|---|---|---|---|', ...rows].join('\n');
}

function formatRow({ flags, repeatable, meaning }: OptionDefinition, commands: readonly string[]): string {
  const form = flags.includes('<') ? (repeatable ? 'repeatable' : 'once') : 'switch';
  return `| \`${flags}\` | ${form} | ${meaning} | ${commands.join(', ')} |`;
}

function listCommands(
  { commands }: Command,
  path: readonly string[] = [],
): { readonly name: string; readonly options: readonly string[] }[] {
  return commands.flatMap((command) => {
    const here = [...path, command.name()];
    const options = command.options.map(({ long }) => String(long).slice(2));
    return [{ name: here.join(' '), options }, ...listCommands(command, here)];
  });
}
