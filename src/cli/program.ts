import { Command } from 'commander';
import { adoptCommand } from './commands/adopt';
import { checkIpCommand } from './commands/check-ip';
import { demoCommand } from './commands/demo';
import { doctorCommand } from './commands/doctor';
import { driftCommand } from './commands/drift';
import { emulatorCommand } from './commands/emulator';
import { providerCommand } from './commands/provider';
import { watchCommand } from './commands/watch';
import type { CliContext } from './context';
import { packageVersion } from './package';

/** The command line; each command is built by the file named for it. */
export function createProgram(context: CliContext): Command {
  const program = new Command('netingress')
    .description('Configuration of a network ingress service as code: emulator, provider and demonstration.')
    .version(packageVersion())
    .configureOutput({
      writeOut: (text) => context.out(text.trimEnd()),
      writeErr: (text) => context.err(text.trimEnd()),
    })
    .addHelpText('after', '\nExample:\n  netingress demo\n')
    .exitOverride()
    .showHelpAfterError('(add --help for what can be given)');
  for (const command of [
    adoptCommand(context),
    checkIpCommand(context),
    demoCommand(context),
    doctorCommand(context),
    driftCommand(context),
    emulatorCommand(context),
    providerCommand(context),
    watchCommand(context),
  ]) {
    program.addCommand(command.copyInheritedSettings(program));
  }
  return program;
}
