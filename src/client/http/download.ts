/** Downloads public files. No API key is sent. */
import { proxyForUrl } from '../../model/net/proxy';
import { parseProxy } from './connection-options';
import { proxyOptions } from './transport';

export interface DownloadResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Does not follow redirects: the caller decides where they may lead. Rejects also for an invalid proxy. */
export type Download = (url: string, signal: AbortSignal) => Promise<DownloadResponse>;

/** Uses the proxy that the environment names (`https_proxy`, `no_proxy`), not for a loopback address. */
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
      // Waits until the body was read.
      void dispatcher.close();
    }
  };
}
