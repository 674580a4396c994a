import { Command } from 'commander';
import { EXIT } from '../../model/exit-status';
import { type CliContext, CliError } from '../context';
import { checkCdktf } from '../doctor/cdktf';
import { type Check, exitStatusOf, formatChecks } from '../doctor/check';
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
  context.print(format === 'json' ? JSON.stringify({ checks }, null, 2) : formatChecks(checks));
  const status = exitStatusOf(checks);
  if (status === EXIT.failed) throw new CliError('A check failed; see FAIL above.', status);
  if (status === EXIT.undecided) throw new CliError('A check was skipped; see skip above.', status);
}
