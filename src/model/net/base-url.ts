import { isLoopback } from './proxy';

/** `problem` continues the name of the setting. The URL may have a password: only scheme and host are quoted. */
export type ParsedBaseUrl =
  | {
      readonly origin: string;
      readonly prefix: string;
    }
  | { readonly problem: string; readonly expected: string };

const EXPECTED_URL = 'an absolute URL such as https://api.example.com';

/**
 * Rejects a text that is no URL, credentials, a query, a fragment, other schemes than http and https, and http to other
 * than loopback addresses unless it is allowed.
 */
export function parseBaseUrl(
  baseUrl: string,
  { allowInsecureHttp = false }: { readonly allowInsecureHttp?: boolean | undefined } = {},
): ParsedBaseUrl {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url) return { problem: 'is not an absolute URL', expected: EXPECTED_URL };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { problem: `has the invalid scheme '${url.protocol.slice(0, -1)}'`, expected: EXPECTED_URL };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      problem: 'contains a user name or password',
      expected: 'only scheme, host, port and path; the API key is an option of its own',
    };
  }
  if (baseUrl.includes('?') || baseUrl.includes('#')) {
    return { problem: 'has a query or a fragment', expected: 'only scheme, host, port and path' };
  }
  if (url.protocol === 'http:' && !allowInsecureHttp && !isLoopback(url.hostname)) {
    return {
      problem: `uses plain http to ${url.hostname}, which would expose the API key to the network`,
      expected: 'https, or http to a loopback address (localhost, 127.0.0.1, [::1])',
    };
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/**
 * Removes trailing slashes, the default port, user name and password, query and fragment, and takes 127.0.0.1 for
 * `localhost` and `[::1]`: `http://localhost:4040/` -> `http://127.0.0.1:4040`. Throws a TypeError for a text that is
 * no URL.
 */
export function normalizeBaseUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (LOOPBACK_NAMES.includes(url.hostname)) url.hostname = '127.0.0.1';
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const LOOPBACK_NAMES: readonly string[] = ['localhost', '[::1]'];
