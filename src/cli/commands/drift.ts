import { Command, InvalidArgumentError, Option } from 'commander';
import { FORMATS, type Format, formatDrift } from '../../drift/formats';
import { evaluateReport } from '../../drift/report/exit-status';
import { FINDING_TYPES, type FindingType } from '../../drift/report/finding';
import type { Drift } from '../../drift/report/report';
import { type CommandClient, withCommandClient } from '../command-client';
import { type CliContext, CliError } from '../context';
import { type DetectOptions, detect } from '../detect';
import { type Inputs, loadInputs } from '../load-inputs';
import { APP_HELP, collect, OWN_KEY_HELP, STATE_HELP } from '../options';
import { PRIVATE_FILE, printOrWrite } from '../output-file';
import { runStep } from '../progress';
import { readEventFile, readIgnoreFile, rejectMultipleStdin } from '../read-input';
import { repair } from '../repair';

interface Options {
  readonly app?: string;
  readonly stack: readonly string[];
  readonly state: readonly string[];
  readonly events?: string;
  readonly ownKey: readonly string[];
  readonly ignore?: string;
  readonly format: Format;
  readonly json?: boolean;
  readonly output?: string;
  readonly failOn?: readonly FindingType[];
  readonly minCoverage?: number;
  readonly repair: boolean;
}

const EXAMPLES = `
Examples:
  netingress drift
  netingress drift --events audit.ndjson --format markdown --output drift.md
  terraform state pull | netingress drift --state -

Exit status: 0 in sync, 1 error, 2 differences, 3 incomplete.
`;

export function driftCommand(context: CliContext): Command {
  return new Command('drift')
    .description(
      'Reports differences between the account, the states and the configuration, and who caused them. Read-only without --repair.',
    )
    .option('--app <folder>', APP_HELP)
    .option('--stack <name>', 'checks only this stack; repeatable', collect, [])
    .option('--state <file>', STATE_HELP, collect, [])
    .option('--events <file>', 'audit events as delivered, which show who made a change; - for standard input')
    .option('--own-key <id>', OWN_KEY_HELP, collect, [])
    .option('--ignore <file>', 'ignore rules in YAML or JSON')
    .addOption(new Option('--format <format>', 'format of the report').choices(FORMATS).default('terminal'))
    .option('--json', 'same as --format json')
    .option('--output <file>', 'writes the report to a file instead of standard output')
    .option(
      '--fail-on <types>',
      `types of findings that lead to exit status 2: ${FINDING_TYPES.join(', ')} (default: all)`,
      parseTypes,
    )
    .option(
      '--min-coverage <ratio>',
      'exit status 2 if less than this part of the account is managed, such as 0.9 or 90%',
      parseRatio,
    )
    .option('--repair', 'shows and applies a Terraform plan that reverts the changes, then checks again', false)
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => {
      rejectMultipleStdin([...options.state, options.events]);
      return withCommandClient(context, (commandClient) => runDrift(context, commandClient, options));
    });
}

async function runDrift(context: CliContext, commandClient: CommandClient, options: Options): Promise<void> {
  const started = performance.now();
  const detectOptions: DetectOptions = {
    ignore: options.ignore === undefined ? [] : await readIgnoreFile(context, options.ignore),
    events: options.events === undefined ? undefined : await readEventFile(context, options.events),
    ownKeys: options.ownKey,
  };
  const detection = await loadAndDetect(context, commandClient, options, detectOptions);
  const drift = options.repair
    ? await repairAndDetect(context, commandClient, options, detectOptions, detection)
    : detection.drift;
  await write(context, options, drift);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { requests, pages } = drift.report.usage;
  context.printError(`Read the account with ${requests} requests (${pages} pages); ${seconds} s in all.`);
  const { status, message } = evaluateReport(drift.report, options);
  if (status !== 0) throw new CliError(message, status);
}

interface Detection {
  readonly drift: Drift;
  readonly inputs: Inputs;
}

async function loadAndDetect(
  context: CliContext,
  commandClient: CommandClient,
  options: Options,
  detectOptions: DetectOptions,
): Promise<Detection> {
  const inputs = await runStep(context, 'read configuration and states', () => loadInputs(context, options));
  const drift = await runStep(context, 'read the account', () => detect(context, commandClient, inputs, detectOptions));
  return { drift, inputs };
}

async function repairAndDetect(
  context: CliContext,
  commandClient: CommandClient,
  options: Options,
  detectOptions: DetectOptions,
  { drift, inputs }: Detection,
): Promise<Drift> {
  if (options.state.length > 0)
    throw new CliError('Cannot repair from state files. Omit --state, so that the states of the stacks are used.');
  const { findings } = drift.report;
  const hadRepairable = await repair(context, findings, inputs.workingDirectories);
  if (!hadRepairable) return drift;
  const { drift: after } = await loadAndDetect(context, commandClient, options, detectOptions);
  const remaining = new Set(after.report.findings.map(({ fingerprint }) => fingerprint));
  const repaired = findings.filter(({ fingerprint }) => !remaining.has(fingerprint)).length;
  context.printError(
    `Repaired ${repaired} of ${findings.length} findings. The report shows the account after the repair.`,
  );
  return after;
}

async function write(context: CliContext, { format, json, output }: Options, drift: Drift): Promise<void> {
  const text = await formatDrift(drift, json ? 'json' : format);
  await printOrWrite(context, text, { file: output, contents: 'the report', mode: PRIVATE_FILE });
}

function parseTypes(text: string): FindingType[] {
  return text.split(',').map((word) => {
    const type = FINDING_TYPES.find((findingType) => findingType === word.trim().replaceAll('-', '_'));
    if (!type)
      throw new InvalidArgumentError(`Unknown type '${word.trim()}'; expected one of ${FINDING_TYPES.join(', ')}.`);
    return type;
  });
}

function parseRatio(text: string): number {
  const ratio = /^\d+(\.\d+)?%$/.test(text)
    ? Number(text.slice(0, -1)) / 100
    : /^\d*\.?\d+$/.test(text)
      ? Number(text)
      : Number.NaN;
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new InvalidArgumentError('Expected a ratio such as 0.9 or 90%.');
}
