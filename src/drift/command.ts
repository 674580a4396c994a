import { basename, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { InvalidArgumentError } from 'commander';
import { type CommandClient, withCommandClient } from '../command/command-client';
import { type CliContext, CliError } from '../command/context';
import { defineCommand } from '../command/define-command';
import type { FleetAccount } from '../command/fleet/accounts-file';
import type { AccountReport } from '../command/fleet/each-account';
import { expectSources } from '../command/fleet/missing-sources';
import { streamDatedEvents } from '../command/inputs/event-files';
import { findEventFiles } from '../command/inputs/find-event-files';
import { findSourceFile, type Inputs, loadInputs } from '../command/inputs/load-inputs';
import { warnOfNewerSource } from '../command/inputs/newer-sources';
import { APP_DETAIL, type OptionUses, type OptionValues } from '../command/options';
import { runStep } from '../command/progress';
import { html, json, markdown, sarif, textFormat } from '../command/report';
import { formatStateSource } from '../model/inventory';
import { PROVIDER_ATTRIBUTES } from '../model/provider-config';
import type { UncheckedResource } from '../objects/other-accounts';
import { formatScope } from '../report/section';
import { recordChanges } from './attribution/recorded-changes';
import { FINDING_TYPES, type FindingType } from './compare/finding';
import { type DetectOptions, detect } from './detect';
import { type ExitPolicy, evaluateReport } from './exit-status';
import { describeDrift, RULES } from './formats/describe-drift';
import { readIgnoreFile } from './read-ignore-file';
import { repair } from './repair';
import { type Drift, omitUnchecked } from './report/report';
import { createSpillFile, type SpillFile } from './spill-file';

const OPTIONS = {
  app: { detail: APP_DETAIL },
  stack: {},
  dir: { detail: 'its state is compared', conflicts: ['app', 'stack', 'state'] },
  state: { detail: 'default: the states of the stacks, without an app that of the current folder' },
  events: { detail: 'they show who made a change' },
  'own-key': {},
  ignore: {},
  'fail-on': { detail: `${FINDING_TYPES.join(', ')}; default: all`, parse: parseType },
  repair: {},
} as const satisfies OptionUses;

type Options = OptionValues<typeof OPTIONS>;

export const drift = defineCommand({
  name: 'drift',
  about:
    'Reports differences between the account, the states and the configuration, and who caused them. Read-only without --repair.',
  examples: [
    'netingress drift',
    'netingress drift --events audit.ndjson --format markdown --out drift.md',
    'netingress drift --dir infrastructure',
    'terraform state pull | netingress drift --state -',
    'netingress drift --accounts accounts.yaml --format markdown --out drift.md',
  ],
  exit: {
    done: 'in sync, or only differences that --fail-on does not name',
    failed: 'differences',
    undecided: 'a part was not read',
  },
  options: OPTIONS,
  formats: { text: textFormat, json, markdown, sarif: sarif(RULES), html },
  out: { contents: 'the report' },
  perAccount: {
    conflicts: ['app', 'stack', 'dir', 'state', 'repair'],
    title: 'Drift',
    failed: 'with differences',
    done: 'in sync',
    advice: `A remedy needs ${PROVIDER_ATTRIBUTES.base_url.env} and ${PROVIDER_ATTRIBUTES.api_key.env} of its account. Run it in the folder of the accounts file, and terraform without -chdir in the folder of its configuration.`,
  },
  async run(context, { options, eachAccount }) {
    const spill = createSpillFile();
    const hasEvents = options.events.length > 0;
    if (hasEvents) keepHeapSmall();
    try {
      const read: ReadOptions = {
        ...(await readDetectOptions(context, options, spill)),
        policy: options.failOn.length > 0 ? { failOn: options.failOn } : {},
      };
      const compared: ComparedAccount[] = [];
      return await eachAccount((accountContext, account) =>
        withCommandClient(accountContext, (client) =>
          account === undefined
            ? driftHere(accountContext, client, options, read)
            : driftAccount(accountContext, client, account, read, compared),
        ),
      );
    } finally {
      spill.close();
      if (hasEvents) letHeapGrow();
    }
  },
});

interface ReadOptions extends DetectOptions {
  readonly policy: ExitPolicy;
}

/**
 * By default V8 lets the heap grow to several times the size of the few events that are in use at a time. The numbers
 * are chosen: small steps of growth.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Restores V8's defaults, for callers that run several commands in one process. A flag of NODE_OPTIONS is not restored.
 */
function letHeapGrow(): void {
  setFlagsFromString('--heap-growing-percent=0');
  setFlagsFromString('--semi-space-growth-factor=2');
}

async function driftHere(
  context: CliContext,
  client: CommandClient,
  options: Options,
  read: ReadOptions,
): Promise<AccountReport> {
  const started = performance.now();
  if (options.dir === undefined) await warnOfNewerSource(context, options.app);
  const detection = await loadAndDetect(context, client, options, read);
  const found = options.repair ? await repairAndDetect(context, client, options, read, detection) : detection;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { requests, pages } = found.drift.report.usage;
  return {
    ...reportDetection(found, read, findSourceFile(context, options)),
    before: [`Read the account with ${requests} requests (${pages} pages); ${seconds} s in all.`],
  };
}

interface ComparedAccount {
  readonly account: FleetAccount;
  readonly unchecked: readonly UncheckedResource[];
  readonly managesObjects: boolean;
}

/** Compares one of several accounts, and adds it to `compared`. Several accounts may have objects of one state. */
async function driftAccount(
  context: CliContext,
  client: CommandClient,
  account: FleetAccount,
  read: ReadOptions,
  compared: ComparedAccount[],
): Promise<AccountReport> {
  const { app, dir, stacks, states } = account;
  await expectSources(account);
  if (app !== undefined) await warnOfNewerSource(context, app);
  const inputs = await loadInputs(
    context,
    { app, dir, stack: stacks, state: states, hasNoDefaultApp: true },
    'app, dir or states in the accounts file',
  );
  const found = await detect(context, client, inputs, read);
  const other = found.report.incomplete.find(({ reason }) => reason === 'other_account');
  if (other) throw new CliError(`The state belongs to another account: ${other.message}`);
  const detection = { drift: found, inputs, scope: describeScope(context, client, inputs) };
  const sourceFile = findSourceFile(context, account);
  const report = reportDetection(detection, read, sourceFile);
  const { unchecked } = found;
  const own: ComparedAccount = { account, unchecked, managesObjects: found.report.coverage.total.managed > 0 };
  compared.push(own);
  // If the account has no object of the states, they may be those of another account: then all stays unchecked.
  if (unchecked.length === 0 || !own.managesObjects) return report;
  return {
    ...report,
    afterAll: () => {
      const drift = omitUnchecked(found, (resource) => compared.some((other) => hasCompared(other, own, resource)));
      return reportDetection({ ...detection, drift }, read, sourceFile);
    },
  };
}

function hasCompared(other: ComparedAccount, own: ComparedAccount, { address, source }: UncheckedResource): boolean {
  const [a, b] = [other, own].map(({ account: { app, dir, stacks, states } }) => ({ app, dir, stacks, states }));
  return (
    other !== own &&
    other.managesObjects &&
    isDeepStrictEqual(a, b) &&
    !other.unchecked.some((each) => each.address === address && each.source === source)
  );
}

function reportDetection(
  { drift: found, scope }: Detection,
  { policy }: ReadOptions,
  sourceFile: string,
): AccountReport {
  return { report: describeDrift(found, { policy, scope, sourceFile }), ...evaluateReport(found.report, policy) };
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
  // A folder of `--dir`, in which Terraform runs, has no name of a stack.
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
  const dir = options.dir === undefined ? undefined : resolve(context.cwd, options.dir);
  const inputs = await runStep(context, 'read configuration and states', () =>
    loadInputs(context, { ...options, dir }, '--app, --dir or --state'),
  );
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
  const type = FINDING_TYPES.find((findingType) => findingType === text);
  if (type) return type;
  throw new InvalidArgumentError(`Unknown type '${text}'; expected one of ${FINDING_TYPES.join(', ')}.`);
}
