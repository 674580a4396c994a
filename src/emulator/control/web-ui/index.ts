/** The page at `/_emulator/`. It contains no data, so it needs no token; its script calls the control endpoints. */
import type { HttpRequest, HttpResponse } from '../../http/http';
import { HTML, SCRIPT, STYLES } from './generated/assets';

/** Allows the page's own script, styles and requests to its origin, and nothing else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ASSETS: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  '/_emulator/': { type: 'text/html; charset=utf-8', body: HTML },
  '/_emulator/page.css': { type: 'text/css; charset=utf-8', body: STYLES },
  '/_emulator/page.js': { type: 'text/javascript; charset=utf-8', body: SCRIPT },
};

/** Returns the page or an asset of it, and undefined for other requests. `/_emulator` redirects to the page. */
export function webUiResponse({ method, path }: HttpRequest): HttpResponse | undefined {
  if (method !== 'GET') return undefined;
  if (path === '/_emulator') return { status: 308, headers: { location: '/_emulator/' }, body: '' };
  const asset = Object.hasOwn(ASSETS, path) ? ASSETS[path] : undefined;
  if (!asset) return undefined;
  const headers = {
    'content-type': asset.type,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Another version of the emulator may listen on the same port later.
    'cache-control': 'no-cache',
  };
  return { status: 200, headers, body: asset.body };
}
