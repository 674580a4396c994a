import type { ReadContext } from '../../objects/request-context';
import { linkSignals } from '../../time/link-signals';
import { type EventQuery, eventsSince, positionAfter, positionNow, type ShownEvent } from './event-query';
import { untilNews } from './watch';

/** From where on, and for how long. */
export interface Following {
  /** Key of the last event that was seen; those after it come first. By default only what is new comes. */
  readonly after?: string | undefined;
  /** Each of them ends it. */
  readonly signals: readonly AbortSignal[];
}

/**
 * The events that a query shows as they come about, until the signal. From the call on none is missed, whenever reading
 * begins, unless the reader falls more than the 10,000 events behind that are kept. Goes on after a reset.
 */
export function follow(
  viewNow: () => ReadContext,
  query: EventQuery,
  { after, signals }: Following,
): AsyncGenerator<ShownEvent> {
  const { account } = viewNow();
  const position = after === undefined ? positionNow(account, query) : positionAfter(account, query, after);
  return eventsFrom(viewNow, query, position, signals);
}

async function* eventsFrom(
  viewNow: () => ReadContext,
  query: EventQuery,
  start: number,
  signals: readonly AbortSignal[],
): AsyncGenerator<ShownEvent> {
  let { account } = viewNow();
  let position = start;
  const { signal, release } = linkSignals(signals);
  try {
    while (!signal.aborted) {
      const view = viewNow();
      // A reset replaces the account, and with it the count of its events.
      if (view.account !== account) [account, position] = [view.account, 0];
      const news = eventsSince(account, query, position);
      position = news.position;
      yield* news.shown;
      if (news.shown.length === 0) await untilNews(view, signal);
    }
  } finally {
    release();
  }
}
