import { platform, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Gates } from '../../access/gates';
import { openAccount } from '../../account/open-account';
import { createRedact } from '../../client/redact';
import { keepRelated } from '../../graph/focus';
import { mergeGraphs } from '../../graph/merge-graphs';
import { EXIT } from '../../model/exit-status';
import { omitUndefined } from '../../model/members';
import { oneLine } from '../../model/text';
import { FORMATS, type Format, formatMarker, formatPreview, type Preview, writePreview } from '../../preview/formats';
import { summarizePreview } from '../../preview/formats/sections';
import type { PreviewOutcome } from '../../preview/outcome';
import { drawChange } from '../../preview/picture';
import { createReport, listAccess, type PreviewReport } from '../../preview/report';
import { type RunOptions, runStacks } from '../../preview/run-stacks';
import { createRunFolder } from '../../sandbox/run-folder';
import { BINARY_VARIABLE, findSelectedBinary } from '../../terraform/find-binary';
import type { Diagnostic } from '../../terraform/ui-json';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { findEventFiles } from '../find-event-files';
import { type FleetWords, formatFleet, summarizeFleet } from '../fleet/merge-reports';
import { expectSources } from '../fleet/missing-sources';
import { type FleetOptions, runFleet, worstStatus } from '../fleet/run-fleet';
import {
  addFleetOptions,
  addFormatOptions,
  createOption,
  DEFAULT_SYNTH_FOLDER,
  type FormatOptions,
  parseAddress,
  parseCount,
  parseNetwork,
  rejectMultipleStdin,
  resolveFormat,
} from '../options';
import { PRIVATE_FILE, parseOutputFile, printOrWrite } from '../output-file';
import { loadDuckDb } from '../preview/duckdb';
import { loadStacks, type StackOptions } from '../preview/load-stacks';
import { createProgress } from '../preview/progress';
import { createProviderReader } from '../preview/read-providers';
import { createStateReader } from '../preview/read-state';
import { findTrafficFiles } from '../preview/read-traffic';
import { EVENTS_ENGINES, type EventsEngine, type RecordedFiles } from '../preview/recorded-files';
import { runBacktest } from '../preview/run-backtest';
import { parseInputFile } from '../read-input';

interface Options extends StackOptions, FormatOptions<Format>, FleetOptions {
  readonly mustAdmit: readonly string[];
  readonly mustDeny: readonly string[];
  readonly newAccess: boolean;
  readonly maxNewAddresses?: bigint;
  readonly limit: readonly (readonly [name: string, count: number])[];
  readonly var: readonly string[];
  readonly varFile: readonly string[];
  readonly address: readonly string[];
  readonly events: readonly string[];
  readonly traffic: readonly string[];
  readonly eventsEngine: EventsEngine;
  readonly out?: string;
}

const EXAMPLES = `
Examples:
  netingress preview
  netingress preview --must-admit 203.0.113.0/24 --no-new-access
  netingress preview --dir infrastructure --var-file production.tfvars
  netingress preview --events 'archive/**/*.gz'
  netingress preview --format markdown --out preview.md
  netingress preview --accounts accounts.yaml --account production

${formatExitHelp({ done: 'would apply and passes every gate', failed: 'would be refused, or a gate fails', undecided: 'a part was not read, not previewed or not decided' })}
`;

const FOLDER_PREFIX = 'netingress-preview';

export function previewCommand(context: CliContext): Command {
  const command = new Command('preview')
    .description(
      'Applies a change to a copy of the account, and reports what would be refused, who gets in and who is shut out. Sends only list requests.',
    )
    .addOption(createOption('app', { detail: `default: ${DEFAULT_SYNTH_FOLDER}` }))
    .addOption(createOption('stack'))
    .addOption(createOption('dir', { conflicts: ['app', 'stack'] }))
    .addOption(createOption('must-admit', { detail: 'by every restriction', parse: parseNetwork }))
    .addOption(createOption('must-deny', { detail: 'by any restriction', parse: parseNetwork }))
    .addOption(createOption('no-new-access'))
    .addOption(createOption('max-new-addresses', { parse: parseCount }))
    .addOption(createOption('limit', { parse: parseLimit }))
    .addOption(createOption('var'))
    .addOption(createOption('var-file', { parse: parseInputFile(context) }))
    .addOption(createOption('address', { detail: 'the report says what changes for it', parse: parseAddress }))
    .addOption(
      createOption('events', {
        detail: 'traffic and audit events to test the change with',
      }),
    )
    .addOption(createOption('events-engine', { choices: EVENTS_ENGINES, default: 'stream' }))
    .addOption(createOption('traffic', { detail: 'the change is tested with it, as with --events' }))
    .addOption(createOption('out', { detail: 'default: standard output', parse: parseOutputFile(context) }))
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => runPreview(context, options));
  addFleetOptions(command, ['app', 'stack', 'dir']);
  return addFormatOptions(command, { formats: FORMATS, default: 'text' });
}

async function runPreview(context: CliContext, options: Options): Promise<void> {
  rejectMultipleStdin([...options.events, options.accounts]);
  // Each account tests all events.
  if (options.accounts !== undefined && options.events.includes('-'))
    throw new CliError(
      'With --accounts, --events cannot be standard input (-); expected a file. Write the events to one.',
    );
  if (options.eventsEngine === 'duckdb' && options.events.length === 0)
    throw new CliError('--events-engine duckdb has no events to read; expected --events. Add --events.');
  const recorded = {
    events: await findEventFiles(context, options.events),
    traffic: await findTrafficFiles(context, options.traffic),
  };
  if (options.eventsEngine === 'duckdb') await loadDuckDb();
  if (options.accounts !== undefined) return previewFleet(context, options, recorded);
  const started = performance.now();
  const { report, graph } = await preview(context, options, recorded);
  const { out, stack, dir } = options;
  const named = { selected: stack, isFolder: dir !== undefined };
  const text = await formatPreview({ report, graph, ...named }, resolveFormat(options));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  context.printError(`Read the account with ${report.cost.read_requests} requests; ${seconds} s in all.`);
  await printOrWrite(context, text, { file: out, contents: 'the report', mode: PRIVATE_FILE });
  if (report.exit_status !== 0) throw new CliError(RESULTS[report.result], report.exit_status);
}

const WORDS: FleetWords = {
  title: 'Preview',
  failed: 'refused or with a failed gate',
  done: 'would apply',
  rest: 'without changes',
  folded: ['objects'],
};

async function previewFleet(context: CliContext, options: Options, recorded: RecordedFiles): Promise<void> {
  // Before the accounts, so that it is missing once and not for each of them.
  await findTerraform(context);
  const results = await runFleet(context, options, async (accountContext, { app, dir, stacks }) => {
    if (app === undefined && dir === undefined)
      throw new CliError(
        'The entry has no configuration; expected app or dir. Add one, or select the other accounts with --account.',
      );
    await expectSources({ app, dir, stacks });
    const ofAccount = { ...options, ...omitUndefined({ app, dir }), stack: stacks };
    const { report, graph, unreadable } = await preview(accountContext, ofAccount, recorded);
    if (unreadable !== undefined) throw new CliError(`Cannot read the account: ${unreadable}`, EXIT.undecided);
    const other = report.dangers.find(({ type }) => type === 'other_account');
    if (other) throw new CliError(`The state belongs to another account: ${other.message}`);
    const isFolder = dir !== undefined;
    return { value: { report, graph: keepRelated(graph), isFolder }, status: report.exit_status };
  });
  const text = await formatFleet(results, resolveFormat(options), WORDS, {
    summarize: ({ report, isFolder }) => summarizePreview(report, { isFolder }),
    isShown: ({ report }) => report.objects.length + report.imports.length > 0,
    toReport: ({ report }) => report,
    write: (summary, format, shown) => {
      const graphs = shown.map(({ account, value: { graph } }) => ({ account, graph }));
      return writePreview(summary, mergeGraphs(graphs), { format, marker: formatMarker([]) });
    },
  });
  await printOrWrite(context, text, { file: options.out, contents: 'the report', mode: PRIVATE_FILE });
  const status = worstStatus(results);
  if (status !== EXIT.done) throw new CliError(summarizeFleet(results, WORDS), status);
}

const RESULTS: Readonly<Record<PreviewReport['result'], string>> = {
  applies: '',
  refused: 'The change would be refused.',
  gate_failed: 'A gate failed.',
  incomplete: 'The preview is incomplete.',
};

interface ReadPreview extends Preview {
  /** Why none of the accounts of the change was read. */
  readonly unreadable: string | undefined;
}

async function preview(context: CliContext, options: Options, recorded: RecordedFiles): Promise<ReadPreview> {
  const outcome = await applyToCopy(context, options);
  context.signal.throwIfAborted();
  const backtest = await runBacktest(context, recorded, listAccess(outcome), options.eventsEngine);
  const report = createReport(outcome, {
    createRedact,
    backtest,
    gates: toGates(options),
    namedAddresses: options.address,
    limits: Object.fromEntries(options.limit),
  });
  const isRead = outcome.accounts.some(({ unreadable }) => unreadable === undefined);
  return {
    report,
    graph: drawChange(outcome, report, { createRedact }),
    unreadable: isRead ? undefined : outcome.accounts[0]?.unreadable,
  };
}

async function applyToCopy(context: CliContext, options: Options): Promise<PreviewOutcome> {
  const loaded = await loadStacks(context, options);
  const { env, signal, pid } = context;
  const binary = await findTerraform(context);
  const folder = await createRunFolder(tmpdir(), FOLDER_PREFIX, pid);
  const progress = await createProgress(context);
  try {
    const run: RunOptions = {
      ...loaded,
      binary,
      host: { pid, platform: platform() },
      environment: env,
      planArguments: toPlanArguments(context, options),
      open: (settings) => {
        progress.show(`reading the account at ${String(settings.baseUrl)}`);
        return openAccount(settings, { signal });
      },
      limits: Object.fromEntries(options.limit),
      readState: createStateReader(context, binary),
      readProviders: createProviderReader(context, binary),
      folder: folder.path,
      signal,
      onProgress: progress.show,
    };
    const outcome = await runStacks(run);
    const mistakes = outcome.stacks.flatMap(({ name, mistakes: found }) =>
      found.map((each) => ({ stack: name, ...each })),
    );
    if (mistakes.length > 0) throw new CliError(formatMistakes(mistakes, createRedact(outcome.secrets)));
    return outcome;
  } finally {
    progress.end();
    await folder.remove();
  }
}

/** The program that the project deploys with. Another one could plan something else, so none is fetched. */
async function findTerraform({ env }: CliContext): Promise<string> {
  const { name, binary } = await findSelectedBinary(env);
  if (binary !== undefined) return binary;
  throw new CliError(
    name === undefined
      ? `Neither terraform nor tofu is on the PATH; expected the one that deploys the configuration. Install it, or give its path in ${BINARY_VARIABLE}.`
      : `${BINARY_VARIABLE} is '${name}', which is not on the PATH; expected the program that deploys the configuration. Install it, or correct the variable.`,
  );
}

function formatMistakes(
  mistakes: readonly (Diagnostic & { readonly stack: string })[],
  redact: (text: string) => string,
): string {
  const lines = mistakes.map(({ stack, address, summary, detail }) => {
    const text = [summary, detail.replace(/\s+/g, ' ')].filter((part) => part !== '').join(': ');
    return `  ${address ?? stack}: ${oneLine(redact(text))}`;
  });
  return ['Cannot preview the change, because Terraform rejects it:', ...new Set(lines)].join('\n');
}

function toPlanArguments({ cwd }: CliContext, { var: variables, varFile }: Options): string[] {
  return [...variables.map((value) => `-var=${value}`), ...varFile.map((file) => `-var-file=${resolve(cwd, file)}`)];
}

function toGates({ mustAdmit, mustDeny, newAccess, maxNewAddresses }: Options): Gates {
  return { mustAdmit, mustDeny, noNewAccess: !newAccess, maxNewAddresses };
}

function parseLimit(text: string): [name: string, count: number] {
  const [, name = '', count] = /^([a-z_]+\.per_[a-z]+)=(\d+)$/.exec(text) ?? [];
  const { listLimitNames } =
    require('../../emulator/service/objects/limits') as typeof import('../../emulator/service/objects/limits');
  if (count !== undefined && listLimitNames().includes(name)) return [name, Number(count)];
  throw new InvalidArgumentError(
    `Expected a limit and a number, such as ip_policy_rule.per_policy=100. Limits: ${listLimitNames().join(', ')}.`,
  );
}
