/** Reads the audit events of an emulator: as a stream of server-sent events, or those that exist now. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../command/context';
import { describeNetworkError } from '../command/network-error';
import type { Words } from '../values/words';
import type { Batch } from './source';

export interface EmulatorEventsOptions {
  readonly url: string;
  /** Required by an emulator that listens on another address than loopback. */
  readonly controlToken?: string | undefined;
  /**
   * `last` of the newest batch of an earlier run. Without it `readEmulator` starts with the oldest event,
   * `followEmulator` with the next.
   */
  readonly last?: string | undefined;
  readonly signal: AbortSignal;
}

export interface ConnectionListeners {
  /**
   * Called when the first message of the first stream arrives. Later events are yielded, also those of an interruption,
   * as far as the emulator still keeps them.
   */
  readonly onOpen: () => void;
  /** Called once per interruption with its reason, before the client reconnects. */
  readonly onInterruption: (reason: string) => void;
}

/** A choice. */
const RECONNECT_MS = 500;

/**
 * Yields events until the signal. The first batch of each connection has no event, only its `last`.
 * Reconnects after an interruption. Throws a {@link CliError} if the first connection fails, or if a retry cannot
 * succeed, such as after a 401.
 */
export async function* followEmulator(
  options: EmulatorEventsOptions,
  { onOpen, onInterruption }: ConnectionListeners,
): AsyncGenerator<Batch> {
  const { signal } = options;
  let { last } = options;
  let state: 'connecting' | 'open' | 'interrupted' = 'connecting';
  while (!signal.aborted) {
    try {
      const body = await request(options, 'text/event-stream', last);
      for await (const batch of readMessages(body, last)) {
        if (state === 'connecting') onOpen();
        state = 'open';
        last = batch.last ?? last;
        yield batch;
      }
    } catch (error) {
      if (signal.aborted) return;
      const reason = interruptionReason(error);
      if (state === 'connecting') throw cannotRead(options, reason);
      if (state === 'open') onInterruption(reason);
      state = 'interrupted';
    }
    await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** One batch of the events after `last`, or of all if the emulator does not have it; no batch if there are none. */
export async function* readEmulator(options: EmulatorEventsOptions): AsyncGenerator<Batch> {
  let lines: string[];
  try {
    const body = await request(options, 'application/x-ndjson', undefined);
    lines = (await new Response(body).text()).split('\n').filter((line) => line !== '');
  } catch (error) {
    if (options.signal.aborted) return;
    throw cannotRead(options, interruptionReason(error));
  }
  const ids = lines.map((line) => (JSON.parse(line) as { readonly event_id: string }).event_id);
  // 0 if the event is unknown, or the emulator no longer keeps it.
  const readCount = ids.lastIndexOf(options.last ?? '') + 1;
  const last = ids.at(-1);
  if (last !== undefined && readCount < lines.length) yield { lines: lines.slice(readCount), last };
}

function cannotRead({ url }: EmulatorEventsOptions, reason: string): CliError {
  return new CliError(`Cannot read the events of the emulator at ${url}: ${reason}.`);
}

/** Throws a {@link CliError} if a retry cannot succeed, and another error if it can. */
async function request(
  options: EmulatorEventsOptions,
  accept: 'text/event-stream' | 'application/x-ndjson',
  last: string | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const { url, controlToken, signal } = options;
  const query = accept === 'application/x-ndjson' ? '?format=ndjson' : '';
  const response = await fetch(`${url}/_emulator/events${query}`, {
    headers: {
      Accept: accept,
      ...(last !== undefined && { 'Last-Event-ID': last }),
      ...(controlToken !== undefined && { Authorization: `Bearer ${controlToken}` }),
    },
    signal,
  });
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && response.body && type.includes(accept)) return response.body;
  if (response.status === 401 || response.status === 403) {
    const setToken =
      controlToken === undefined
        ? 'Set NETINGRESS_CONTROL_TOKEN to its control token'
        : 'Check NETINGRESS_CONTROL_TOKEN';
    const advice = `${setToken} if it does not listen on loopback; the emulator prints the token when it starts`;
    throw cannotRead(
      options,
      `it rejects the request with status ${response.status}${await readMessage(response)} ${advice}`,
    );
  }
  await response.body?.cancel();
  if (response.status >= 500) throw new Error(`the response has status ${response.status}`);
  throw cannotRead(
    options,
    `the response has status ${response.status} and ${type === '' ? 'no content type' : `the type ${type}`}; expected ${accept} of an emulator`,
  );
}

/** Returns the end of a sentence: the message of an emulator after a colon, or a period if the response has none. */
async function readMessage(response: Response): Promise<Words> {
  const body = (await response.json().catch(() => undefined)) as { readonly msg?: unknown } | undefined;
  return typeof body?.msg === 'string' && body.msg !== '' ? `: ${body.msg}` : '.';
}

/** Throws the error if it is a {@link CliError}, after which no retry succeeds. */
function interruptionReason(error: unknown): string {
  if (error instanceof CliError) throw error;
  return describeNetworkError(error);
}

/** A message without an id has that of the one before. Throws when the connection is closed. */
async function* readMessages(body: ReadableStream<Uint8Array>, before: string | undefined): AsyncGenerator<Batch> {
  let last = before;
  const decoder = new TextDecoder();
  let pending = '';
  for await (const chunk of body) {
    const blocks = (pending + decoder.decode(chunk, { stream: true })).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      const [id, data] = ['id', 'data'].map((name) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]);
      last = id ?? last;
      yield { lines: data === undefined ? [] : [data], ...(last !== undefined && { last }) };
    }
  }
  throw new Error('the emulator closed the connection');
}
