import { extname } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { CliError } from '../command/context';
import { defineCommand } from '../command/define-command';
import { APP_DETAIL } from '../command/options';
import { runStep } from '../command/progress';
import type { ReportFormat, WriteOptions } from '../command/report';
import { EXIT } from '../model/exit-status';
import { parseKindName } from '../model/naming';
import { didYouMean, formatCount } from '../model/text';
import { DRAWN_KINDS } from './build/kinds';
import { findGraphFormat, formatGraph, GRAPH_FORMATS, type GraphFormat } from './formats';
import { findMermaidProblem } from './formats/mermaid';
import type { Graph } from './graph';
import { collapseGraph } from './layout/collapse';
import { readGraph } from './read-graph';
import { selectGraph } from './select';

interface DrawnGraph {
  readonly graph: Graph;
  readonly name: string;
  readonly collapse: boolean;
}

export const graph = defineCommand({
  name: 'graph',
  about: 'Draws objects and their references: from the configuration, from states, or from the account. Read-only.',
  examples: [
    'netingress graph',
    'netingress graph --live --out account.html',
    'netingress graph --select dashboard --kind ip_restriction --kind ip_policy --no-collapse --out access.svg',
  ],
  details: `Resource types: ${DRAWN_KINDS.join(', ')}.`,
  exit: { undecided: 'a part of the account was not read' },
  options: {
    live: { detail: 'shows its objects', conflicts: ['app', 'state'] },
    app: { detail: `or a folder or file of Terraform JSON; ${APP_DETAIL}` },
    state: {},
    kind: { parse: parseKind },
    select: { parse: parsePattern },
    'no-collapse': {},
  },
  out: { contents: 'the graph', detail: '.mmd, .md, .svg, .html or .json; default: standard output' },
  formats: {
    mermaid: { write: writeMermaid },
    svg: write('svg'),
    html: write('html'),
    json: write('json'),
  },
  defaultFormat: {
    detail: 'default: by the extension of --out, else mermaid',
    find({ out }): GraphFormat {
      if (out === undefined) return 'mermaid';
      const found = findGraphFormat(extname(out));
      if (found) return found;
      throw new CliError(
        `Unknown file extension of '${out}'; expected .mmd, .md, .svg, .html or .json. Or give --format with one of ${GRAPH_FORMATS.join(', ')}.`,
      );
    },
  },
  async run(context, { options }) {
    const { kind, select, collapse, live } = options;
    const read = await runStep(context, live ? 'read the account' : 'read the configuration or the states', () =>
      readGraph(context, { ...options, live: live === true }),
    );
    const { name, unread } = read;
    const searched = kind.length > 0 ? selectGraph(read.graph, { kinds: kind }) : read.graph;
    const selected = select.length > 0 ? selectGraph(searched, { objects: select }) : searched;
    if (select.length > 0 && selected.nodes.length === 0 && read.graph.nodes.length > 0)
      throw new CliError(
        `--select ${select.join(', ')} matches none of ${formatCount(searched.nodes.length, 'object')}${kind.length > 0 ? ` of --kind ${kind.join(', ')}` : ''}; expected a part of a name, address, id or description.`,
        unread.length > 0 ? EXIT.undecided : EXIT.error,
      );
    const boxes = collapseGraph(selected, { collapse }).items.length;
    return {
      report: { graph: selected, name, collapse },
      after: [
        `${name}: ${formatCount(selected.nodes.length, 'object')}, ${formatCount(selected.edges.length, 'reference')}, in ${formatCount(boxes, 'box')}.`,
      ],
      ...(!live && options.state.length === 0 && { isPublic: true }),
      status: unread.length > 0 ? EXIT.undecided : EXIT.done,
      message: `Incomplete, because parts of the account could not be read:\n${unread.map((part) => `  ${part}`).join('\n')}`,
    };
  },
});

function write(format: GraphFormat): ReportFormat<DrawnGraph> {
  return { write: (drawn) => formatGraph(drawn.graph, format, drawn) };
}

/** With `--out x.md` the diagram is in a fenced block of code. */
async function writeMermaid(drawn: DrawnGraph, { out, warn }: WriteOptions): Promise<string> {
  const text = await formatGraph(drawn.graph, 'mermaid', drawn);
  warnOfLimits(text, drawn.collapse, warn);
  const isFenced = out !== undefined && extname(out).toLowerCase() === '.md';
  return isFenced ? `\`\`\`mermaid\n${text}\`\`\`\n` : text;
}

/** Only warns, because the renderer may have other limits. */
function warnOfLimits(text: string, collapse: boolean, warn: (text: string) => void): void {
  const problem = findMermaidProblem(text);
  if (problem === undefined) return;
  const less = collapse ? 'Draw less with --kind or --select' : 'Omit --no-collapse, draw less with --kind or --select';
  warn(`Mermaid refuses this diagram with its default limits: ${problem}. ${less}, or write .svg or .html.`);
}

function parsePattern(value: string): string {
  if (value.trim() !== '') return value;
  throw new InvalidArgumentError('Expected a part of a name, address, id or description.');
}

function parseKind(text: string): string {
  const name = text.replaceAll('-', '_');
  const kind = parseKindName(name) ?? name;
  if (DRAWN_KINDS.includes(kind)) return kind;
  throw new InvalidArgumentError(
    `Unknown resource type '${kind}'; expected one of ${DRAWN_KINDS.join(', ')}${didYouMean(kind, DRAWN_KINDS)}`,
  );
}
