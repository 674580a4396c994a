import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { FORMATS, type Format, formatDrift } from '../../drift/formats';
import type { IgnoreRule } from '../../drift/ignore';
import { judgeReport } from '../../drift/report/exit-status';
import { FINDING_TYPES, type FindingType } from '../../drift/report/finding';
import type { Drift } from '../../drift/report/report';
import { CliError } from '../cli-error';
import { type Connection, connect } from '../connect';
import type { CliContext } from '../context';
import { type DetectOptions, detect } from '../detect';
import { APP_HELP, type Estate, readEstate } from '../load-inputs';
import { collect } from '../options';
import { PRIVATE_FILE } from '../private-file';
import { createProgress } from '../progress';
import { type ReadEvents, readEvents } from '../read-events';
import { readIgnoreFile } from '../read-ignore';
import { checkStdin, readInput, STDIN_NAME } from '../read-input';
import { repair } from '../repair';

interface Options {
  readonly app?: string;
  readonly stack: readonly string[];
  readonly state: readonly string[];
  readonly events?: string;
  readonly self: readonly string[];
  readonly ignore?: string;
  readonly format: Format;
  readonly json?: boolean;
  readonly output?: string;
  readonly failOn?: readonly FindingType[];
  readonly minCoverage?: number;
  readonly repair: boolean;
}

const examples = `
Examples:
  netingress drift
  netingress drift --events audit.ndjson --format markdown --output drift.md
  terraform state pull | netingress drift --state -

Exit status: 0 in agreement and complete, 1 error, 2 differences, 3 something could not be looked at.
`;

/** `netingress drift`: what differs between the account, the states and the code, and who did it. */
export function driftCommand(context: CliContext): Command {
  return new Command('drift')
    .description('Reports what differs between the account, the states and the code, and who changed it. Only reads.')
    .option('--app <folder>', APP_HELP)
    .option('--stack <name>', 'looks at this stack and no other; can be given more than once', collect, [])
    .option('--state <file>', 'a state: a file, or - for standard input; can be given more than once', collect, [])
    .option('--events <file>', 'audit events as delivered, to name who made a change; - for standard input')
    .option('--self <key id>', 'identifier of a key of the pipeline itself; can be given more than once', collect, [])
    .option('--ignore <file>', 'YAML or JSON with rules for what is left out')
    .addOption(new Option('--format <format>', 'how to write the report').choices(FORMATS).default('terminal'))
    .option('--json', 'short for --format json')
    .option('--output <file>', 'writes the report there and not to standard output')
    .option(
      '--fail-on <types>',
      `types of findings that end with status 2: ${FINDING_TYPES.join(', ')}; all by default`,
      parseTypes,
    )
    .option('--min-coverage <part>', 'ends with status 2 if less of the account is managed: 0.9 or 90%', parsePart)
    .option('--repair', 'applies what reverts changes, through Terraform and after showing it, and looks again', false)
    .addHelpText('after', examples)
    .action((options: Options) => runDrift(context, options));
}

async function runDrift(context: CliContext, options: Options): Promise<void> {
  checkStdin([...options.state, options.events]);
  const connection = connect(context);
  const started = performance.now();
  try {
    const ignore = options.ignore === undefined ? [] : await readIgnoreFile(context, options.ignore);
    const events = await readEventFile(context, options.events);
    const found = await detectOnce(context, connection, options, events, ignore);
    const final = options.repair ? await repaired(context, connection, options, found, events, ignore) : found.drift;
    await write(context, options, final);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { usage } = final.report;
    context.err(`Read the account with ${usage.requests} requests (${usage.pages} pages); ${seconds} s in all.`);
    const { status, text } = judgeReport(final.report, options);
    if (status !== 0) throw new CliError(text, status);
  } finally {
    await connection.client.close();
  }
}

interface Detected {
  readonly drift: Drift;
  readonly estate: Estate;
}

async function detectOnce(
  context: CliContext,
  connection: Connection,
  options: Options,
  events: ReadEvents | undefined,
  ignore: readonly IgnoreRule[],
): Promise<Detected> {
  const progress = createProgress(context);
  const estate = await progress.step('read configuration and states', () => readEstate(context, options));
  const detection: DetectOptions = {
    events: events?.events,
    eventProblems: events?.problems ?? [],
    self: options.self,
    ignore,
  };
  const drift = await progress.step('read the account', () => detect(context, connection, estate, detection));
  return { drift, estate };
}

/** After a repair everything is read again: what is reported is what is there then. */
async function repaired(
  context: CliContext,
  connection: Connection,
  options: Options,
  { drift, estate }: Detected,
  events: ReadEvents | undefined,
  ignore: readonly IgnoreRule[],
): Promise<Drift> {
  if (options.state.length > 0)
    throw new CliError('Cannot repair from state files: without --state the stacks’ own states are read and applied.');
  if (!(await repair(context, drift.report.findings, estate.places))) return drift;
  const { drift: after } = await detectOnce(context, connection, options, events, ignore);
  const left = new Set(after.report.findings.map(({ fingerprint }) => fingerprint));
  const mended = drift.report.findings.filter(({ fingerprint }) => !left.has(fingerprint)).length;
  context.err(`Repaired ${mended} of ${drift.report.findings.length} findings; the report is of what is there now.`);
  return after;
}

async function readEventFile(context: CliContext, file: string | undefined): Promise<ReadEvents | undefined> {
  if (file === undefined) return undefined;
  const events = await readEvents(await readInput(context, file, 'the events'), file === '-' ? STDIN_NAME : file);
  for (const problem of events.problems) context.err(problem);
  return events;
}

async function write(context: CliContext, { format, json, output }: Options, drift: Drift): Promise<void> {
  const text = await formatDrift(drift, json ? 'json' : format);
  if (output === undefined) return context.out(text.replace(/\n$/, ''));
  try {
    // A report is an inventory of an account. A file that is there already keeps its mode.
    await writeFile(resolve(context.cwd, output), text, { mode: PRIVATE_FILE });
  } catch (error) {
    throw new CliError(`Cannot write the report to ${output}: ${(error as Error).message}.`);
  }
}

function parseTypes(text: string): FindingType[] {
  return text.split(',').map((word) => {
    const plain = word.trim().replace(/[_-]/g, ' ');
    const found = FINDING_TYPES.find((type) => type === plain);
    if (!found) throw new InvalidArgumentError(`'${word.trim()}' is none of ${FINDING_TYPES.join(', ')}.`);
    return found;
  });
}

function parsePart(text: string): number {
  const part = /^\d+(\.\d+)?%$/.test(text)
    ? Number(text.slice(0, -1)) / 100
    : /^\d*\.?\d+$/.test(text)
      ? Number(text)
      : Number.NaN;
  if (part >= 0 && part <= 1) return part;
  throw new InvalidArgumentError('Expected a part of the whole, such as 0.9 or 90%.');
}
