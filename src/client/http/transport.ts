/** Sends HTTP requests with undici, which is loaded with the first request. */
import type { Dispatcher } from 'undici';
import { omitUndefined } from '../../model/members';
import { onAbort } from '../../model/net/on-abort';
import { ResponseTooLargeError } from '../errors/request-error';
import { formatSize, type RequestProgress, type ServiceRequest, type ServiceResponse } from '../request';
import type { ConnectionOptions, ProxyAddress } from './connection-options';

export interface Transport {
  /**
   * Returns a redirect like any response. Rejects with the signal's reason, {@link ResponseTooLargeError} or the
   * network error; `progress` then shows how far the request came.
   */
  send(
    request: Pick<ServiceRequest, 'method' | 'url' | 'body'>,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    progress: RequestProgress,
  ): Promise<ServiceResponse>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly origin: string;
  readonly maxConnections: number;
  /** The default is a direct connection that trusts the certificate authorities of Node. */
  readonly connectionOptions?: ConnectionOptions | undefined;
  /** In bytes. */
  readonly maxResponseSize: number;
}

/**
 * Time for a TCP and TLS handshake, and for a proxy to respond to CONNECT, in ms. Chosen: a third of the default
 * `requestTimeout`, so that a host that is down is recognized early.
 */
const CONNECT_TIMEOUT_MS = 10_000;

export function createTransport(options: TransportOptions): Transport {
  let pool: Dispatcher | undefined;
  return {
    async send(...call) {
      pool ??= openPool(options);
      return dispatch(pool, options, call);
    },
    async close() {
      await pool?.destroy();
    },
  };
}

function openPool({ origin, maxConnections, connectionOptions = {}, maxResponseSize }: TransportOptions): Dispatcher {
  // `import()` fails in jest without --experimental-vm-modules. In the provider, undici has only these two exports:
  // scripts/lib/undici-inner.ts.
  const { Pool, ProxyAgent } = require('undici') as typeof import('undici');
  const { proxy, extraCa, ...tls } = connectionOptions;
  // The caller's signal limits the whole request, so headers and body have no limit of their own.
  const settings = { connections: maxConnections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, maxResponseSize };
  const connect = { timeout: CONNECT_TIMEOUT_MS, ...tlsOptions(tls, tls.ca === undefined ? extraCa : undefined) };
  if (!proxy) return new Pool(origin, { ...settings, connect });
  const { proxyTls, ...others } = proxyOptions(proxy, Pool);
  const toProxy = { ...proxyTls, ...tlsOptions({}, extraCa) };
  return new ProxyAgent({ ...settings, ...others, proxyTls: toProxy, requestTls: connect });
}

/**
 * Options of `tls.connect`. The option `ca` replaces Node's authorities. `extraCa` is added to them, with `addCACert`
 * of the context, which Node itself calls for each certificate of `ca`; no option does that. Only this loads TLS here:
 * undici loads it with the first connection over HTTPS.
 */
function tlsOptions(options: Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>, extraCa: string | undefined): object {
  const present = omitUndefined(options);
  if (extraCa === undefined) return present;
  const { createSecureContext } = require('node:tls') as typeof import('node:tls');
  const secureContext = createSecureContext(present);
  (secureContext.context as { addCACert(pem: string): void }).addCACert(extraCa);
  return { secureContext };
}

/**
 * Plain http is tunneled too (CONNECT), so that no request with a key is addressed to the proxy, which might log it.
 */
export function proxyOptions({ url, authorization }: ProxyAddress, Pool: typeof import('undici').Pool) {
  return {
    uri: url,
    proxyTunnel: true,
    proxyTls: { timeout: CONNECT_TIMEOUT_MS },
    clientFactory: (proxyUrl: URL, options: object) =>
      new Pool(proxyUrl, { ...options, headersTimeout: CONNECT_TIMEOUT_MS }),
    ...(authorization !== undefined && { token: authorization }),
  };
}

/** Uses `dispatch` and not `request`: only `onRequestStart` shows when a request may have been sent. */
function dispatch(
  pool: Dispatcher,
  { origin, maxResponseSize }: TransportOptions,
  [{ method, url, body }, headers, signal, progress]: Parameters<Transport['send']>,
): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let controller: Dispatcher.DispatchController | undefined;
    let responseHeaders: Readonly<Record<string, string | string[] | undefined>> = {};
    const chunks: Buffer[] = [];
    // Rejects itself: a request that waits for a connection has no controller yet, and undici reports nothing for it.
    const unsubscribe = onAbort(signal, () => {
      reject(signal.reason);
      controller?.abort(signal.reason as Error);
    });
    pool.dispatch(
      { origin, path: `${url.pathname}${url.search}`, method, headers: { ...headers }, body: body ?? null },
      {
        // The connection is open, and the request is written to it right afterwards.
        onRequestStart(started) {
          controller = started;
          if (signal.aborted) started.abort(signal.reason as Error);
          else progress.deliveryStatus = 'maybe';
        },
        onResponseStart(_, status, received) {
          // Informational responses, such as 103, precede the final one.
          if (status < 200) return;
          progress.deliveryStatus = 'yes';
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
            tooLarge ? new ResponseTooLargeError(`the response is longer than ${formatSize(maxResponseSize)}`) : error,
          );
        },
      },
    );
  });
}
