import { Command, Option } from 'commander';
import { CliError, EXIT } from '../cli-error';
import type { CliContext } from '../context';
import { checkCdktf } from '../doctor/cdktf';
import { type Check, checksStatus, checksText } from '../doctor/check';
import { checkCliConfiguration } from '../doctor/cli-configuration';
import { checkNode } from '../doctor/node';
import { checkService } from '../doctor/service';
import { checkEngine } from '../doctor/terraform';

interface Options {
  readonly format: 'terminal' | 'json';
  readonly json?: boolean;
}

const examples = `
Examples:
  netingress doctor
  netingress doctor --format json

Exit status: 0 all is well, warnings aside; 1 something must be done; 3 something could not be looked at.
`;

/** `netingress doctor`: what stands in the way of a deployment, and what to do about it. Changes nothing. */
export function doctorCommand(context: CliContext): Command {
  return new Command('doctor')
    .description(
      'Looks at everything that a deployment needs, and says what to do about what is missing. Changes nothing.',
    )
    .addOption(
      new Option('--format <format>', 'how to write the report').choices(['terminal', 'json']).default('terminal'),
    )
    .option('--json', 'short for --format json')
    .addHelpText('after', examples)
    .action((options: Options) => runDoctor(context, options.json === true ? 'json' : options.format));
}

async function runDoctor(context: CliContext, format: Options['format']): Promise<void> {
  const node = await checkNode(context);
  const [engine, service] = await Promise.all([checkEngine(context), checkService(context)]);
  const cdktf = checkCdktf(context, node[0]?.found ?? '');
  const checks: readonly Check[] = [...node, engine, ...cdktf, ...checkCliConfiguration(context), ...service];
  context.out(format === 'json' ? JSON.stringify({ checks }, null, 2) : checksText(checks));
  const status = checksStatus(checks);
  if (status === EXIT.error) throw new CliError('Something must be done first; see FAIL above.', status);
  if (status === EXIT.incomplete) throw new CliError('Not everything could be looked at; see skip above.', status);
}
