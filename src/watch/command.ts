/** `netingress watch`: evaluates audit events as they arrive. */
import { resolve } from 'node:path';
import { type CliContext, CliError } from '../command/context';
import { defineCommand, type Ended } from '../command/define-command';
import { readEvents } from '../command/inputs/event-files';
import { APP_DETAIL, type OptionUses, type OptionValues, rejectMultipleStdin } from '../command/options';
import { checkOutputFile } from '../command/output-file';
import { evaluateEvent } from '../drift/evaluate-event';
import { decideExit, EXIT } from '../model/exit-status';
import { formatCount } from '../model/text';
import { toCompactJson } from '../report/json';
import { readCheckpoint, writeCheckpoint } from './checkpoint';
import { followConfigurationAndStates } from './current-inputs';
import { followEmulator, readEmulator } from './follow-emulator';
import { type Batch, readLines, readLinesOfFile } from './source';

/** The control token is a secret, which an environment variable keeps out of the process list. */
const CONTROL_TOKEN = 'NETINGRESS_CONTROL_TOKEN';

const OPTIONS = {
  events: {
    detail: 'default: standard input, and here only one file, which is read to its end',
    only: 'one file is read',
    conflicts: ['emulator'],
  },
  emulator: { detail: `${CONTROL_TOKEN} has the control token of one that does not listen on loopback` },
  app: { detail: APP_DETAIL },
  state: { detail: 'default: the states of the stacks' },
  'own-key': {},
  checkpoint: { parse: checkOutputFile },
  once: {},
} as const satisfies OptionUses;

type Options = OptionValues<typeof OPTIONS>;

export const watch = defineCommand({
  name: 'watch',
  about:
    'Evaluates audit events as they arrive and writes findings as lines of JSON. Sends no requests to the service.',
  examples: [
    'tail -n +1 -F /var/log/ingress/audit.ndjson | netingress watch --checkpoint watch.json',
    'netingress watch --events audit.ndjson.gz',
    'netingress watch --emulator http://127.0.0.1:4040',
  ],
  details: `Reads standard input without --events and --emulator. Runs until a signal, the end of the file or of standard input or,
with --once, the last event of the emulator. A file is not followed: tail follows it, also through rotation. An event is
not a finding if its object matches the states, if --own-key names the key or the user of the change, or if it is
repeated, older than another one of its object, or no audit event. A signal ends it with 128 and its number.`,
  exit: { done: 'no finding', failed: 'a finding', undecided: 'an event could not be read' },
  options: OPTIONS,
  async run(context, { options }) {
    return { lines: evaluate(context, options) };
  },
});

/** If the process is killed before it writes the checkpoint, the next run repeats the findings of the batch. */
async function* evaluate(context: CliContext, options: Options): AsyncGenerator<string, Ended> {
  const file = findFile(options);
  rejectMultipleStdin([...options.state, file]);
  const checkpoint = options.checkpoint === undefined ? undefined : resolve(context.cwd, options.checkpoint);
  const { last, evaluated } = await readCheckpoint(checkpoint);
  const source = openSource(context, options, last);
  const inputs = await followConfigurationAndStates(context, options);
  announceFile(context, file);
  let found = 0;
  let skipped = 0;
  try {
    for await (const batch of source) {
      const { stateResources, configured, workingDirectories, terraformCommand } = await inputs.current();
      const input = { stateResources, configured, workingDirectories, terraformCommand, ownKeys: options.ownKey };
      const { events, ...read } = await readEvents(batch.lines.join('\n'), 'the new lines');
      for (const problem of read.problems) context.printError(problem);
      skipped += read.unreadCount;
      for (const event of events) {
        const finding = evaluateEvent(event, input, evaluated);
        if (!finding || finding.attribution?.own_key === true) continue;
        found += 1;
        yield toCompactJson(finding);
      }
      if (checkpoint !== undefined) await writeCheckpoint(checkpoint, { last: batch.last, evaluated });
    }
  } catch (error) {
    // A finding is certain, also if the rest of the input could not be read.
    if (found > 0 && error instanceof CliError && error.status === EXIT.undecided)
      throw new CliError(error.message, EXIT.failed);
    throw error;
  }
  // `src/cli/main.ts` replaces the status after a signal.
  if (context.signal.aborted) return { status: EXIT.done };
  return {
    status: decideExit({ failed: found > 0, undecided: skipped > 0 }),
    message: `${formatCount(found, 'finding')}${skipped > 0 ? `, ${formatCount(skipped, 'line')} skipped` : ''}.`,
  };
}

/** A file, or `-` for standard input; undefined for an emulator. */
function findFile({ events = '-', emulator }: Options): string | undefined {
  return emulator === undefined ? events : undefined;
}

/** Says what it reads: a command that waits for a terminal as standard input would look as if it hangs. */
function announceFile({ printError }: CliContext, file: string | undefined): void {
  if (file !== undefined) printError(file === '-' ? 'Reading standard input.' : `Reading ${file}.`);
}

function openSource(
  context: CliContext,
  { events = '-', emulator, once }: Options,
  last: string | undefined,
): AsyncIterable<Batch> {
  const { signal } = context;
  if (emulator === undefined)
    return events === '-'
      ? readLines(context.stdin(), 'standard input')
      : readLinesOfFile(resolve(context.cwd, events), signal);
  const options = {
    url: emulator.replace(/\/+$/, ''),
    controlToken: readControlToken(context),
    last,
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
