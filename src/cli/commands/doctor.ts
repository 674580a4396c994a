import { Command } from 'commander';
import { EXIT } from '../../model/exit-status';
import { toJson } from '../../report/json';
import { toText } from '../../report/text';
import { type CliContext, CliError } from '../context';
import { checkCdktf } from '../doctor/cdktf';
import { type Check, exitStatusOf, summarizeChecks } from '../doctor/check';
import { checkTerraformCliConfiguration } from '../doctor/cli-configuration';
import { checkNode } from '../doctor/node';
import { checkService } from '../doctor/service';
import { checkTerraform } from '../doctor/terraform';
import { formatExitHelp } from '../failure';
import { addFormatOptions, type FormatOptions, resolveFormat } from '../options';

type Format = 'text' | 'json';

const EXAMPLES = `
Examples:
  netingress doctor
  netingress doctor --format json

${formatExitHelp({ done: 'every check is ok or a warning', failed: 'a check failed', undecided: 'a check was skipped' })}
`;

export function doctorCommand(context: CliContext): Command {
  const command = new Command('doctor')
    .description('Checks the requirements of a deployment and suggests how to meet them. Read-only.')
    .addHelpText('after', EXAMPLES)
    .action((options: FormatOptions<Format>) => runDoctor(context, resolveFormat(options)));
  return addFormatOptions(command, { formats: ['text', 'json'], default: 'text' });
}

async function runDoctor(context: CliContext, format: Format): Promise<void> {
  const node = await checkNode(context);
  const [terraform, configuration, service] = await Promise.all([
    checkTerraform(context),
    checkTerraformCliConfiguration(context),
    checkService(context),
  ]);
  const cdktf = await checkCdktf(context, node.version);
  const checks: readonly Check[] = [...node.checks, terraform, ...cdktf, ...configuration, ...service];
  const summary = summarizeChecks(checks);
  context.print((format === 'json' ? toJson({ checks }) : toText(summary)).trimEnd());
  const status = exitStatusOf(checks);
  if (status !== EXIT.done) throw new CliError(summary.result, status);
}
