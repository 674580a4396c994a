import type { ShownEvent } from './event-query';

/** Milliseconds after which a browser connects again when the stream breaks. */
const retryMilliseconds = 1000;

/**
 * Events as server-sent events (WHATWG HTML, 'Server-sent events'): each message is the event's JSON, its id what
 * `Last-Event-ID` takes.
 */
export async function* eventStream(events: AsyncIterable<ShownEvent>): AsyncGenerator<string> {
  // Sent at once, so that whoever connects knows that it is connected.
  yield `retry: ${retryMilliseconds}\n\n`;
  // Compact JSON has no line breaks, so one data line holds it.
  for await (const { key, text } of events) yield `id: ${key}\ndata: ${text}\n\n`;
}
