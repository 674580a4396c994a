/** Where the service is. */
import { isLoopback } from '../../model/net/loopback';

/** A usable base URL, or why the text is none; `problem` continues a sentence about it and never quotes it whole. */
export type ParsedBaseUrl =
  | { readonly origin: string /** Without trailing slash; empty at the root. */; readonly prefix: string }
  | { readonly problem: string; readonly expected: string };

/**
 * Reads a base URL. A path is kept as a prefix of every request's, trailing slashes do not matter. Refused: user info
 * (it would be a second credential), query, fragment, and plain http to another machine unless `allowInsecureHttp`.
 */
export function parseBaseUrl(text: string, allowInsecureHttp: boolean): ParsedBaseUrl {
  const expected = 'an absolute URL such as https://api.example.com';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return { problem: 'is not an absolute URL', expected };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { problem: `has the scheme '${url.protocol.slice(0, -1)}'`, expected };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      problem: 'holds user info',
      expected: 'only scheme, host, port and path; the API key is an option of its own',
    };
  }
  if (text.includes('?') || text.includes('#')) {
    return { problem: 'has a query or a fragment', expected: 'only scheme, host, port and path' };
  }
  if (url.protocol === 'http:' && !allowInsecureHttp && !isLoopback(url.hostname)) {
    return {
      problem: `uses plain http to ${url.hostname}, which would send the API key readable to everybody on the way`,
      expected: 'https, or http on this machine only (localhost, 127.0.0.1, [::1])',
    };
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
