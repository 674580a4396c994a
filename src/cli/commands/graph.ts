import { extname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { GRAPH_KINDS } from '../../graph/build/kinds';
import { FORMATS, type Format, findFormat, formatGraph } from '../../graph/formats';
import { findMermaidProblem } from '../../graph/formats/mermaid';
import { collapseGraph } from '../../graph/layout/collapse';
import { selectGraph } from '../../graph/select';
import { parseKindName } from '../../model/naming';
import { didYouMean } from '../../model/text';
import { type CliContext, CliError, EXIT } from '../context';
import { APP_HELP, collect, STATE_HELP } from '../options';
import { printOrWrite } from '../output-file';
import { runStep } from '../progress';
import { readGraph } from '../read-graph';
import { rejectMultipleStdin } from '../read-input';

interface Options {
  readonly live: boolean;
  readonly app?: string;
  readonly state: readonly string[];
  readonly kind?: readonly string[];
  readonly select?: readonly string[];
  readonly collapse: boolean;
  readonly format?: Format;
  readonly json?: boolean;
  readonly output?: string;
}

const KIND_NAMES = GRAPH_KINDS.map(({ name }) => name);

const EXAMPLES = `
Examples:
  netingress graph
  netingress graph --live --output account.html
  netingress graph --select dashboard --kind ip_restriction,ip_policy,ip_policy_rule --no-collapse --output access.svg

Resource types: ${KIND_NAMES.join(', ')}.
Exit status: 0 done, 1 error, 3 incomplete because a part of the account could not be read.
`;

export function graphCommand(context: CliContext): Command {
  return new Command('graph')
    .description(
      'Draws objects and their references: from the configuration, from states, or from the account. Read-only.',
    )
    .addOption(new Option('--live', 'draws the account').default(false).conflicts(['app', 'state']))
    .option('--app <folder>', `${APP_HELP}, or a folder or file of Terraform JSON`)
    .option('--state <file>', STATE_HELP, collect, [])
    .option('--kind <types>', 'draws only these resource types, separated by commas', parseKinds)
    .option(
      '--select <pattern>',
      'draws only objects whose name, address or id contains the pattern (with *: matches it completely), and everything they depend on or that depends on them; repeatable',
      collectPattern,
    )
    .option('--no-collapse', 'draws a separate box for each object')
    .addOption(
      new Option('--format <format>', 'output format (default: by file extension, else mermaid)').choices(FORMATS),
    )
    .option('--json', 'same as --format json')
    .option('--out, --output <file>', 'writes to a file instead of standard output: .mmd, .md, .svg, .html or .json')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => runGraph(context, options));
}

async function runGraph(context: CliContext, options: Options): Promise<void> {
  rejectMultipleStdin(options.state);
  const { output } = options;
  const format = formatOf(options);
  const { graph, name, unread } = await runStep(
    context,
    options.live ? 'read the account' : 'read the configuration',
    () => readGraph(context, options),
  );
  const selection = {
    ...(options.kind && { kinds: options.kind }),
    ...(options.select && { objects: options.select }),
  };
  const selected = selectGraph(graph, selection);
  if (options.select && selected.nodes.length === 0 && graph.nodes.length > 0)
    throw new CliError(
      `--select ${options.select.join(', ')} matches none of ${graph.nodes.length} objects; expected a part of a name, address or id.`,
    );
  const text = await formatGraph(selected, format, { name, collapse: options.collapse });
  if (format === 'mermaid') warnOfLimits(context, text, options.collapse);
  const isFenced = format === 'mermaid' && output !== undefined && extname(output).toLowerCase() === '.md';
  const written = isFenced ? `\`\`\`mermaid\n${text}\`\`\`\n` : text;
  await printOrWrite(context, written, { file: output, contents: 'the graph' });
  const boxes = collapseGraph(selected, { collapse: options.collapse }).items.length;
  context.printError(
    `${name}: ${selected.nodes.length} objects, ${selected.edges.length} references, in ${boxes} boxes.`,
  );
  if (unread.length > 0)
    throw new CliError(
      `Incomplete, because parts of the account could not be read:\n${unread.map((part) => `  ${part}`).join('\n')}`,
      EXIT.incomplete,
    );
}

function formatOf({ format, json, output }: Options): Format {
  if (json) return 'json';
  if (format !== undefined) return format;
  if (output === undefined) return 'mermaid';
  const found = findFormat(extname(output));
  if (found) return found;
  throw new CliError(
    `Unknown file extension of '${output}'; expected .mmd, .md, .svg, .html or .json. Or give --format with one of ${FORMATS.join(', ')}.`,
  );
}

/** Only warns, because the renderer may have other limits. */
function warnOfLimits(context: CliContext, text: string, collapse: boolean): void {
  const problem = findMermaidProblem(text);
  if (problem === undefined) return;
  const less = collapse ? 'Draw less with --kind or --select' : 'Omit --no-collapse, draw less with --kind or --select';
  context.printError(
    `Mermaid refuses this diagram with its default limits: ${problem}. ${less}, or write .svg or .html.`,
  );
}

function collectPattern(value: string, previous: readonly string[] = []): string[] {
  if (value.trim() === '') throw new InvalidArgumentError('Expected a part of a name, address or id.');
  return collect(value, previous);
}

function parseKinds(text: string, previous: readonly string[] = []): string[] {
  const wanted = text.split(',').map((word) => {
    const name = word.trim().replaceAll('-', '_');
    return parseKindName(name) ?? name;
  });
  const unknown = wanted.find((word) => !KIND_NAMES.includes(word));
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `Unknown resource type '${unknown}'; expected one of ${KIND_NAMES.join(', ')}${didYouMean(unknown, KIND_NAMES)}`,
    );
  return [...previous, ...wanted];
}
