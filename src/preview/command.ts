/** `netingress preview`: applies a change to a copy of the account, and reports the outcome. */
import { platform, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { Gates } from '../access-review/gates';
import { openAccount } from '../account/open-account';
import { type CliContext, CliError } from '../command/context';
import { defineCommand } from '../command/define-command';
import type { FleetAccount } from '../command/fleet/accounts-file';
import type { AccountReport } from '../command/fleet/each-account';
import { expectSources } from '../command/fleet/missing-sources';
import { findEventFiles } from '../command/inputs/find-event-files';
import { checkInputFile } from '../command/inputs/read-input';
import {
  DEFAULT_SYNTH_FOLDER,
  type OptionUses,
  type OptionValues,
  parseCount,
  parseIpAddress,
  parseNetwork,
} from '../command/options';
import { html, json, markdown, textFormat } from '../command/report';
import type { Graph } from '../graph/graph';
import { EXIT } from '../model/exit-status';
import { oneLine } from '../model/text';
import { createRunFolder } from '../sandbox/run-folder';
import { BINARY_VARIABLE, findSelectedBinary } from '../terraform/find-binary';
import type { Diagnostic } from '../terraform/ui-json';
import type { Words } from '../values/words';
import { loadDuckDb } from './duckdb';
import { describePreview } from './formats/describe-preview';
import { loadStacks } from './load-stacks';
import type { PreviewOutcome } from './outcome';
import { graphFromChange } from './picture';
import { createProviderReader } from './read-providers';
import { createStateReader } from './read-state';
import { findTrafficFiles } from './read-traffic';
import { EVENTS_ENGINES, type RecordedFiles } from './recorded-files';
import { createReport, listAccess, type PreviewReport } from './report';
import { runBacktest } from './run-backtest';
import { type PreviewRunOptions, runStacks } from './run-stacks';
import { createProgress } from './show-progress';

const FOLDER_PREFIX = 'netingress-preview';

const OPTIONS = {
  app: { detail: `default: ${DEFAULT_SYNTH_FOLDER}` },
  stack: {},
  dir: { conflicts: ['app', 'stack'] },
  'must-admit': { detail: 'by every restriction', parse: parseNetwork },
  'must-deny': { detail: 'by any restriction', parse: parseNetwork },
  'no-new-access': {},
  'max-new-addresses': { parse: parseCount },
  limit: { parse: parseLimit },
  var: {},
  'var-file': { parse: checkInputFile },
  address: { detail: 'the report says what changes for it', parse: parseIpAddress },
  events: { detail: 'traffic and audit events to test the change with' },
  'events-engine': { choices: EVENTS_ENGINES, default: 'stream' },
  traffic: { detail: 'the change is tested with it, as with --events' },
} as const satisfies OptionUses;

type Options = OptionValues<typeof OPTIONS>;

export const preview = defineCommand({
  name: 'preview',
  about:
    'Applies a change to a copy of the account, and reports what would be refused, who gets in and who is shut out. The account gets only GET requests.',
  examples: [
    'netingress preview',
    'netingress preview --must-admit 203.0.113.0/24 --no-new-access',
    'netingress preview --dir infrastructure --var-file production.tfvars',
    "netingress preview --events 'archive/**/*.gz'",
    'netingress preview --format markdown --out preview.md',
    'netingress preview --accounts accounts.yaml --account production',
  ],
  exit: {
    done: 'would apply and passes every gate',
    failed: 'would be refused, or a gate fails',
    undecided: 'a part was not read, not previewed or not decided',
  },
  options: OPTIONS,
  formats: { text: textFormat, json, markdown, html },
  out: { contents: 'the report' },
  perAccount: {
    conflicts: ['app', 'stack', 'dir'],
    title: 'Preview',
    failed: 'refused or with a failed gate',
    done: 'would apply',
    rest: 'without changes',
    folded: ['objects'],
  },
  async run(context, { options, isMerged, eachAccount }) {
    // Each entry of `--accounts` reads the events again.
    if (isMerged && options.events.includes('-'))
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
    // So that a missing program is reported once and not for each account.
    if (isMerged) await findTerraform(context);
    return eachAccount((accountContext, account) =>
      account === undefined
        ? previewHere(accountContext, options, recorded)
        : previewAccount(accountContext, account, options, recorded),
    );
  },
});

/** Without `--accounts`: the accounts that the configuration and the environment name. */
async function previewHere(context: CliContext, options: Options, recorded: RecordedFiles): Promise<AccountReport> {
  const started = performance.now();
  const { report, draw } = await readPreview(context, options, recorded);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return {
    report: describePreview(report, draw, { selected: options.stack, isFolder: options.dir !== undefined }),
    status: report.exit_status,
    message: RESULTS[report.result],
    before: [`Read the account with ${report.cost.read_requests} requests; ${seconds} s in all.`],
  };
}

async function previewAccount(
  context: CliContext,
  { app, dir, stacks }: FleetAccount,
  options: Options,
  recorded: RecordedFiles,
): Promise<AccountReport> {
  if (app === undefined && dir === undefined)
    throw new CliError(
      'The entry has no configuration; expected app or dir. Add one, or select the other accounts with --account.',
    );
  await expectSources({ app, dir, stacks });
  const { report, draw, unreadable } = await readPreview(context, { ...options, app, dir, stack: stacks }, recorded);
  if (unreadable !== undefined) throw new CliError(`Cannot read the account: ${unreadable}`, EXIT.undecided);
  const other = report.dangers.find(({ type }) => type === 'other_account');
  if (other) throw new CliError(`The state belongs to another account: ${other.message}`);
  return {
    report: describePreview(report, draw, { isFolder: dir !== undefined }),
    status: report.exit_status,
    isShown: report.objects.length + report.imports.length > 0,
  };
}

const RESULTS: Readonly<Record<PreviewReport['result'], string>> = {
  applies: '',
  refused: 'The change would be refused.',
  gate_failed: 'A gate failed.',
  incomplete: 'The preview is incomplete.',
};

interface ReadPreview {
  readonly report: PreviewReport;
  readonly draw: () => Graph;
  /** Why no account of the change was read; undefined if one was, or if the change uses none. */
  readonly unreadable: string | undefined;
}

async function readPreview(context: CliContext, options: Options, recorded: RecordedFiles): Promise<ReadPreview> {
  const outcome = await applyToCopy(context, options);
  context.signal.throwIfAborted();
  const backtest = await runBacktest(context, recorded, listAccess(outcome), options.eventsEngine);
  const report = createReport(outcome, {
    backtest,
    gates: toGates(options),
    namedAddresses: options.address,
    limits: Object.fromEntries(options.limit),
  });
  const isRead = outcome.accounts.some(({ unreadable }) => unreadable === undefined);
  return {
    report,
    draw: () => graphFromChange(outcome, report),
    unreadable: isRead ? undefined : outcome.accounts[0]?.unreadable,
  };
}

async function applyToCopy(context: CliContext, options: Options): Promise<PreviewOutcome> {
  const loaded = await loadStacks(context, options);
  const { env, settingsSource, signal, pid } = context;
  const binary = await findTerraform(context);
  const folder = await createRunFolder(tmpdir(), FOLDER_PREFIX, pid);
  const progress = await createProgress(context);
  try {
    const run: PreviewRunOptions = {
      ...loaded,
      binary,
      host: { pid, platform: platform() },
      environment: env,
      planArguments: toPlanArguments(context, options),
      open: (settings) => {
        progress.show(`reading the account at ${String(settings.baseUrl)}`);
        return openAccount(settings, { signal, settingsSource });
      },
      limits: Object.fromEntries(options.limit),
      readState: createStateReader(context, binary),
      readProviders: createProviderReader(context, binary, folder.path),
      folder: folder.path,
      signal,
      onProgress: progress.show,
    };
    const outcome = await runStacks(run);
    const mistakes = outcome.stacks.flatMap(({ name, mistakes: found }) =>
      found.map((each) => ({ stack: name, ...each })),
    );
    if (mistakes.length > 0) throw new CliError(formatMistakes(mistakes));
    return outcome;
  } finally {
    progress.end();
    await folder.remove();
  }
}

/** None is fetched: the project may deploy with another version, which plans otherwise. */
async function findTerraform({ env }: CliContext): Promise<string> {
  const { name, binary } = await findSelectedBinary(env);
  if (binary !== undefined) return binary;
  throw new CliError(
    name === undefined
      ? `Neither terraform nor tofu is on the PATH; expected the one that deploys the configuration. Install it, or give its path in ${BINARY_VARIABLE}.`
      : `${BINARY_VARIABLE} is '${name}', which is not on the PATH; expected the program that deploys the configuration. Install it, or correct the variable.`,
  );
}

function formatMistakes(mistakes: readonly (Diagnostic & { readonly stack: string })[]): Words {
  const lines = mistakes.map(({ stack, address, summary, detail }) => {
    const text = [summary, detail].filter((part) => part !== '').join(': ');
    return `  ${address ?? stack}: ${oneLine(text)}`;
  });
  return ['Cannot preview the change, because Terraform rejects it:', ...lines].join('\n');
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
    require('../emulator/service/objects/limits') as typeof import('../emulator/service/objects/limits');
  if (count !== undefined && listLimitNames().includes(name)) return [name, Number(count)];
  throw new InvalidArgumentError(
    `Expected a limit and a number, such as ip_policy_rule.per_policy=100. Limits: ${listLimitNames().join(', ')}.`,
  );
}
