import { resolve } from 'node:path';
import { Command } from 'commander';
import { evaluateEvent } from '../../drift/attribution/evaluate-event';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import { type CliContext, CliError } from '../context';
import { APP_HELP, collect, OWN_KEY_HELP, STATE_HELP } from '../options';
import { readEvents, rejectMultipleStdin } from '../read-input';
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
  readonly emulator?: string | true;
  readonly controlToken?: string;
  readonly ownKey: readonly string[];
  readonly checkpoint?: string;
  readonly once: boolean;
}

const EXAMPLES = `
Examples:
  netingress watch --events /var/log/ingress/audit.ndjson --checkpoint watch.json
  netingress watch --emulator http://127.0.0.1:4040

Runs until a signal, the end of standard input or, with --once, the end of the file. An event is not a finding if its
object matches the states, or if the change was made with a key of --own-key.
`;

export function watchCommand(context: CliContext): Command {
  return new Command('watch')
    .description(
      'Evaluates audit events as they arrive and writes findings as lines of JSON. Sends no requests to the service.',
    )
    .option('--events <file>', 'file to which events are appended, one per line; - for standard input')
    .option('--emulator [url]', `reads the events of an emulator (default: ${PROVIDER_ATTRIBUTES.base_url.env})`)
    .option(
      '--control-token <token>',
      `control token of an emulator that does not listen on loopback (default: ${CONTROL_TOKEN})`,
    )
    .option('--app <folder>', APP_HELP)
    .option('--state <file>', STATE_HELP, collect, [])
    .option('--own-key <id>', OWN_KEY_HELP, collect, [])
    .option('--checkpoint <file>', 'stores the position, so that the next run continues from there')
    .option('--once', 'stops at the end of the available events', false)
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
  for await (const batch of source) {
    const { stateResources, configured, workingDirectories, terraformCommand } = await inputs.current();
    const input = { stateResources, configured, workingDirectories, terraformCommand, ownKeys: options.ownKey };
    const { events, problems } = await readEvents(batch.lines.join('\n'), 'the new lines');
    for (const problem of problems) context.printError(problem);
    for (const event of events) {
      const finding = evaluateEvent(event, input, evaluated);
      if (finding && finding.attribution?.own_key !== true) context.print(JSON.stringify(finding));
    }
    if (checkpoint !== undefined) await writeCheckpoint(checkpoint, { position: batch.position, evaluated });
  }
}

function openSource(
  context: CliContext,
  { events, emulator, controlToken, once }: Options,
  from: Position | undefined,
): AsyncIterable<Batch> {
  const { signal } = context;
  if ((events === undefined) === (emulator === undefined))
    throw new CliError('Give exactly one of --events FILE and --emulator.');
  if (events === '-') return readEventsFromStdin(context.stdin());
  if (events !== undefined) {
    const onWait = (): void => context.printError(`Waiting for ${events}, which does not exist yet.`);
    return followFile({ file: resolve(context.cwd, events), from, signal, once, onWait });
  }
  const url = emulator === true ? context.env[PROVIDER_ATTRIBUTES.base_url.env] : emulator;
  if (typeof url !== 'string' || url === '')
    throw new CliError(
      `The URL of the emulator is missing. Give --emulator URL, or set ${PROVIDER_ATTRIBUTES.base_url.env}.`,
    );
  const options = { url: url.replace(/\/+$/, ''), controlToken: readControlToken(context, controlToken), from, signal };
  if (once) return readEmulator(options);
  return followEmulator(options, {
    onOpen: () => context.printError('Watching.'),
    onInterruption: (reason) =>
      context.printError(`The connection to ${options.url} is interrupted: ${reason}. Reconnecting.`),
  });
}

function readControlToken({ env }: CliContext, option: string | undefined): string | undefined {
  const token = option ?? (env[CONTROL_TOKEN] || undefined);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new CliError('The control token contains an invalid character. Give the token that the emulator printed.');
  return token;
}
