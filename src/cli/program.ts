import { Command, Help, type Option } from 'commander';
import type { CliContext } from '../command/context';
import { type CommandFactory, defineGroup } from '../command/define-command';
import { formatExitHelp } from '../command/failure';
import { findPackage } from '../terraform/npm-package';

const EXIT_HELP = formatExitHelp({
  failed: 'something was refused, differs, or is not as required',
  undecided: 'something that was asked for is not decided or was not read',
});

/**
 * Each module is loaded when its command is created: `netingress drift` does not wait for the modules of the others.
 */
const COMMANDS: Readonly<Record<string, () => CommandFactory>> = {
  access: loadAccess,
  adopt: () => (require('../adopt/command') as typeof import('../adopt/command')).adopt,
  ci: () => (require('../ci/command') as typeof import('../ci/command')).ci,
  demo: () => (require('../demo/command') as typeof import('../demo/command')).demo,
  doctor: () => (require('../doctor/command') as typeof import('../doctor/command')).doctor,
  drift: () => (require('../drift/command') as typeof import('../drift/command')).drift,
  emulator: () => (require('../emulator/command') as typeof import('../emulator/command')).emulator,
  events: () => (require('../archives/command') as typeof import('../archives/command')).events,
  feeds: () => (require('../feeds/command') as typeof import('../feeds/command')).feeds,
  graph: () => (require('../graph/command') as typeof import('../graph/command')).graph,
  moves: () => (require('../moves/command') as typeof import('../moves/command')).moves,
  preview: () => (require('../preview/command') as typeof import('../preview/command')).preview,
  provider: () => (require('../provider-install/command') as typeof import('../provider-install/command')).provider,
  unseal: () => (require('../unseal/command') as typeof import('../unseal/command')).unseal,
  watch: () => (require('../watch/command') as typeof import('../watch/command')).watch,
};

function loadAccess(): CommandFactory {
  const { grant, revoke, list, reap, runWithGrant } =
    require('../grants/command') as typeof import('../grants/command');
  const { check, accessExport } = require('../access-check/command') as typeof import('../access-check/command');
  return defineGroup(
    {
      name: 'access',
      about: 'Who gets in, and temporary access: allow rules that have an end.',
      examples: [
        'netingress access check 203.0.113.7',
        'netingress access grant 203.0.113.7 --policy Offices --for 1h --reason "debug checkout" --ticket OPS-7',
        'netingress access run --policy Offices --address 203.0.113.7 -- ./smoke-test.sh',
        'netingress access list',
        'netingress access reap',
      ],
      details: `A grant is an allow rule with its end in the metadata. The service does not know the end: an overdue rule admits until
a command such as \`netingress access reap\`, or an apply of a netingress_ip_policy_rules, deletes it. Run \`reap\` on a
schedule.`,
      exit: {
        failed: 'the service refused a rule, a deny rule contains the network, or a requirement is not met',
        undecided:
          'the API key was rejected, or the service did not respond, so a part was not read, not done or not decided',
      },
    },
    [grant, revoke, list, reap, check, accessExport, runWithGrant],
  );
}

/** The program with the command `name` only. Without a known name, as for `--help`, it has all commands. */
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

/** Commander does so only for commands that it creates itself. */
function inheritSettings(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheritSettings(child, command);
  return command;
}

/** Omits `(default: [])`: commander would print it for each option with a list of values. */
function describeOption(option: Option): string {
  const isEmptyList = Array.isArray(option.defaultValue) && option.defaultValue.length === 0;
  const shown: Option = isEmptyList ? Object.assign(Object.create(option), { defaultValue: undefined }) : option;
  return new Help().optionDescription(shown);
}
