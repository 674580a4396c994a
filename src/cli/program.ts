import { Command, Help, type Option } from 'commander';
import { findPackage } from '../terraform/npm-package';
import type { CliContext } from './context';
import { formatExitHelp } from './failure';

const EXIT_HELP = formatExitHelp({
  failed: 'something was refused, differs, or is not as required',
  undecided: 'something that was asked for is not decided or was not read',
});

type CommandFactory = (context: CliContext) => Command;

/** Commands by name. Only the requested module is loaded: all of them double the start time of the emulator. */
const COMMANDS: Readonly<Record<string, () => CommandFactory>> = {
  access: () => (require('./commands/access') as typeof import('./commands/access')).accessCommand,
  adopt: () => (require('./commands/adopt') as typeof import('./commands/adopt')).adoptCommand,
  ci: () => (require('./commands/ci') as typeof import('./commands/ci')).ciCommand,
  comment: () => (require('./commands/comment') as typeof import('./commands/comment')).commentCommand,
  demo: () => (require('./commands/demo') as typeof import('./commands/demo')).demoCommand,
  doctor: () => (require('./commands/doctor') as typeof import('./commands/doctor')).doctorCommand,
  drift: () => (require('./commands/drift') as typeof import('./commands/drift')).driftCommand,
  emulator: () => (require('./commands/emulator') as typeof import('./commands/emulator')).emulatorCommand,
  events: () => (require('./commands/events') as typeof import('./commands/events')).eventsCommand,
  feeds: () => (require('./commands/feeds') as typeof import('./commands/feeds')).feedsCommand,
  graph: () => (require('./commands/graph') as typeof import('./commands/graph')).graphCommand,
  moves: () => (require('./commands/moves') as typeof import('./commands/moves')).movesCommand,
  preview: () => (require('./commands/preview') as typeof import('./commands/preview')).previewCommand,
  provider: () => (require('./commands/provider') as typeof import('./commands/provider')).providerCommand,
  unseal: () => (require('./commands/unseal') as typeof import('./commands/unseal')).unsealCommand,
  watch: () => (require('./commands/watch') as typeof import('./commands/watch')).watchCommand,
};

export function createProgram(context: CliContext, name: string | undefined): Command {
  const program = new Command('netingress')
    .description(
      'Configuration of a network ingress service as code: Terraform provider, emulator, drift, adoption and graphs.',
    )
    .version(findPackage().version)
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => context.printError(text.trimEnd()),
    })
    .configureHelp({ optionDescription: describeOption })
    .addHelpText('after', `\nExample:\n  netingress demo\n\n${EXIT_HELP}\n`)
    .exitOverride()
    .showHelpAfterError('(run with --help to list the options)');
  const known = name !== undefined && Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS);
  for (const commandName of known) {
    const command = COMMANDS[commandName]?.()(context);
    if (command) program.addCommand(inheritSettings(command, program));
  }
  return program;
}

/** Also for subcommands, which were added before the settings were known. */
function inheritSettings(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheritSettings(child, command);
  return command;
}

/** Omits the default of a repeatable option, which is always the empty list. */
function describeOption(option: Option): string {
  const isEmptyList = Array.isArray(option.defaultValue) && option.defaultValue.length === 0;
  const shown: Option = isEmptyList ? Object.assign(Object.create(option), { defaultValue: undefined }) : option;
  return new Help().optionDescription(shown);
}
