/** Public files, such as releases of programs: no key is sent, and nothing here is about the service. */
import type { IncomingMessage } from 'node:http';
import { proxyForUrl } from '../model/rules/proxy';
import { type ProxyAddress, parseProxy } from './connection';
import { CONNECT_TIMEOUT, openTunnel } from './tunnel';

/** An answer as it begins to arrive. */
export interface Downloaded {
  readonly ok: boolean;
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Asks for a file; follows redirects. Rejects when no answer comes, or when the signal says so. */
export type Download = (url: string, signal: AbortSignal) => Promise<Downloaded>;

/** As many as browsers and `fetch` follow. */
const MOST_REDIRECTS = 20;

/**
 * Downloads through the proxy that the environment names for the address, as other programs do (`https_proxy`,
 * `no_proxy` and so on). What is on this machine is always reached directly.
 */
export function createDownload(environment: Readonly<Record<string, string | undefined>>): Download {
  const ask = async (url: string, signal: AbortSignal, redirects: number): Promise<Downloaded> => {
    const proxy = proxyForUrl(url, environment);
    if (proxy === undefined) return fetch(url, { signal });
    const answer = await getThrough(parseProxy(proxy), new URL(url), signal);
    const { statusCode: status = 0, headers } = answer;
    if (status < 300 || status > 399 || headers.location === undefined)
      return { ok: status >= 200 && status < 300, status, body: answer };
    answer.destroy();
    if (redirects === MOST_REDIRECTS) throw new Error(`${url} is redirected more than ${MOST_REDIRECTS} times`);
    return ask(new URL(headers.location, url).href, signal, redirects + 1);
  };
  return (url, signal) => ask(url, signal, 0);
}

async function getThrough(proxy: ProxyAddress, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const socket = await openTunnel(proxy, url, {}, CONNECT_TIMEOUT);
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    // The tunnel is encrypted where the address says so; what is spoken in it is HTTP either way.
    const asked = request({
      createConnection: () => socket,
      path: url.pathname + url.search,
      headers: { host: url.host, connection: 'close' },
      signal,
    });
    asked.on('error', reject);
    asked.on('response', resolve);
    asked.end();
  });
}
