import { Command, Option } from 'commander';
import { type CliContext, CliError, EXIT } from '../context';
import { checkCdktf } from '../doctor/cdktf';
import { type Check, exitStatusOf, formatChecks } from '../doctor/check';
import { checkTerraformCliConfiguration } from '../doctor/cli-configuration';
import { checkNode } from '../doctor/node';
import { checkService } from '../doctor/service';
import { checkTerraform } from '../doctor/terraform';

interface Options {
  readonly format: 'terminal' | 'json';
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  netingress doctor
  netingress doctor --format json

Exit status: 0 every check is ok or a warning, 1 a check failed, 3 no check failed but one was skipped.
`;

export function doctorCommand(context: CliContext): Command {
  return new Command('doctor')
    .description('Checks the requirements of a deployment and suggests how to meet them. Read-only.')
    .addOption(
      new Option('--format <format>', 'format of the report').choices(['terminal', 'json']).default('terminal'),
    )
    .option('--json', 'same as --format json')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => runDoctor(context, options.json === true ? 'json' : options.format));
}

async function runDoctor(context: CliContext, format: Options['format']): Promise<void> {
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
  if (status === EXIT.error) throw new CliError('A check failed; see FAIL above.', status);
  if (status === EXIT.incomplete) throw new CliError('A check was skipped; see skip above.', status);
}
