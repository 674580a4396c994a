import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { GRAPH_KINDS } from '../../graph/build/kinds';
import { FORMATS, type Format, formatGraph, formatOfExtension } from '../../graph/formats';
import { mermaidProblem } from '../../graph/formats/mermaid';
import { foldGraph } from '../../graph/layout/collapse';
import { selectGraph } from '../../graph/select';
import { didYouMean } from '../../model/did-you-mean';
import { CliError, EXIT } from '../cli-error';
import type { CliContext } from '../context';
import { APP_HELP } from '../load-inputs';
import { collect } from '../options';
import { createProgress } from '../progress';
import { readGraph } from '../read-graph';
import { checkStdin } from '../read-input';

interface Options {
  readonly live: boolean;
  readonly app?: string;
  readonly state: readonly string[];
  readonly kind?: readonly string[];
  readonly only?: readonly string[];
  readonly fold: boolean;
  readonly format?: Format;
  readonly json?: boolean;
  readonly output?: string;
}

const kinds = GRAPH_KINDS.map(({ name }) => name);

const help = `
Examples:
  netingress graph
  netingress graph --live --output account.html
  netingress graph --only dashboard --kind ip_restriction,ip_policy,ip_policy_rule --no-fold --output access.svg

Kinds: ${kinds.join(', ')}.
Exit status: 0 done, 1 error, 3 something of the account could not be read, and the picture is without it.
`;

/** `netingress graph`: a picture of what is declared, of what states hold, or of the live account. */
export function graphCommand(context: CliContext): Command {
  return new Command('graph')
    .description(
      'Draws objects and what they refer to: as declared, as in states, or as they are at the service. Only reads.',
    )
    .addOption(
      new Option('--live', 'draws the account as it is at the service').default(false).conflicts(['app', 'state']),
    )
    .option('--app <folder>', `${APP_HELP}, or a folder or file of Terraform JSON`)
    .option('--state <file>', 'a state: a file, or - for standard input; can be given more than once', collect, [])
    .option('--kind <kinds>', 'draws these kinds only, with commas between them', parseKinds)
    .option(
      '--only <text>',
      'objects whose name, address or identifier holds the text (or is it, with * for any part), with all that they use and all that uses them; can be given more than once',
      collectFirst,
    )
    .option('--no-fold', 'draws every object as a box of its own')
    .addOption(
      new Option('--format <format>', 'how to write it; mermaid, unless the name of the file tells').choices(FORMATS),
    )
    .option('--json', 'short for --format json')
    .option('--out, --output <file>', 'writes it there and not to standard output: .mmd, .md, .svg, .html or .json')
    .addHelpText('after', help)
    .action((options: Options) => runGraph(context, options));
}

async function runGraph(context: CliContext, options: Options): Promise<void> {
  checkStdin(options.state);
  const { output } = options;
  const format = formatOf(options);
  const { graph, name, unread } = await createProgress(context).step(
    options.live ? 'read the account' : 'read the configuration',
    () => readGraph(context, options),
  );
  const selection = { ...(options.kind && { kinds: options.kind }), ...(options.only && { only: options.only }) };
  const selected = selectGraph(graph, selection);
  if (options.only && selected.nodes.length === 0 && graph.nodes.length > 0)
    throw new CliError(
      `None of the ${graph.nodes.length} objects is named by --only ${options.only.join(', ')}: expected a part of a name, address or identifier.`,
    );
  const text = await formatGraph(selected, format, { name, fold: options.fold });
  if (format === 'mermaid') warnOfLimits(context, text, options.fold);
  if (output === undefined) context.out(text.replace(/\n$/, ''));
  else
    await write(context, output, format === 'mermaid' && isMarkdown(output) ? `\`\`\`mermaid\n${text}\`\`\`\n` : text);
  const boxes = foldGraph(selected, { fold: options.fold }).items.length;
  context.err(`${name}: ${selected.nodes.length} objects, ${selected.edges.length} references, in ${boxes} boxes.`);
  if (unread.length > 0)
    throw new CliError(
      `Not in the picture, because it could not be read:\n${unread.map((each) => `  ${each}`).join('\n')}`,
      EXIT.incomplete,
    );
}

function formatOf({ format, json, output }: Options): Format {
  if (json) return 'json';
  if (format !== undefined) return format;
  if (output === undefined) return 'mermaid';
  const found = formatOfExtension(extname(output));
  if (found) return found;
  throw new CliError(
    `How to write ${output} is not known: expected a name that ends with .mmd, .md, .svg, .html or .json, or --format with one of ${FORMATS.join(', ')}.`,
  );
}

function isMarkdown(file: string): boolean {
  return extname(file).toLowerCase() === '.md';
}

/** It is written all the same: other limits can be set where it is drawn. */
function warnOfLimits(context: CliContext, text: string, fold: boolean): void {
  const problem = mermaidProblem(text);
  if (problem === undefined) return;
  const less = fold ? 'Draw less with --kind or --only' : 'Leave out --no-fold, draw less with --kind or --only';
  context.err(`Mermaid will not draw this unless it is told to: ${problem}. ${less}, or write .svg or .html.`);
}

async function write(context: CliContext, output: string, text: string): Promise<void> {
  try {
    await writeFile(resolve(context.cwd, output), text);
  } catch (error) {
    throw new CliError(`Cannot write the picture to ${output}: ${(error as Error).message}.`);
  }
}

function collectFirst(value: string, before: readonly string[] = []): string[] {
  if (value.trim() === '') throw new InvalidArgumentError('Expected a part of a name, address or identifier.');
  return collect(value, before);
}

function parseKinds(text: string, before: readonly string[] = []): string[] {
  const wanted = text.split(',').map((word) =>
    word
      .trim()
      .replace(/^netingress_/, '')
      .replaceAll('-', '_'),
  );
  const unknown = wanted.find((word) => !kinds.includes(word));
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `'${unknown}' is no kind; expected one of ${kinds.join(', ')}${didYouMean(unknown, kinds)}`,
    );
  return [...before, ...wanted];
}
