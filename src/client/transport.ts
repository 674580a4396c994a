/** Requests over the network, by undici, which is loaded with the first of them. */
import type { Dispatcher } from 'undici';
import type { Connection } from './connection';
import { type Progress, type ServiceRequest, shownSize, type WireAnswer } from './request';
import { AnswerTooLong } from './request-error';

/** Something that sends one request and answers the whole answer. */
export interface Transport {
  /**
   * Rejects with the signal's reason once it is aborted, with {@link AnswerTooLong}, or with whatever the network said;
   * `progress` tells how far the request came, also after a rejection. Redirects are answers like any other.
   */
  send(
    request: Pick<ServiceRequest, 'method' | 'url' | 'body'>,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<WireAnswer>;
  close(): Promise<void>;
}

/** How a transport is set up. */
export interface TransportOptions {
  readonly origin: string;
  readonly connections: number;
  /** Directly, and trusting the public authorities, unless it says otherwise. */
  readonly connection?: Connection | undefined;
  /** Bytes that an answer may have. */
  readonly longestAnswer: number;
}

/** Time for a TCP and TLS handshake, in ms: a host that does not answer is found out before a whole request's time is over. */
const connectTimeout = 10_000;

/** A transport over kept-alive connections to one origin. */
export function createTransport({ origin, connections, connection = {}, longestAnswer }: TransportOptions): Transport {
  let pool: Promise<Dispatcher> | undefined;
  const { proxy, ...tls } = connection;
  const open = async (): Promise<Dispatcher> => {
    const { Pool, ProxyAgent } = await import('undici');
    const connect = { timeout: connectTimeout, ...defined(tls) };
    // The caller's signal limits the whole request, so neither headers nor body need a time limit of their own.
    const settings = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
    if (!proxy) return new Pool(origin, { ...settings, connect });
    const token = proxy.authorization === undefined ? {} : { token: proxy.authorization };
    return new ProxyAgent({ ...settings, ...token, uri: proxy.url, requestTls: connect, proxyTunnel: true });
  };
  return {
    async send(request, headers, signal, progress) {
      pool ??= open();
      return dispatch(await pool, origin, request, headers, signal, progress, longestAnswer);
    },
    async close() {
      await (await pool)?.destroy();
    },
  };
}

/** Without what is undefined, which for TLS would mean something else than absent. */
function defined(options: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function dispatch(
  pool: Dispatcher,
  origin: string,
  { method, url, body }: Pick<ServiceRequest, 'method' | 'url' | 'body'>,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  progress: Progress,
  longestAnswer: number,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let answered: { status: number; headers: AnswerHeaders } | undefined;
    const chunks: Buffer[] = [];
    let size = 0;

    function abort(): void {
      controller?.abort(signal.reason as Error);
      reject(signal.reason);
    }
    const settled = (): void => signal.removeEventListener('abort', abort);

    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    pool.dispatch(
      { origin, path: `${url.pathname}${url.search}`, method, headers: { ...headers }, body: body ?? null },
      {
        // Called when a connection stands, right before the request is written to it.
        onRequestStart(started) {
          controller = started;
          if (signal.aborted) started.abort(signal.reason as Error);
          else progress.sent = 'maybe';
        },
        onResponseStart(_, status, answerHeaders) {
          // Statuses below 200 announce the answer, they are none.
          if (status < 200) return;
          progress.sent = 'yes';
          progress.status = status;
          answered = { status, headers: answerHeaders };
        },
        onResponseData(here, chunk) {
          size += chunk.length;
          if (size > longestAnswer)
            here.abort(new AnswerTooLong(`the answer is longer than ${shownSize(longestAnswer)}`));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          settled();
          if (answered) resolve(wireAnswer(answered.status, answered.headers, Buffer.concat(chunks, size)));
          else reject(new Error('the connection ended without an answer'));
        },
        onResponseError(_, error) {
          settled();
          reject(error);
        },
      },
    );
  });
}

type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

function wireAnswer(status: number, headers: AnswerHeaders, body: Buffer): WireAnswer {
  return {
    status,
    header(name) {
      const value = headers[name];
      return typeof value === 'string' ? value : value?.[0];
    },
    body,
  };
}
