import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createDownload, type DownloadResponse } from '../../../src/client/http/download';
import { collect } from '../../support/client/http-server';
import { type Listening, listen } from '../../support/listen';

let origin: Listening;
let proxy: Listening;
let connects: IncomingMessage[];

beforeEach(async () => {
  connects = [];
  origin = await listen(
    createServer(({ url, headers }, response) => {
      if (url === '/moved') return void response.writeHead(302, { location: `http://${headers.host}/file` }).end();
      response.end(`${url} of ${headers.host}, ${headers.authorization ?? 'no key'}`);
    }),
  );
  const server = createServer((_, response) => response.writeHead(405).end());
  // The proxy connects each host to `origin`, whose responses name the host that was requested.
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    connects.push(request);
    const upstream = connect(origin.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const each of [socket, upstream]) each.on('error', () => undefined);
  });
  proxy = await listen(server);
});
afterEach(async () => {
  for (const server of [origin, proxy]) await server.close();
});

const signal = AbortSignal.timeout(20_000);

async function text({ body }: DownloadResponse): Promise<string> {
  return Buffer.concat(await collect(body as AsyncIterable<Uint8Array>)).toString();
}

test('the proxy is asked, with user and password', async () => {
  const download = createDownload({ http_proxy: `http://team:p%40ss@127.0.0.1:${proxy.port}` });
  const response = await download('http://releases.test/file', signal);
  expect(response).toMatchObject({ ok: true, status: 200 });
  expect(await text(response)).toBe('/file of releases.test, no key');
  expect(connects.map(({ url }) => url)).toEqual(['releases.test:80']);
  expect(connects[0]?.headers['proxy-authorization']).toBe(`Basic ${Buffer.from('team:p@ss').toString('base64')}`);
});

test.each(['through a proxy', 'directly'])('a redirect is returned and not followed, %s', async (how) => {
  const isDirect = how === 'directly';
  const download = createDownload(isDirect ? {} : { http_proxy: `http://127.0.0.1:${proxy.port}` });
  const host = isDirect ? `127.0.0.1:${origin.port}` : 'releases.test';
  const { status, headers } = await download(`http://${host}/moved`, signal);
  expect([status, headers.get('location')]).toEqual([302, `http://${host}/file`]);
});

test('loopback is asked directly, although a proxy is set', async () => {
  const download = createDownload({ http_proxy: `http://127.0.0.1:${proxy.port}` });
  expect(await text(await download(`http://127.0.0.1:${origin.port}/file`, signal))).toContain('/file of 127.0.0.1');
  expect(connects).toEqual([]);
});

test('an invalid proxy is refused without its password', async () => {
  const download = createDownload({ https_proxy: 'socks5://team:s3cret-word@proxy' });
  const error: Error = await download('https://releases.test/file', signal).catch((caught) => caught);
  expect(error.message).toMatch(
    /^proxyUrl \(or https_proxy, http_proxy or all_proxy\) has the invalid scheme 'socks5'/,
  );
  expect(error.message).not.toContain('s3cret-word');
});
