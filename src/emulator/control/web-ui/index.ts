/**
 * The page at `/_emulator/`: what the emulator holds and does, live, for a person with a browser. It only reads, through
 * the same controls as everybody; no data stands in it, so it needs no token itself.
 */
import type { HttpRequest, HttpResponse } from '../../http/http';
import { HTML } from './html';
import { SCRIPT } from './script';
import { STYLES } from './styles';

/** What may happen on the page: its own script and styles, requests to where it came from, and nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const assets: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  '/_emulator/': { type: 'text/html; charset=utf-8', body: HTML },
  '/_emulator/page.css': { type: 'text/css; charset=utf-8', body: STYLES },
  '/_emulator/page.js': { type: 'text/javascript; charset=utf-8', body: SCRIPT },
};

/** The page or a part of it; undefined for all other requests. `/_emulator` leads to the page. */
export function pageAnswer({ method, path }: HttpRequest): HttpResponse | undefined {
  if (method !== 'GET') return undefined;
  if (path === '/_emulator') return { status: 308, headers: { location: '/_emulator/' }, body: '' };
  const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
  if (!asset) return undefined;
  const headers = {
    'content-type': asset.type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Another build of the emulator may answer at the same port a moment later.
    'cache-control': 'no-cache',
  };
  return { status: 200, headers, body: asset.body };
}
