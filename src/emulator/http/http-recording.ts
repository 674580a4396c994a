/** Records the newest requests and responses for the HAR export. */
import type { HttpRequest, HttpResponse } from './http';

export interface RecordedExchange {
  readonly n: number;
  /** Milliseconds by the emulator's clock. */
  readonly at: number;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** Limited by size and not by count, because one response can be a page of a hundred objects. */
export interface HttpRecording {
  exchanges: RecordedExchange[];
  /** Approximate size of the recorded bodies. */
  bytes: number;
}

/** Limit of recorded bodies: a few thousand exchanges of usual size. */
export const MAX_RECORDING_BYTES = 4 * 1024 * 1024;
/** Size of an exchange without bodies: its headers and path. */
const EXCHANGE_OVERHEAD_BYTES = 512;

export function createRecording(): HttpRecording {
  return { exchanges: [], bytes: 0 };
}

export function recordExchange(recording: HttpRecording, exchange: RecordedExchange): void {
  recording.exchanges.push(exchange);
  recording.bytes += estimateSize(exchange);
  // Cut to half, so that cutting is rare.
  if (recording.bytes > MAX_RECORDING_BYTES) {
    let from = 0;
    while (recording.bytes > MAX_RECORDING_BYTES / 2)
      recording.bytes -= estimateSize(recording.exchanges[from++] as RecordedExchange);
    recording.exchanges = recording.exchanges.slice(from);
  }
}

function estimateSize({ request, response }: RecordedExchange): number {
  const sent = typeof request.body === 'object' ? request.body.length : 0;
  return EXCHANGE_OVERHEAD_BYTES + sent + response.body.length;
}
