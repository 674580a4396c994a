/** The emulator's events as they come about, by server-sent events. */
import { setTimeout as sleep } from 'node:timers/promises';
import { networkErrorReason } from '../../terraform/network-error';
import { CliError } from '../cli-error';
import type { Batch, Position } from './source';

/** How to follow. */
export interface FollowEmulator {
  /** Without trailing slash. */
  readonly url: string;
  readonly from?: Position | undefined;
  readonly signal: AbortSignal;
  /** Told once the stream is open: from then on no event is missed. */
  readonly onOpen?: () => void;
}

const againMilliseconds = 500;

/** Yields events as they come; connects again after the last one when the connection breaks. Ends with the signal. */
export async function* followEmulator({ url, from, signal, onOpen }: FollowEmulator): AsyncGenerator<Batch> {
  let last = from?.of === 'stream' ? from.last : undefined;
  let opened = false;
  while (!signal.aborted) {
    const response = await connect(url, last, signal).catch((error: Error) => {
      if (opened || signal.aborted) return undefined;
      throw new CliError(`Cannot follow the events of ${url}: ${networkErrorReason(error)}.`);
    });
    if (response?.body) {
      if (!opened) onOpen?.();
      opened = true;
      for await (const { id, data } of messages(response.body, signal)) {
        last = id;
        yield { texts: [data], position: { of: 'stream', last: id } };
      }
    }
    await sleep(againMilliseconds, undefined, { signal }).catch(() => undefined);
  }
}

async function connect(url: string, last: string | undefined, signal: AbortSignal): Promise<Response> {
  const response = await fetch(`${url}/_emulator/events`, {
    headers: { Accept: 'text/event-stream', ...(last !== undefined && { 'Last-Event-ID': last }) },
    signal,
  });
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && type.includes('text/event-stream')) return response;
  await response.body?.cancel();
  throw new Error(
    `it answered ${response.status} and ${type || 'nothing'}; expected server-sent events of an emulator`,
  );
}

async function* messages(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<{ id: string; data: string }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: ?(.*)$/m.exec(block)?.[1];
        if (data !== undefined) yield { id: /^id: ?(.*)$/m.exec(block)?.[1] ?? '', data };
      }
    }
  } catch (error) {
    // A connection that broke is made again by the caller.
    if (!signal.aborted && !(error instanceof TypeError)) throw error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
