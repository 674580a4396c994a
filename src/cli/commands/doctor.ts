import { Command } from 'commander';
import { EXIT } from '../../model/exit-status';
import { toJson } from '../../report/json';
import { toText } from '../../report/text';
import { type CliContext, CliError } from '../context';
import { checkCdktf } from '../doctor/cdktf';
import { type Check, exitStatusOf, summarizeChecks } from '../doctor/check';
import { checkTerraformCliConfiguration } from '../doctor/cli-configuration';
import { checkGeneratedClasses } from '../doctor/generated-classes';
import { checkNode } from '../doctor/node';
import { checkService } from '../doctor/service';
import { checkTerraform } from '../doctor/terraform';
import { formatExitHelp } from '../failure';
import { type FleetWords, mergeSummaries, summarizeFleet, toFleetReport } from '../fleet/merge-reports';
import { type FleetOptions, nameMembers, runFleet, worstStatus } from '../fleet/run-fleet';
import { addFleetOptions, addFormatOptions, type FormatOptions, resolveFormat } from '../options';

type Format = 'text' | 'json';

interface Options extends FormatOptions<Format>, FleetOptions {}

const WORDS: FleetWords = { title: 'Accounts', failed: 'failed', done: 'ok' };

const EXAMPLES = `
Examples:
  netingress doctor
  netingress doctor --format json
  netingress doctor --accounts accounts.yaml

${formatExitHelp({ done: 'every check is ok or a warning', failed: 'a check failed', undecided: 'a check was skipped' })}
`;

export function doctorCommand(context: CliContext): Command {
  const command = new Command('doctor')
    .description('Checks the requirements of a deployment and suggests how to meet them. Read-only.')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => runDoctor(context, options));
  addFleetOptions(command);
  return addFormatOptions(command, { formats: ['text', 'json'], default: 'text' });
}

async function runDoctor(context: CliContext, options: Options): Promise<void> {
  const format = resolveFormat(options);
  if (options.accounts !== undefined) return checkFleet(context, options, format);
  const [machine, service] = await Promise.all([checkMachine(context), checkService(context)]);
  const checks = [...machine, ...service];
  const summary = summarizeChecks(checks);
  context.print((format === 'json' ? toJson({ checks }) : toText(summary)).trimEnd());
  const status = exitStatusOf(checks);
  if (status !== EXIT.done) throw new CliError(summary.result, status);
}

async function checkMachine(context: CliContext): Promise<readonly Check[]> {
  const node = await checkNode(context);
  const [terraform, configuration] = await Promise.all([
    checkTerraform(context),
    checkTerraformCliConfiguration(context),
  ]);
  const cdktf = await checkCdktf(context, node.version);
  return [...node.checks, ...terraform, ...cdktf, ...checkGeneratedClasses(context), ...configuration];
}

/** This machine once, and then each account. */
async function checkFleet(context: CliContext, options: Options, format: Format): Promise<void> {
  const results = await runFleet(context, options, async (accountContext, account) => {
    const checks = (await checkService(accountContext, account)).map(
      ({ found, advice, ...check }): Check => ({
        ...check,
        found: nameMembers(found),
        ...(advice !== undefined && { advice: nameMembers(advice) }),
      }),
    );
    return { value: checks, status: exitStatusOf(checks) };
  });
  const machine = await checkMachine(context);
  const status = worstStatus([...results, { status: exitStatusOf(machine) }]);
  const toReport = (checks: readonly Check[]) => ({ checks });
  const text =
    format === 'json'
      ? toJson({ checks: machine, ...toFleetReport(results, toReport), exit_status: status })
      : `${toText(summarizeChecks(machine))}\n${toText(mergeSummaries(results, WORDS, { summarize: summarizeChecks }).summary)}`;
  context.print(text.trimEnd());
  if (status === EXIT.done) return;
  const accounts = summarizeFleet(results, WORDS);
  const ofMachine = exitStatusOf(machine) === EXIT.done ? '' : ' A check of this machine is not ok; see above.';
  throw new CliError(`${accounts}${ofMachine}`, status);
}
