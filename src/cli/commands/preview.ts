import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Gates } from '../../access/gates';
import { openAccount } from '../../account/open-account';
import { createDownload } from '../../client/http/download';
import { createRedact } from '../../client/redact';
import { parseCidr, parseIp } from '../../model/ip/cidr';
import { oneLine } from '../../model/text';
import { FORMATS, type Format, formatPreview } from '../../preview/formats';
import type { PreviewOutcome } from '../../preview/outcome';
import { createReport, listAccess, type PreviewReport } from '../../preview/report';
import { type RunOptions, runStacks } from '../../preview/run-stacks';
import { createRunFolder } from '../../sandbox/run-folder';
import { ensureTerraform } from '../../terraform/ensure-terraform';
import type { Diagnostic } from '../../terraform/ui-json';
import { type CliContext, CliError } from '../context';
import { collect } from '../options';
import { PRIVATE_FILE, printOrWrite } from '../output-file';
import { loadStacks, type StackOptions } from '../preview/load-stacks';
import { findOwnAddresses } from '../preview/own-addresses';
import { createProgress } from '../preview/progress';
import { createProviderReader } from '../preview/read-providers';
import { createStateReader } from '../preview/read-state';
import { runBacktest } from '../preview/run-backtest';

interface Options extends StackOptions {
  readonly mustAdmit?: readonly string[];
  readonly mustDeny?: readonly string[];
  readonly newAccess: boolean;
  readonly maxNewAddresses?: bigint;
  readonly limit: Readonly<Record<string, number>>;
  readonly var: readonly string[];
  readonly varFile: readonly string[];
  readonly ownAddress: readonly string[];
  readonly events: readonly string[];
  readonly format: Format;
  readonly json?: boolean;
  readonly out?: string;
}

const EXAMPLES = `
Examples:
  netingress preview
  netingress preview --must-admit 203.0.113.0/24 --no-new-access
  netingress preview --dir infrastructure --var-file production.tfvars
  netingress preview --format markdown --out preview.md

Exit status: 0 would apply and passes every gate, 1 a mistake in the command or its inputs, 2 would be refused or a gate
fails, 3 a part was not read, not previewed or not decided.
`;

const FOLDER_PREFIX = 'netingress-preview';

export function previewCommand(context: CliContext): Command {
  return new Command('preview')
    .description(
      'Applies a change to a copy of the account, and reports what would be refused, who gets in and who is shut out. Sends only list requests.',
    )
    .option('--app <folder>', 'folder that `cdktf synth` wrote (default: "cdktf.out")')
    .option('--stack <name>', 'previews only this stack; repeatable', collect, [])
    .option('--dir <folder>', 'folder of Terraform configuration in HCL, instead of an app')
    .option('--must-admit <networks...>', 'networks that every restriction must admit', parseNetworks)
    .option('--must-deny <networks...>', 'networks that every restriction must deny', parseNetworks)
    .option(
      '--no-new-access',
      'no restriction or public endpoint may admit an address in a case in which it did not before',
    )
    .option(
      '--max-new-addresses <number>',
      'largest number of addresses that a restriction or public endpoint newly admits',
      parseCount,
    )
    .option(
      '--limit <name=number>',
      'a limit of the account, such as ip_policy_rule.per_policy=100; repeatable',
      parseLimit,
      {},
    )
    .option('--var <name=value>', 'value of a Terraform variable; repeatable', collect, [])
    .option('--var-file <file>', 'file with values of Terraform variables; repeatable', collect, [])
    .option('--own-address <address>', 'address from which you reach the service; repeatable', collectAddress, [])
    .option('--events <file>', 'recorded traffic and audit events, to test the change with; repeatable', collect, [])
    .addOption(new Option('--format <format>', 'format of the report').choices(FORMATS).default('terminal'))
    .option('--json', 'same as --format json')
    .option('--out <file>', 'writes the report to a file instead of standard output')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => runPreview(context, options));
}

async function runPreview(context: CliContext, options: Options): Promise<void> {
  const started = performance.now();
  const report = await preview(context, options);
  const { format, json, out, stack } = options;
  const text = formatPreview(report, json ? 'json' : format, stack);
  await printOrWrite(context, text, { file: out, contents: 'the report', mode: PRIVATE_FILE });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  context.printError(`Read the account with ${report.cost.read_requests} requests; ${seconds} s in all.`);
  if (report.exit_status !== 0) throw new CliError(RESULTS[report.result], report.exit_status);
}

const RESULTS: Readonly<Record<PreviewReport['result'], string>> = {
  applies: '',
  refused: 'The change would be refused.',
  gate_failed: 'A gate failed.',
  incomplete: 'The preview is incomplete.',
};

async function preview(context: CliContext, options: Options): Promise<PreviewReport> {
  const outcome = await applyToCopy(context, options);
  context.signal.throwIfAborted();
  const backtest = await runBacktest(context, options.events, listAccess(outcome));
  return createReport(outcome, {
    createRedact,
    backtest,
    gates: toGates(options),
    ownAddresses: options.ownAddress.length > 0 ? options.ownAddress : findOwnAddresses(),
    limits: options.limit,
  });
}

async function applyToCopy(context: CliContext, options: Options): Promise<PreviewOutcome> {
  const loaded = await loadStacks(context, options);
  const { env, cwd, signal, pid } = context;
  const binary = await ensureTerraform({
    env,
    cwd,
    signal,
    onDownload: context.printError,
    download: createDownload(env),
  });
  const folder = await createRunFolder(tmpdir(), FOLDER_PREFIX, pid);
  const progress = await createProgress(context);
  try {
    const run: RunOptions = {
      ...loaded,
      binary,
      host: { pid, platform: process.platform },
      environment: env,
      planArguments: toPlanArguments(context, options),
      open: (settings) => {
        progress.show(`reading the account at ${String(settings.baseUrl)}`);
        return openAccount(settings, { signal });
      },
      limits: options.limit,
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

function toGates({ mustAdmit = [], mustDeny = [], newAccess, maxNewAddresses }: Options): Gates {
  return { mustAdmit, mustDeny, noNewAccess: !newAccess, maxNewAddresses };
}

function parseNetworks(text: string, previous: readonly string[] = []): string[] {
  const parsed = parseCidr(text);
  if ('problem' in parsed) throw new InvalidArgumentError(`'${text}' ${parsed.problem}; expected ${parsed.expected}.`);
  return [...previous, parsed.canonical];
}

function collectAddress(text: string, previous: readonly string[] = []): string[] {
  if (!parseIp(text)) throw new InvalidArgumentError('Expected one IPv4 or IPv6 address without mask or zone.');
  return [...previous, text];
}

function parseCount(text: string): bigint {
  if (/^\d+$/.test(text)) return BigInt(text);
  throw new InvalidArgumentError('Expected an integer of 0 or more.');
}

function parseLimit(text: string, previous: Readonly<Record<string, number>>): Record<string, number> {
  const [, name = '', count] = /^([a-z_]+\.per_[a-z]+)=(\d+)$/.exec(text) ?? [];
  const { listLimitNames } = require('../../emulator/objects/limits') as typeof import('../../emulator/objects/limits');
  if (count !== undefined && listLimitNames().includes(name)) return { ...previous, [name]: Number(count) };
  throw new InvalidArgumentError(
    `Expected a limit and a number, such as ip_policy_rule.per_policy=100. Limits: ${listLimitNames().join(', ')}.`,
  );
}
