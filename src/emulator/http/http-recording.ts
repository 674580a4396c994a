/** The newest requests with their answers, as they were sent: what a HAR export is made from. */
import type { HttpRequest, HttpResponse } from './http';

/** One request and its answer. */
export interface Exchange {
  /** Its number in the log. */
  readonly n: number;
  /** Milliseconds of the emulator's clock. */
  readonly at: number;
  readonly request: HttpRequest;
  readonly answer: HttpResponse;
}

/** Bounded by their size, since one answer can be a page of a hundred objects. */
export interface Exchanges {
  kept: Exchange[];
  /** About how many bytes the bodies of those kept have. */
  bytes: number;
}

/** Bytes of bodies that are kept, at most: a few thousand exchanges of usual size. */
export const EXCHANGE_BYTES = 4 * 1024 * 1024;
/** What an exchange without bodies is counted as: its headers and paths. */
const overhead = 512;

/** A record that holds nothing. */
export function createExchanges(): Exchanges {
  return { kept: [], bytes: 0 };
}

/** Adds the newest; the oldest go when there is too much. */
export function keepExchange(exchanges: Exchanges, exchange: Exchange): void {
  exchanges.kept.push(exchange);
  exchanges.bytes += sizeOf(exchange);
  // Down to half, so that cutting is rare and adding stays cheap.
  if (exchanges.bytes > EXCHANGE_BYTES) {
    let from = 0;
    while (exchanges.bytes > EXCHANGE_BYTES / 2) exchanges.bytes -= sizeOf(exchanges.kept[from++] as Exchange);
    exchanges.kept = exchanges.kept.slice(from);
  }
}

function sizeOf({ request, answer }: Exchange): number {
  const sent = typeof request.body === 'object' ? request.body.length : 0;
  return overhead + sent + answer.body.length;
}
