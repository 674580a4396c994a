import { basename, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError } from 'commander';
import { recordChanges } from '../../drift/attribution/recorded-changes';
import { FINDING_TYPES, type FindingType } from '../../drift/compare/finding';
import { type ExitPolicy, evaluateReport } from '../../drift/exit-status';
import { FORMATS, type Format, formatDrift } from '../../drift/formats';
import type { Drift } from '../../drift/report/report';
import { EXIT } from '../../model/exit-status';
import { formatStateSource } from '../../model/inventory';
import { formatScope } from '../../report/section';
import { type CommandClient, withCommandClient } from '../command-client';
import { type CliContext, CliError } from '../context';
import { type DetectOptions, detect } from '../detect';
import { streamDatedEvents } from '../event-files';
import { formatExitHelp } from '../failure';
import { findEventFiles } from '../find-event-files';
import type { FleetAccount } from '../fleet/accounts-file';
import { formatDrifts, keepDrift } from '../fleet/format-drifts';
import { expectSources } from '../fleet/missing-sources';
import { type FleetOptions, runFleet, worstStatus } from '../fleet/run-fleet';
import { findSourceFile, type Inputs, loadInputs } from '../load-inputs';
import { warnOfNewerSource } from '../newer-sources';
import {
  APP_DETAIL,
  addFleetOptions,
  addFormatOptions,
  createOption,
  type FormatOptions,
  parseRatio,
  rejectMultipleStdin,
  resolveFormat,
} from '../options';
import { PRIVATE_FILE, parseOutputFile, printOrWrite } from '../output-file';
import { runStep } from '../progress';
import { readIgnoreFile } from '../read-input';
import { repair } from '../repair';
import { createSpillFile, type SpillFile } from '../spill-file';

interface Options extends FormatOptions<Format>, FleetOptions {
  readonly app?: string;
  readonly stack: readonly string[];
  readonly state: readonly string[];
  readonly events: readonly string[];
  readonly ownKey: readonly string[];
  readonly ignore?: string;
  readonly out?: string;
  readonly failOn: readonly FindingType[];
  readonly minCoverage?: number;
  readonly repair?: true;
}

const EXAMPLES = `
Examples:
  netingress drift
  netingress drift --events audit.ndjson --format markdown --out drift.md
  terraform state pull | netingress drift --state -
  netingress drift --accounts accounts.yaml --format markdown --out drift.md

${formatExitHelp({ done: 'in sync', failed: 'differences, or less than --min-coverage', undecided: 'a part was not read' })}
`;

export function driftCommand(context: CliContext): Command {
  const command = new Command('drift')
    .description(
      'Reports differences between the account, the states and the configuration, and who caused them. Read-only without --repair.',
    )
    .addOption(createOption('app', { detail: APP_DETAIL }))
    .addOption(createOption('stack'))
    .addOption(createOption('state', { detail: 'default: the states of the stacks' }))
    .addOption(createOption('events', { detail: 'they show who made a change' }))
    .addOption(createOption('own-key'))
    .addOption(createOption('ignore'))
    .addOption(createOption('out', { detail: 'default: standard output', parse: parseOutputFile(context) }))
    .addOption(createOption('fail-on', { detail: `${FINDING_TYPES.join(', ')}; default: all`, parse: parseType }))
    .addOption(createOption('min-coverage', { parse: parseCoverage }))
    .addOption(createOption('repair'))
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => {
      rejectMultipleStdin([...options.state, ...options.events, options.accounts]);
      const spill = createSpillFile();
      const hasEvents = options.events.length > 0;
      if (hasEvents) keepHeapSmall();
      try {
        if (options.accounts !== undefined) await driftFleet(context, options, spill);
        else await withCommandClient(context, (commandClient) => runDrift(context, commandClient, options, spill));
      } finally {
        spill.close();
        if (hasEvents) letHeapGrow();
      }
    });
  addFleetOptions(command, ['app', 'stack', 'state', 'repair']);
  return addFormatOptions(command, { formats: FORMATS, default: 'text' });
}

/** Few events of an archive are in use at a time, but V8 lets the heap grow to several times their size before it collects it. */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Sets the defaults of V8 again, for callers that run several commands in one process. */
function letHeapGrow(): void {
  setFlagsFromString('--heap-growing-percent=0');
  setFlagsFromString('--semi-space-growth-factor=2');
}

async function runDrift(
  context: CliContext,
  commandClient: CommandClient,
  options: Options,
  spill: SpillFile,
): Promise<void> {
  const started = performance.now();
  await warnOfNewerSource(context, options.app);
  const detectOptions = await readDetectOptions(context, options, spill);
  const detection = await loadAndDetect(context, commandClient, options, detectOptions);
  const { drift, scope } = options.repair
    ? await repairAndDetect(context, commandClient, options, detectOptions, detection)
    : detection;
  const policy = toPolicy(options);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { requests, pages } = drift.report.usage;
  context.printError(`Read the account with ${requests} requests (${pages} pages); ${seconds} s in all.`);
  const text = await formatDrift(drift, resolveFormat(options), {
    policy,
    scope,
    sourceFile: findSourceFile(context, options),
  });
  await printOrWrite(context, text, { file: options.out, contents: 'the report', mode: PRIVATE_FILE });
  const { status, message } = evaluateReport(drift.report, policy);
  if (status !== 0) throw new CliError(message, status);
}

async function readChanges(
  context: CliContext,
  events: readonly string[],
  spill: SpillFile,
): Promise<DetectOptions['events']> {
  const changes = recordChanges([], spill);
  const problems = await streamDatedEvents(context, await findEventFiles(context, events), changes.add);
  return { changes, problems };
}

async function readDetectOptions(
  context: CliContext,
  { ignore, events, ownKey }: Options,
  spill: SpillFile,
): Promise<DetectOptions> {
  return {
    ignore: ignore === undefined ? [] : await readIgnoreFile(context, ignore),
    events: events.length === 0 ? undefined : await readChanges(context, events, spill),
    ownKeys: ownKey,
  };
}

function toPolicy({ minCoverage, failOn }: Options): ExitPolicy {
  return { minCoverage, ...(failOn.length > 0 && { failOn }) };
}

async function driftFleet(context: CliContext, options: Options, spill: SpillFile): Promise<void> {
  const detectOptions = await readDetectOptions(context, options, spill);
  const policy = toPolicy(options);
  const format = resolveFormat(options);
  const results = await runFleet(context, options, async (accountContext, account) => {
    await expectSources(account);
    const { drift, scope } = await withCommandClient(accountContext, (client) =>
      driftAccount(accountContext, client, account, detectOptions),
    );
    const other = drift.report.incomplete.find(({ reason }) => reason === 'other_account');
    if (other) throw new CliError(`The state belongs to another account: ${other.message}`);
    const sourceFile = findSourceFile(accountContext, account);
    return {
      value: keepDrift(drift, format, { policy, scope, sourceFile }),
      status: evaluateReport(drift.report, policy).status,
    };
  });
  const { text, message } = await formatDrifts(results, format);
  await printOrWrite(context, text, { file: options.out, contents: 'the report', mode: PRIVATE_FILE });
  const status = worstStatus(results);
  if (status !== EXIT.done) throw new CliError(message, status);
}

async function driftAccount(
  context: CliContext,
  client: CommandClient,
  { app, dir, stacks, states }: FleetAccount,
  detectOptions: DetectOptions,
): Promise<Detection> {
  if (app !== undefined) await warnOfNewerSource(context, app);
  const inputs = await loadInputs(
    context,
    { app, dir, stack: stacks, state: states, hasNoDefaultApp: true },
    'app, dir or states in the accounts file',
  );
  const drift = await detect(context, client, inputs, detectOptions);
  return { drift, inputs, scope: describeScope(context, client, inputs) };
}

interface Detection {
  readonly drift: Drift;
  readonly inputs: Inputs;
  /** The account and the states that were compared. */
  readonly scope: string;
}

function describeScope(
  { cwd }: CliContext,
  { client }: CommandClient,
  { stacks, stateNames, workingDirectories: [folder] }: Inputs,
): string {
  // Terraform runs in the folder, which has no name of a stack.
  const isFolder = stacks.length === 0 && folder !== undefined && stateNames.includes(formatStateSource(folder.state));
  return formatScope(
    [client.baseUrl],
    isFolder ? [`folder ${basename(resolve(cwd, folder.directory ?? '.'))}`] : stateNames,
  );
}

async function loadAndDetect(
  context: CliContext,
  commandClient: CommandClient,
  options: Options,
  detectOptions: DetectOptions,
): Promise<Detection> {
  const inputs = await runStep(context, 'read configuration and states', () => loadInputs(context, options));
  const drift = await runStep(context, 'read the account', () => detect(context, commandClient, inputs, detectOptions));
  return { drift, inputs, scope: describeScope(context, commandClient, inputs) };
}

async function repairAndDetect(
  context: CliContext,
  commandClient: CommandClient,
  options: Options,
  detectOptions: DetectOptions,
  detection: Detection,
): Promise<Detection> {
  if (options.state.length > 0)
    throw new CliError('Cannot repair from state files. Omit --state, so that the states of the stacks are used.');
  const { findings } = detection.drift.report;
  const hadRepairable = await repair(context, findings, detection.inputs.workingDirectories);
  if (!hadRepairable) return detection;
  const after = await loadAndDetect(context, commandClient, options, detectOptions);
  const remaining = new Set(after.drift.report.findings.map(({ fingerprint }) => fingerprint));
  const repaired = findings.filter(({ fingerprint }) => !remaining.has(fingerprint)).length;
  context.printError(
    `Repaired ${repaired} of ${findings.length} findings. The report shows the account after the repair.`,
  );
  return after;
}

function parseType(text: string): FindingType {
  const type = FINDING_TYPES.find((findingType) => findingType === text.replaceAll('-', '_'));
  if (type) return type;
  throw new InvalidArgumentError(`Unknown type '${text}'; expected one of ${FINDING_TYPES.join(', ')}.`);
}

function parseCoverage(text: string): number {
  const ratio = parseRatio(text);
  if (ratio <= 1) return ratio;
  throw new InvalidArgumentError('Expected a ratio such as 0.9 or 90%, at most 1.');
}
