/** Malformed requests, sent as bytes over a socket. */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { createEmulator } from '../../../src/emulator';
import { campaignSize } from '../../fuzz';
import { SPEC_KINDS } from '../../support/kinds';

const requestCount = campaignSize(2_000, 10_000);

/** Returns a malformed request, given the path of an existing object. */
type Malformed = (path: string) => Buffer;

/** RFC 9110, section 5.6.2. */
const token = fc.string({ unit: fc.constantFrom(...'ABCxyz!#$%&*+-.^_`|~09'), minLength: 1, maxLength: 12 });
const line = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
const anyByte = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const knownMethod = fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE');
const collection = fc.constantFrom(...SPEC_KINDS.map(({ path }) => path));
const good = ['host: 127.0.0.1', 'authorization: Bearer key', 'connection: close'];
const json = 'content-type: application/json';

function bytesOf(method: string, target: string, headers: readonly string[], body: Buffer = Buffer.alloc(0)): Buffer {
  const length = body.length > 0 ? [`content-length: ${body.length}`] : [];
  const head = [`${method} ${target} HTTP/1.1`, ...headers, ...length, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** Unknown and unsupported methods. */
const methods = fc
  .tuple(
    fc.oneof(fc.constantFrom('PUT', 'get', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH', 'X'.repeat(500)), token),
    fc.boolean(),
  )
  .filter(([method]) => !['GET', 'POST', 'PATCH', 'DELETE'].includes(method))
  .map(
    ([method, onObject]): Malformed =>
      (path) =>
        bytesOf(method, onObject ? path : '/ip_policies', good),
  );

/** Paths that are unrouted, cannot be decoded, or are invalid. */
const targets = fc
  .tuple(
    knownMethod,
    fc.oneof(
      line.map((text) => `/${text}`),
      line,
      collection.map((path) => `${path}/`),
      collection.map((path) => `/${path}`),
      fc.tuple(collection, line).map(([path, text]) => `${path}/${encodeURIComponent(text)}_`),
      fc.constantFrom(
        '/%',
        '/%ff',
        '/ip_policies/%00',
        '/ip_policies/..%2f..',
        '*',
        'http://',
        '/\u00e9',
        `/${'a'.repeat(20_000)}`,
      ),
    ),
  )
  .filter(([, target]) => !SPEC_KINDS.some(({ path }) => target.split('?')[0] === path))
  .map(
    ([method, target]): Malformed =>
      () =>
        bytesOf(
          method,
          target,
          [...good, json],
          method === 'GET' || method === 'DELETE' ? undefined : Buffer.from('{"description":"x"}'),
        ),
  );

/** Missing, wrong and invalid headers. */
const headers = fc
  .tuple(
    knownMethod,
    fc.oneof(
      fc.constant(['host: 127.0.0.1', json]),
      line.map((text) => ['host: 127.0.0.1', `authorization: ${text.replace(/^bearer/i, '')}`, json]),
      fc.constant([...good, 'content-type: text/plain', 'content-type: application/json']),
      fc.constant([...good, 'content-type: application/jsonp']),
      fc.constant([...good, json, `x: ${'y'.repeat(20_000)}`]),
      fc.constant([...good, json, 'content-length: -1']),
      fc.constant([...good, json, 'content-length: 1', 'content-length: 2']),
      fc.constant([...good, json, 'transfer-encoding: chunked', 'content-length: 3']),
      fc.constant([...good, json, 'transfer-encoding: gzip, chunked']),
      fc.constant([...good, json, 'expect: miracles']),
      fc.constant([json, 'authorization: Bearer key']),
      anyByte.map((bytes) => [...good, json, `x\0: ${bytes.toString('latin1')}`]),
      line.map((text) => [...good, json, `: ${text}`]),
    ),
  )
  .map(
    ([method, all]): Malformed =>
      (path) =>
        bytesOf(method === 'POST' ? 'PATCH' : method, path, all, Buffer.from('{"descriptio":"changed"}')),
  );

/** Bodies that are not JSON objects in UTF-8, or have only unknown members, or one with an invalid value. */
const bodies = fc
  .tuple(
    fc.constantFrom('POST', 'PATCH'),
    fc.oneof(
      anyByte.map((bytes) => Buffer.concat([Buffer.from('{"description":"'), bytes, Buffer.from([0xff])])),
      fc.json().map((text) => Buffer.from(`[${text}]`)),
      fc.json().map((text) => Buffer.from(`${text}}`)),
      fc.constantFrom(
        Buffer.from('null'),
        Buffer.from('{'),
        Buffer.from('{"description":"x"'),
        Buffer.from('\ufeff\ufeff{"description":"x"}'),
        Buffer.from('{"description":"x"}', 'utf16le'),
        gzipSync('{"description":"x"}'),
        Buffer.from(`{"metadata":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
        Buffer.from('{"description":1}'),
        Buffer.from('{"description":{}}'),
        Buffer.from(`{"metadata":"${'m'.repeat(5000)}"}`),
        Buffer.from('{"__proto__":{"description":"x"}}'),
        Buffer.from('{"constructor":1}'),
      ),
      fc.tuple(token, fc.json()).map(([name, value]) => Buffer.from(`{${JSON.stringify(`${name}?`)}:${value}}`)),
    ),
    fc.boolean(),
  )
  .map(
    ([method, body, onObject]): Malformed =>
      (path) => {
        const target = method === 'PATCH' || onObject ? path : '/ip_policies';
        return bytesOf(method, target, [...good, json], body);
      },
  );

/** Bodies that are too large, truncated, of another length than announced, or not allowed. */
const sizes = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constant<Malformed>((path) =>
      bytesOf('PATCH', path, [...good, json], Buffer.alloc(1024 * 1024 + 1, 32)),
    ),
  },
  {
    weight: 40,
    arbitrary: fc.nat(30).map(
      (sent): Malformed =>
        (path) => {
          const head = `PATCH ${path} HTTP/1.1\r\n${[...good, json, 'content-length: 40'].join('\r\n')}\r\n\r\n`;
          return Buffer.from(head + '{"description":"changed"}          '.slice(0, sent));
        },
    ),
  },
  {
    weight: 20,
    arbitrary: line.map(
      (chunk): Malformed =>
        (path) => {
          const head = `PATCH ${path} HTTP/1.1\r\n${[...good, json, 'transfer-encoding: chunked'].join('\r\n')}\r\n\r\n`;
          return Buffer.from(`${head}g${chunk}\r\n`);
        },
    ),
  },
  {
    weight: 20,
    arbitrary: fc.constant<Malformed>((path) => bytesOf('DELETE', path, [...good, json], Buffer.from('{}'))),
  },
);

const queries = fc
  .oneof(
    line.map((text) => `x${text}`),
    fc.constantFrom(
      'limit=0',
      'limit=101',
      'limit=1e1',
      'limit=1&limit=1',
      'before_id=x',
      'filter=%ff',
      'filter=obj.nothing',
      'limit=%',
      'before_id=',
    ),
  )
  .map(
    (query): Malformed =>
      () =>
        bytesOf('GET', `/ip_policies?${query.replaceAll('#', '')}`, good),
  );

/** Bytes that are not HTTP. */
const noise = anyByte.map(
  (bytes): Malformed =>
    () =>
      Buffer.concat([bytes, Buffer.from('\r\n\r\n')]),
);

test(`${requestCount} malformed requests: no crash, no status but 4xx, nothing changed`, async () => {
  const emulator = createEmulator({ clock: '2030-01-01T00:00:00Z', apiKeys: ['key'] });
  const { url } = await emulator.listen();
  const created = await fetch(`${url}/ip_policies`, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: '{"description":"untouched"}',
  });
  const path = `/ip_policies/${((await created.json()) as { id: string }).id}`;
  const listStored = async () => {
    const { ids: _counted, ...rest } = await emulator.snapshot({ secrets: true });
    return [rest, emulator.events().length];
  };
  const before = await listStored();
  const malformed = fc.oneof(methods, targets, headers, bodies, sizes, queries, noise);
  const port = Number(new URL(url).port);
  const returned = new Map<number | undefined, number>();
  const waiting = fc.sample(malformed, requestCount).map((make) => make(path));
  const sendAll = async (): Promise<void> => {
    for (let bytes = waiting.pop(); bytes; bytes = waiting.pop()) {
      const status = await statusOf(port, bytes);
      returned.set(status, (returned.get(status) ?? 0) + 1);
      if (status !== undefined && (status < 400 || status > 499)) {
        throw new Error(`${status} for ${JSON.stringify(bytes.subarray(0, 300).toString('latin1'))}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: 16 }, sendAll));
    // Most requests get a response, and the HTTP parser does not reject all of them.
    expect(returned.get(undefined) ?? 0).toBeLessThan(requestCount / 4);
    for (const status of [400, 403, 404]) expect(returned.get(status)).toBeGreaterThan(requestCount / 100);
    expect(await listStored()).toEqual(before);
    expect((await fetch(`${url}${path}`, { headers: { authorization: 'Bearer key' } })).status).toBe(200);
  } finally {
    await emulator.close();
  }
}, 240_000);

/** Returns the status; undefined if the connection was closed without a response. */
function statusOf(port: number, bytes: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      if (text.length < 100) text += chunk;
    });
    // The server closed the connection before the whole request was sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const found = /^HTTP\/1\.1 (\d{3})/.exec(text);
      resolve(found ? Number(found[1]) : undefined);
    });
  });
}
