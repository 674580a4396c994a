import type { View } from '../call';
import { type EventQuery, eventsSince, positionAfter, positionNow, type ShownEvent } from './event-query';
import { untilNews } from './watch';

/** From where on, and for how long. */
export interface Following {
  /** Key of the last event that was seen; those after it come first. By default only what is new comes. */
  readonly after?: string | undefined;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * The events that a query shows as they come about, until the signal. From the call on none is missed, whenever reading
 * begins, unless the reader falls more than the 10,000 events behind that are kept. Goes on after a reset.
 */
export function follow(
  viewNow: () => View,
  query: EventQuery,
  { after, signal }: Following,
): AsyncGenerator<ShownEvent> {
  const { account } = viewNow();
  const position = after === undefined ? positionNow(account, query) : positionAfter(account, query, after);
  return eventsFrom(viewNow, query, position, signal);
}

async function* eventsFrom(
  viewNow: () => View,
  query: EventQuery,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<ShownEvent> {
  let { account } = viewNow();
  let position = start;
  while (!signal.aborted) {
    const view = viewNow();
    // A reset throws the old account away, and with it the count of its events.
    if (view.account !== account) [account, position] = [view.account, 0];
    const news = eventsSince(account, query, position);
    position = news.position;
    yield* news.shown;
    if (news.shown.length === 0) await untilNews(view, signal);
  }
}
