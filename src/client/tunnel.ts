/** A connection through a forward proxy, which passes bytes on and reads none of them (CONNECT). */
import type { Socket } from 'node:net';
import type { ProxyAddress } from './connection';
import { coded, NETWORK_CODES } from './network-codes';

/** Time for a TCP and TLS handshake, in ms: a host that does not answer is found out before a whole request's time is over. */
export const CONNECT_TIMEOUT = 10_000;

/**
 * A connection to the origin through the proxy, encrypted up to the origin where that is https; `tls` holds PEM texts for
 * that. Rejects with an error whose code says what happened, after `timeout` ms at the latest.
 */
export async function openTunnel(
  proxy: ProxyAddress,
  origin: URL,
  tls: Readonly<Record<string, string>>,
  timeout: number,
): Promise<Socket> {
  const deadline = AbortSignal.timeout(timeout);
  try {
    const socket = await connectThrough(proxy, origin, deadline);
    return origin.protocol === 'https:' ? await encrypted(socket, origin.hostname, tls, deadline) : socket;
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw coded('it took too long to connect', NETWORK_CODES.connectTimeout);
  }
}

async function connectThrough(proxy: ProxyAddress, origin: URL, signal: AbortSignal): Promise<Socket> {
  const { request } = proxy.url.startsWith('https:') ? await import('node:https') : await import('node:http');
  const path = `${origin.hostname}:${origin.port === '' ? (origin.protocol === 'https:' ? 443 : 80) : origin.port}`;
  const authorization = proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization };
  return new Promise((resolve, reject) => {
    const asked = request(proxy.url, {
      method: 'CONNECT',
      path,
      headers: { host: path, ...authorization },
      agent: false,
      signal,
    });
    asked.on('error', reject);
    // Whatever the answer is; what follows it belongs to the connection.
    asked.on('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket as Socket);
      }
      socket.destroy();
      reject(coded(`the proxy answered ${statusCode}`, NETWORK_CODES.proxyRefused));
    });
    asked.end();
  });
}

async function encrypted(
  socket: Socket,
  hostname: string,
  tls: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Socket> {
  const { connect } = await import('node:tls');
  const { isIP } = await import('node:net');
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const secure = connect({ socket, host, ...(isIP(host) === 0 && { servername: host }), ...tls });
    const abort = (): void => {
      secure.destroy();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    secure.once('secureConnect', () => {
      signal.removeEventListener('abort', abort);
      secure.off('error', reject);
      resolve(secure);
    });
    secure.once('error', reject);
  });
}
