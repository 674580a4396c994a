import type { Dispatcher } from 'undici';
import { parseProxy } from '../client/http/connection-options';
import { proxyOptions } from '../client/http/transport';
import { proxyForUrl } from '../model/net/proxy';

/**
 * Chooses the proxy for the URL. Uses no client certificate and no additional authority: the settings for these are for
 * the service only. The caller closes or destroys the dispatcher. Throws as {@link parseProxy}.
 */
export async function createDispatcher(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Dispatcher> {
  const { Agent, Pool, ProxyAgent } = await import('undici');
  const proxy = proxyForUrl(url, environment);
  return proxy === undefined ? new Agent() : new ProxyAgent(proxyOptions(parseProxy(proxy), Pool));
}
