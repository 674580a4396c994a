/** Public files, such as releases of programs: no key is sent, and nothing here is about the service. */
import { proxyForUrl } from '../model/rules/proxy';
import { isLoopback } from './base-url';
import { parseProxy } from './connection';

/** An answer as it begins to arrive. */
export interface Downloaded {
  readonly ok: boolean;
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Asks for a file; follows redirects. Rejects when no answer comes, or when the signal says so. */
export type Download = (url: string, signal: AbortSignal) => Promise<Downloaded>;

/**
 * Downloads through the proxy that the environment names for the address, as other programs do (`https_proxy`,
 * `no_proxy` and so on). What is on this machine is always reached directly.
 */
export function createDownload(environment: Readonly<Record<string, string | undefined>>): Download {
  return async (url, signal) => {
    const direct = !URL.canParse(url) || isLoopback(new URL(url).hostname);
    const proxy = direct ? undefined : proxyForUrl(url, environment);
    if (proxy === undefined) return fetch(url, { signal });
    const { url: uri, authorization } = parseProxy(proxy);
    const { fetch: fetchThrough, ProxyAgent } = await import('undici');
    const token = authorization === undefined ? {} : { token: authorization };
    const dispatcher = new ProxyAgent({ ...token, uri, proxyTunnel: true });
    try {
      return await fetchThrough(url, { signal, dispatcher });
    } finally {
      // Ends the connections once what is under way is read.
      void dispatcher.close();
    }
  };
}
