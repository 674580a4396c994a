/** Downloads public files, such as releases of programs. No API key is sent. */
import { proxyForUrl } from '../../model/net/proxy';
import { parseProxy } from './connection-options';
import { proxyOptions } from './transport';

export interface DownloadResponse {
  readonly ok: boolean;
  readonly status: number;
  /** `location` is the target of a redirect. */
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * Requests a file, and does not follow redirects: the caller decides where they may lead. Rejects on a network error,
 * for an invalid proxy ({@link parseProxy}), or when the signal is aborted.
 */
export type Download = (url: string, signal: AbortSignal) => Promise<DownloadResponse>;

/**
 * Downloads through the proxy that the environment names for the URL (`https_proxy`, `no_proxy` and so on). Loopback
 * addresses are always requested directly.
 */
export function createDownload(environment: Readonly<Record<string, string | undefined>>): Download {
  return async (url, signal) => {
    const proxy = proxyForUrl(url, environment);
    if (proxy === undefined) return fetch(url, { signal, redirect: 'manual' });
    const address = parseProxy(proxy);
    const { fetch: fetchThrough, Pool, ProxyAgent } = require('undici') as typeof import('undici');
    const dispatcher = new ProxyAgent(proxyOptions(address, Pool));
    try {
      return await fetchThrough(url, { signal, dispatcher, redirect: 'manual' });
    } finally {
      // Closes the connections after the body was read.
      void dispatcher.close();
    }
  };
}
