/** The page at `/_emulator/`. It contains no data, so it needs no token; its script calls the control endpoints. */
import { type HttpRequest, type HttpResponse, SERVER } from '../../http/http';
import { HTML, SCRIPT, STYLES } from './generated/assets';

/** Takes a client that accepts HTML at `/` for a browser. The service has no operation at `/`. */
export function isOpenedInBrowser({ method, path, headers }: HttpRequest): boolean {
  return method === 'GET' && path === '/' && /\btext\/html\b/i.test(headers['accept'] ?? '');
}

export function webUiResponse(request: HttpRequest): HttpResponse | undefined {
  const { method, path } = request;
  if (method !== 'GET') return undefined;
  // Not permanent (308), which a browser remembers: `/` of another program may be on this port later.
  if (isOpenedInBrowser(request)) return { status: 307, headers: { location: '/_emulator/' }, body: '' };
  if (path === '/_emulator') return { status: 308, headers: { location: '/_emulator/' }, body: '' };
  if (path !== '/_emulator/') return undefined;
  const { contentPolicy, renderPage } = require('../../../report/page') as typeof import('../../../report/page');
  const { PICTURE_STYLES } =
    require('../../../graph/formats/picture') as typeof import('../../../graph/formats/picture');
  const page = {
    title: 'Emulator of the network ingress service',
    body: HTML,
    styles: `${PICTURE_STYLES}${STYLES}`,
    script: SCRIPT,
    connects: true,
  } as const;
  const headers = {
    server: SERVER,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${contentPolicy(page)}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Another version of the emulator may listen on the same port later.
    'cache-control': 'no-cache',
  };
  return { status: 200, headers, body: renderPage(page) };
}
