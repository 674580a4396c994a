/** From an answer to the socket, with whatever is to go wrong on the way. */
import type { ServerResponse } from 'node:http';
import type { HttpResponse, Wire } from './http';

/** Sends an answer; a client that is gone, or a server that ends, ends it too. */
export function sendAnswer(outgoing: ServerResponse, answer: HttpResponse): void {
  if (!answer.wire) sendWhole(outgoing, answer);
  else if (answer.wire.delayMs === undefined) sendWrongly(outgoing, answer, answer.wire);
  else {
    const { wire } = answer;
    const timer = setTimeout(() => sendWrongly(outgoing, answer, wire), wire.delayMs);
    outgoing.once('close', () => clearTimeout(timer));
  }
}

function sendWhole(outgoing: ServerResponse, { status, headers, body }: HttpResponse): void {
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

function sendWrongly(outgoing: ServerResponse, answer: HttpResponse, { drop, truncateAt, drip }: Wire): void {
  if (drop) {
    outgoing.destroy();
    return;
  }
  if (truncateAt === undefined && !drip) {
    sendWhole(outgoing, answer);
    return;
  }
  const bytes = Buffer.from(answer.body);
  const sent = truncateAt === undefined ? bytes : bytes.subarray(0, truncateAt);
  const end = (): void => {
    if (truncateAt === undefined) outgoing.end();
    else outgoing.destroy();
  };
  outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length });
  // Flushed before the end, since a destroyed connection takes with it what waits to be written.
  if (!drip) {
    outgoing.write(sent, end);
    return;
  }
  let from = 0;
  const timer = setInterval(() => {
    outgoing.write(sent.subarray(from, from + drip.bytes));
    from += drip.bytes;
    if (from < sent.length) return;
    clearInterval(timer);
    end();
  }, drip.everyMs);
  outgoing.once('close', () => clearInterval(timer));
}
