import { extname } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { GRAPH_KINDS } from '../../graph/build/kinds';
import { FORMATS, type Format, findFormat, formatGraph } from '../../graph/formats';
import { findMermaidProblem } from '../../graph/formats/mermaid';
import { collapseGraph } from '../../graph/layout/collapse';
import { selectGraph } from '../../graph/select';
import { EXIT } from '../../model/exit-status';
import { parseKindName } from '../../model/naming';
import { didYouMean, formatCount } from '../../model/text';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { APP_DETAIL, addFormatOptions, createOption, rejectMultipleStdin, resolveFormat } from '../options';
import { PRIVATE_FILE, parseOutputFile, printOrWrite } from '../output-file';
import { runStep } from '../progress';
import { readGraph } from '../read-graph';

interface Options {
  readonly live?: true;
  readonly app?: string;
  readonly state: readonly string[];
  readonly kind: readonly string[];
  readonly select: readonly string[];
  readonly collapse: boolean;
  readonly format?: Format;
  readonly json?: boolean;
  readonly out?: string;
}

const KIND_NAMES = GRAPH_KINDS.map(({ name }) => name);

const EXAMPLES = `
Examples:
  netingress graph
  netingress graph --live --out account.html
  netingress graph --select dashboard --kind ip_restriction --kind ip_policy --no-collapse --out access.svg

Resource types: ${KIND_NAMES.join(', ')}.
${formatExitHelp({ undecided: 'a part of the account was not read' })}
`;

export function graphCommand(context: CliContext): Command {
  const command = new Command('graph')
    .description(
      'Draws objects and their references: from the configuration, from states, or from the account. Read-only.',
    )
    .addOption(createOption('live', { conflicts: ['app', 'state'] }))
    .addOption(createOption('app', { detail: `or a folder or file of Terraform JSON; ${APP_DETAIL}` }))
    .addOption(createOption('state'))
    .addOption(createOption('kind', { parse: parseKind }))
    .addOption(createOption('select', { parse: parsePattern }))
    .addOption(createOption('no-collapse'))
    .addOption(
      createOption('out', {
        detail: '.mmd, .md, .svg, .html or .json; default: standard output',
        parse: parseOutputFile(context),
      }),
    )
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => runGraph(context, options));
  return addFormatOptions(command, { formats: FORMATS, detail: 'default: by the extension of --out, else mermaid' });
}

async function runGraph(context: CliContext, options: Options): Promise<void> {
  rejectMultipleStdin(options.state);
  const { out, kind, select } = options;
  const format = findChosenFormat(options);
  const { graph, name, unread } = await runStep(
    context,
    options.live ? 'read the account' : 'read the configuration or the states',
    () => readGraph(context, { ...options, live: options.live === true }),
  );
  const searched = kind.length > 0 ? selectGraph(graph, { kinds: kind }) : graph;
  const selected = select.length > 0 ? selectGraph(searched, { objects: select }) : searched;
  if (select.length > 0 && selected.nodes.length === 0 && graph.nodes.length > 0)
    throw new CliError(
      `--select ${select.join(', ')} matches none of ${formatCount(searched.nodes.length, 'object')}${kind.length > 0 ? ` of --kind ${kind.join(', ')}` : ''}; expected a part of a name, address or id.`,
      unread.length > 0 ? EXIT.undecided : EXIT.error,
    );
  const text = await formatGraph(selected, format, { name, collapse: options.collapse });
  if (format === 'mermaid') warnOfLimits(context, text, options.collapse);
  const isFenced = format === 'mermaid' && out !== undefined && extname(out).toLowerCase() === '.md';
  const written = isFenced ? `\`\`\`mermaid\n${text}\`\`\`\n` : text;
  await printOrWrite(context, written, {
    file: out,
    contents: 'the graph',
    ...(options.live && { mode: PRIVATE_FILE }),
  });
  const boxes = collapseGraph(selected, { collapse: options.collapse }).items.length;
  context.printError(
    `${name}: ${formatCount(selected.nodes.length, 'object')}, ${formatCount(selected.edges.length, 'reference')}, in ${formatCount(boxes, 'box')}.`,
  );
  if (unread.length > 0)
    throw new CliError(
      `Incomplete, because parts of the account could not be read:\n${unread.map((part) => `  ${part}`).join('\n')}`,
      EXIT.undecided,
    );
}

function findChosenFormat({ format, json, out }: Options): Format {
  if (json || format !== undefined) return resolveFormat({ format: format ?? 'json', ...(json && { json }) });
  if (out === undefined) return 'mermaid';
  const found = findFormat(extname(out));
  if (found) return found;
  throw new CliError(
    `Unknown file extension of '${out}'; expected .mmd, .md, .svg, .html or .json. Or give --format with one of ${FORMATS.join(', ')}.`,
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

function parsePattern(value: string): string {
  if (value.trim() !== '') return value;
  throw new InvalidArgumentError('Expected a part of a name, address or id.');
}

function parseKind(text: string): string {
  const name = text.replaceAll('-', '_');
  const kind = parseKindName(name) ?? name;
  if (KIND_NAMES.includes(kind)) return kind;
  throw new InvalidArgumentError(
    `Unknown resource type '${kind}'; expected one of ${KIND_NAMES.join(', ')}${didYouMean(kind, KIND_NAMES)}`,
  );
}
