/** HTTP requests over the network by undici, which is loaded with the first request. */
import type { Dispatcher } from 'undici';
import { ResponseTooLargeError } from '../errors/request-error';
import type { ConnectionOptions, ProxyAddress } from './connection-options';
import { formatSize, type HttpResponse, type Progress, type ServiceRequest } from './request';

/** Sends one request and resolves with the complete response. */
export interface Transport {
  /**
   * Rejects with the signal's reason once it is aborted, with {@link ResponseTooLargeError}, or with the network error;
   * `progress` records how far the request came, also after a rejection. Redirects are returned like any response.
   */
  send(
    request: Pick<ServiceRequest, 'method' | 'url' | 'body'>,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<HttpResponse>;
  close(): Promise<void>;
}

/** How a transport is set up. */
export interface TransportOptions {
  readonly origin: string;
  readonly connections: number;
  /** The default is a direct connection that trusts the public certificate authorities. */
  readonly connection?: ConnectionOptions | undefined;
  /** Largest response body, in bytes. */
  readonly maxResponseSize: number;
}

/** Time for a TCP and TLS handshake, in ms: far below a request's limit, so that a host that is down is recognized early. */
const CONNECT_TIMEOUT_MS = 10_000;

/** A transport over kept-alive connections to one origin. */
export function createTransport(options: TransportOptions): Transport {
  let pool: Promise<Dispatcher> | undefined;
  return {
    async send(request, headers, signal, progress) {
      pool ??= openPool(options);
      return dispatch(await pool, options, { request, headers, signal, progress });
    },
    async close() {
      await (await pool)?.destroy();
    },
  };
}

async function openPool({
  origin,
  connections,
  connection = {},
  maxResponseSize,
}: TransportOptions): Promise<Dispatcher> {
  const { Pool, ProxyAgent } = await import('undici');
  const { proxy, ...tls } = connection;
  // The caller's signal limits the whole request, so headers and body have no limit of their own.
  const settings = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, maxResponseSize };
  const connect = { timeout: CONNECT_TIMEOUT_MS, ...withoutUndefined(tls) };
  return proxy
    ? new ProxyAgent({ ...settings, ...proxyOptions(proxy, Pool), requestTls: connect })
    : new Pool(origin, { ...settings, connect });
}

/** Options of undici's `ProxyAgent`. Plain http is tunneled too (CONNECT), so that the proxy never reads a key. */
export function proxyOptions({ url, authorization }: ProxyAddress, Pool: typeof import('undici').Pool) {
  return {
    uri: url,
    proxyTunnel: true,
    proxyTls: { timeout: CONNECT_TIMEOUT_MS },
    // A proxy that accepts the connection and never responds to CONNECT is reported like a host that is down.
    clientFactory: (proxyUrl: URL, options: object) =>
      new Pool(proxyUrl, { ...options, headersTimeout: CONNECT_TIMEOUT_MS }),
    ...(authorization !== undefined && { token: authorization }),
  };
}

/** TLS options that are present but undefined would override Node's defaults. */
function withoutUndefined(options: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

interface Sending {
  readonly request: Pick<ServiceRequest, 'method' | 'url' | 'body'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Uses `dispatch` and not `request`: only `onRequestStart` shows when a request may have been sent. */
function dispatch(
  pool: Dispatcher,
  { origin, maxResponseSize }: TransportOptions,
  { request: { method, url, body }, headers, signal, progress }: Sending,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let controller: Dispatcher.DispatchController | undefined;
    let responseHeaders: Readonly<Record<string, string | string[] | undefined>> = {};
    const chunks: Buffer[] = [];
    // Rejects first: the error that undici reports for an aborted request is not the signal's reason.
    const abort = (): void => {
      reject(signal.reason);
      controller?.abort(signal.reason as Error);
    };
    const unsubscribe = (): void => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    pool.dispatch(
      { origin, path: `${url.pathname}${url.search}`, method, headers: { ...headers }, body: body ?? null },
      {
        // Called on an open connection, right before the request is written to it.
        onRequestStart(started) {
          controller = started;
          if (signal.aborted) started.abort(signal.reason as Error);
          else progress.sent = 'maybe';
        },
        onResponseStart(_, status, received) {
          // Informational responses, such as 103, precede the final one.
          if (status < 200) return;
          progress.sent = 'yes';
          progress.status = status;
          responseHeaders = received;
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd() {
          unsubscribe();
          const header = (name: string): string | undefined => [responseHeaders[name]].flat()[0];
          resolve({ status: progress.status ?? 0, header, body: Buffer.concat(chunks) });
        },
        onResponseError(_, error) {
          unsubscribe();
          const tooLarge = (error as { readonly code?: string }).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
          reject(
            tooLarge ? new ResponseTooLargeError(`the answer is longer than ${formatSize(maxResponseSize)}`) : error,
          );
        },
      },
    );
  });
}
