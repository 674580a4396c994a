import { resolve } from 'node:path';
import { Command } from 'commander';
import { judgeEvent } from '../../drift/attribution/evaluate-event';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import { CliError } from '../cli-error';
import type { CliContext } from '../context';
import { APP_HELP } from '../load-inputs';
import { collect } from '../options';
import { readEvents } from '../read-events';
import { checkStdin } from '../read-input';
import { readCheckpoint, writeCheckpoint } from '../watch/checkpoint';
import { followEmulator, readEmulator } from '../watch/follow-emulator';
import { followFile } from '../watch/follow-file';
import { followInput } from '../watch/follow-input';
import { followEstate } from '../watch/live-inputs';
import type { Batch, Position } from '../watch/source';

/** Environment variable with the control token, which is a secret and should not be in a list of processes. */
const CONTROL_TOKEN = 'NETINGRESS_CONTROL_TOKEN';

interface Options {
  readonly app?: string;
  readonly state: readonly string[];
  readonly events?: string;
  readonly emulator?: string | true;
  readonly controlToken?: string;
  readonly self: readonly string[];
  readonly checkpoint?: string;
  readonly once: boolean;
}

const examples = `
Examples:
  netingress watch --events /var/log/ingress/audit.ndjson --checkpoint watch.json
  netingress watch --emulator http://127.0.0.1:4040

Ends with a signal, or with --once, or at the end of standard input. An event that leaves its object as the states have
it is no finding, and neither are changes with a key that --self names.
`;

/** `netingress watch`: judges audit events as they come, one finding an event as a line of JSON. */
export function watchCommand(context: CliContext): Command {
  return new Command('watch')
    .description('Judges audit events as they come: one finding a line, as JSON. Asks the service nothing.')
    .option('--events <file>', 'a file that grows, one event a line; - for standard input')
    .option('--emulator [url]', `an emulator's events; its address is ${PROVIDER_ATTRIBUTES.base_url.env} if not given`)
    .option(
      '--control-token <token>',
      `control token of an emulator that does not listen on loopback; ${CONTROL_TOKEN} if not given`,
    )
    .option('--app <folder>', APP_HELP)
    .option('--state <file>', 'a state: a file, or - for standard input; can be given more than once', collect, [])
    .option('--self <key id>', 'identifier of a key of the pipeline itself; can be given more than once', collect, [])
    .option('--checkpoint <file>', 'remembers there how far it came, and goes on from there')
    .option('--once', 'ends when all that is there has been judged', false)
    .addHelpText('after', examples)
    .action((options: Options) => runWatch(context, options));
}

async function runWatch(context: CliContext, options: Options): Promise<void> {
  checkStdin([...options.state, options.events]);
  const checkpoint = options.checkpoint === undefined ? undefined : resolve(context.cwd, options.checkpoint);
  const { position, memory } = await readCheckpoint(checkpoint);
  const source = openSource(context, options, position);
  const current = await followEstate(context, options);
  if (!options.emulator) context.err('Watching.');
  for await (const batch of source) {
    const { stated, declared, places } = await current.now();
    const { events, problems } = await readEvents(batch.texts.join('\n'), 'what came');
    for (const problem of problems) context.err(problem);
    for (const event of events) {
      const finding = judgeEvent(event, { stated, declared, places, self: options.self }, memory);
      if (finding && finding.by?.self !== true) context.out(JSON.stringify(finding));
    }
    if (checkpoint !== undefined) await writeCheckpoint(checkpoint, { position: batch.position, memory });
  }
}

function openSource(
  context: CliContext,
  { events, emulator, controlToken, once }: Options,
  from: Position | undefined,
): AsyncIterable<Batch> {
  const { signal } = context;
  if ((events === undefined) === (emulator === undefined))
    throw new CliError('Give either --events, a file or -, or --emulator.');
  if (events === '-') return followInput(context.stdin());
  if (events !== undefined) {
    const onWait = (): void => context.err(`${events} does not exist yet; waiting for it.`);
    return followFile({ file: resolve(context.cwd, events), from, signal, once, onWait });
  }
  const url = emulator === true ? context.env[PROVIDER_ATTRIBUTES.base_url.env] : emulator;
  if (typeof url !== 'string' || url === '')
    throw new CliError(
      `The emulator's address is not known: give --emulator URL or set ${PROVIDER_ATTRIBUTES.base_url.env}.`,
    );
  const options = { url: url.replace(/\/+$/, ''), controlToken: readControlToken(context, controlToken), from, signal };
  if (once) return readEmulator(options);
  return followEmulator(options, {
    onOpen: () => context.err('Watching.'),
    onInterruption: (reason) =>
      context.err(`The connection to ${options.url} is interrupted: ${reason}. Reconnecting.`),
  });
}

function readControlToken({ env }: CliContext, given: string | undefined): string | undefined {
  const token = given ?? (env[CONTROL_TOKEN] || undefined);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new CliError('The control token contains an invalid character. Give the token that the emulator printed.');
  return token;
}
