import type { ReadContext } from '../../objects/request-context';
import { advanceToNow, hasScheduledChanges } from '../../time/changes';
import { linkSignals } from '../../time/link-signals';
import { currentPosition, type EventQuery, findEventsSince, findPositionAfter, type MatchedEvent } from './event-query';
import { waitForNotification } from './watchers';

/** Poll interval in real time while changes are scheduled, because no request may arrive that applies them. */
const POLL_MS = 100;
/** Time after which a browser reconnects to a broken stream. */
const RECONNECT_MS = 1000;

export interface FollowOptions {
  /** Key of the last event that was received; the events after it come first. Default: new events only. */
  readonly after?: string | undefined;
  /** Each of them ends the iteration. */
  readonly signals: readonly AbortSignal[];
}

/**
 * Iterates over the matching events as they are published, also after a reset. From the call on no event is missed,
 * unless the reader is more than the 10,000 kept events behind.
 */
export function follow(
  getContext: () => ReadContext,
  query: EventQuery,
  { after, signals }: FollowOptions,
): AsyncGenerator<MatchedEvent> {
  const { account } = getContext();
  const position = after === undefined ? currentPosition(account, query) : findPositionAfter(account, query, after);
  return iterateFrom(getContext, query, position, signals);
}

async function* iterateFrom(
  getContext: () => ReadContext,
  query: EventQuery,
  start: number,
  signals: readonly AbortSignal[],
): AsyncGenerator<MatchedEvent> {
  let { account } = getContext();
  let position = start;
  const { signal, release } = linkSignals(signals);
  try {
    while (!signal.aborted) {
      const context = getContext();
      // A reset replaces the account, and the count of its events starts again.
      if (context.account !== account) [account, position] = [context.account, 0];
      const found = findEventsSince(account, query, position);
      position = found.position;
      yield* found.matched;
      if (found.matched.length === 0) {
        const timeoutMs = hasScheduledChanges(account) ? POLL_MS : undefined;
        await waitForNotification(context.state.watchers, signal, timeoutMs);
        if (!signal.aborted) await advanceToNow(context);
      }
    }
  } finally {
    release();
  }
}

/** Formats events as server-sent events (WHATWG HTML). The id of a message is a value for `Last-Event-ID`. */
export async function* formatServerSentEvents(events: AsyncIterable<MatchedEvent>): AsyncGenerator<string> {
  // Sent at once, so that the client knows that it is connected.
  yield `retry: ${RECONNECT_MS}\n\n`;
  // Compact JSON has no line breaks, so it fits one data line.
  for await (const { key, json } of events) yield `id: ${key}\ndata: ${json}\n\n`;
}
