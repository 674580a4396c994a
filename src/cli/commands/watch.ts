import { resolve } from 'node:path';
import { Command } from 'commander';
import { evaluateEvent } from '../../drift/evaluate-event';
import { decideExit, EXIT } from '../../model/exit-status';
import { formatCount } from '../../model/text';
import { toCompactJson } from '../../report/json';
import { type CliContext, CliError } from '../context';
import { readEvents } from '../event-files';
import { formatExitHelp } from '../failure';
import { APP_DETAIL, createOption, rejectMultipleStdin } from '../options';
import { readCheckpoint, writeCheckpoint } from '../watch/checkpoint';
import { followConfigurationAndStates } from '../watch/current-inputs';
import { followEmulator, readEmulator } from '../watch/follow-emulator';
import { followFile } from '../watch/follow-file';
import { type Batch, type Position, readEventsFromStdin } from '../watch/source';

/** The control token is a secret, which an environment variable keeps out of the process list. */
const CONTROL_TOKEN = 'NETINGRESS_CONTROL_TOKEN';

interface Options {
  readonly app?: string;
  readonly state: readonly string[];
  readonly events?: string;
  readonly emulator?: string;
  readonly ownKey: readonly string[];
  readonly checkpoint?: string;
  readonly once?: true;
}

const EXAMPLES = `
Examples:
  netingress watch --events /var/log/ingress/audit.ndjson --checkpoint watch.json
  netingress watch --emulator http://127.0.0.1:4040

Runs until a signal, the end of standard input or, with --once, the end of the file. An event is not a finding if its
object matches the states, or if the change was made with a key of --own-key.
${formatExitHelp({ done: 'no finding', failed: 'a finding', undecided: 'an event could not be read' })} A signal ends it with 128 and its number.
`;

export function watchCommand(context: CliContext): Command {
  return new Command('watch')
    .description(
      'Evaluates audit events as they arrive and writes findings as lines of JSON. Sends no requests to the service.',
    )
    .addOption(
      createOption('events', {
        detail: 'further lines are read as they are appended',
        only: 'one file is followed',
        conflicts: ['emulator'],
      }),
    )
    .addOption(
      createOption('emulator', {
        detail: `${CONTROL_TOKEN} has the control token of one that does not listen on loopback`,
      }),
    )
    .addOption(createOption('app', { detail: APP_DETAIL }))
    .addOption(createOption('state', { detail: 'default: the states of the stacks' }))
    .addOption(createOption('own-key'))
    .addOption(createOption('checkpoint'))
    .addOption(createOption('once'))
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => runWatch(context, options));
}

async function runWatch(context: CliContext, options: Options): Promise<void> {
  rejectMultipleStdin([...options.state, options.events]);
  const checkpoint = options.checkpoint === undefined ? undefined : resolve(context.cwd, options.checkpoint);
  const { position, evaluated } = await readCheckpoint(checkpoint);
  const source = openSource(context, options, position);
  const inputs = await followConfigurationAndStates(context, options);
  if (!options.emulator) context.printError('Watching.');
  let found = 0;
  let skipped = 0;
  for await (const batch of source) {
    const { stateResources, configured, workingDirectories, terraformCommand } = await inputs.current();
    const input = { stateResources, configured, workingDirectories, terraformCommand, ownKeys: options.ownKey };
    const { events, ...read } = await readEvents(batch.lines.join('\n'), 'the new lines');
    for (const problem of read.problems) context.printError(problem);
    skipped += read.skipped;
    for (const event of events) {
      const finding = evaluateEvent(event, input, evaluated);
      if (!finding || finding.attribution?.own_key === true) continue;
      found += 1;
      context.print(toCompactJson(finding));
    }
    if (checkpoint !== undefined) await writeCheckpoint(checkpoint, { position: batch.position, evaluated });
  }
  const status = decideExit({ failed: found > 0, undecided: skipped > 0 });
  if (status !== EXIT.done && !context.signal.aborted)
    throw new CliError(
      `${formatCount(found, 'finding')}${skipped > 0 ? `, ${formatCount(skipped, 'line')} skipped` : ''}.`,
      status,
    );
}

function openSource(
  context: CliContext,
  { events, emulator, once }: Options,
  from: Position | undefined,
): AsyncIterable<Batch> {
  const { signal } = context;
  if (events === undefined && emulator === undefined)
    throw new CliError('No events to watch; expected --events FILE or --emulator URL.');
  if (events === '-') return readEventsFromStdin(context.stdin());
  if (events !== undefined) {
    const onWait = (): void => context.printError(`Waiting for ${events}, which does not exist yet.`);
    return followFile({ file: resolve(context.cwd, events), from, signal, once: once === true, onWait });
  }
  const options = {
    url: String(emulator).replace(/\/+$/, ''),
    controlToken: readControlToken(context),
    from,
    signal,
  };
  if (once) return readEmulator(options);
  return followEmulator(options, {
    onOpen: () => context.printError('Watching.'),
    onInterruption: (reason) =>
      context.printError(`The connection to ${options.url} is interrupted: ${reason}. Reconnecting.`),
  });
}

function readControlToken({ env }: CliContext): string | undefined {
  const token = env[CONTROL_TOKEN] || undefined;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new CliError(`${CONTROL_TOKEN} contains an invalid character; expected the token that the emulator printed.`);
  return token;
}
