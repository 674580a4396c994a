/** Requests that the emulator must refuse, many of them malformed, sent as bytes over a socket. */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { createEmulator } from '../../../src/emulator';
import { campaignSize } from '../../fuzz';
import { SPEC_KINDS } from '../../support/kinds';

const requestCount = campaignSize(600, 10_000);

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
const json = [...good, 'content-type: application/json'];

function bytesOf(method: string, target: string, headers: readonly string[], body: Buffer = Buffer.alloc(0)): Buffer {
  const length = body.length > 0 ? [`content-length: ${body.length}`] : [];
  const head = [`${method} ${target} HTTP/1.1`, ...headers, ...length, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** Requests to refuse, some of them for the existing object at the path. */
function requestsToRefuse(path: string): fc.Arbitrary<Buffer> {
  const objectOrList = fc.constantFrom(path, '/ip_policies');
  const unsupported = fc.constantFrom('PUT', 'get', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH', 'X'.repeat(500));
  const methods = fc
    .tuple(fc.oneof(unsupported, token), objectOrList)
    .filter(([method]) => !['GET', 'POST', 'PATCH', 'DELETE'].includes(method))
    .map(([method, target]) => bytesOf(method, target, good));

  const wrongTargets = fc.oneof(
    line.map((text) => `/${text}`),
    line,
    collection.map((each) => `${each}/`),
    collection.map((each) => `/${each}`),
    fc.tuple(collection, line).map(([each, text]) => `${each}/${encodeURIComponent(text)}_`),
    fc.constantFrom('/%', '/%ff', '/ip_policies/%00', '/ip_policies/..%2f..', '*', 'http://', '/\u00e9'),
    fc.constant(`/${'a'.repeat(20_000)}`),
  );
  const targets = fc
    .tuple(knownMethod, wrongTargets)
    .filter(([, target]) => !SPEC_KINDS.some((kind) => target.split('?')[0] === kind.path))
    .map(([method, target]) => {
      const hasBody = method === 'POST' || method === 'PATCH';
      return bytesOf(method, target, json, hasBody ? Buffer.from('{"description":"x"}') : undefined);
    });

  const wrongHeaders = fc.oneof(
    fc.constantFrom('authorization', 'host').map((name) => json.filter((header) => !header.startsWith(name))),
    fc.constantFrom('text/plain', 'application/jsonp').map((type) => [...good, `content-type: ${type}`]),
    fc
      .constantFrom(
        ['content-length: -1'],
        ['content-length: 1', 'content-length: 2'],
        ['transfer-encoding: chunked', 'content-length: 3'],
        ['transfer-encoding: gzip, chunked'],
        ['expect: miracles'],
        [`x: ${'y'.repeat(20_000)}`],
      )
      .map((more) => [...json, ...more]),
    line.map((text) => json.with(1, `authorization: ${text.replace(/^bearer/i, '')}`)),
    anyByte.map((bytes) => [...json, `x\0: ${bytes.toString('latin1')}`]),
    line.map((text) => [...json, `: ${text}`]),
  );
  // `descriptio` is no member, so a request with acceptable headers is refused, too.
  const headers = fc
    .tuple(fc.constantFrom('GET', 'PATCH', 'DELETE'), wrongHeaders)
    .map(([method, all]) => bytesOf(method, path, all, Buffer.from('{"descriptio":"changed"}')));

  /** Bodies that are not JSON objects in UTF-8, or have an invalid value. */
  const texts = fc.oneof(
    anyByte.map((bytes) => Buffer.concat([Buffer.from('{"description":"'), bytes, Buffer.from([0xff])])),
    fc.json().map((text) => `${text}}`),
    fc.constantFrom('{"description":"x"', '\ufeff\ufeff{"description":"x"}', `{"metadata":"${'m'.repeat(5000)}"}`),
    fc.constantFrom(Buffer.from('{"description":"x"}', 'utf16le'), gzipSync('{"description":"x"}')),
  );
  const bodies = fc
    .tuple(fc.constantFrom('POST', 'PATCH'), texts)
    .map(([method, body]) => bytesOf(method, method === 'PATCH' ? path : '/ip_policies', json, Buffer.from(body)));

  const patch = (header: string): string => `PATCH ${path} HTTP/1.1\r\n${[...json, header].join('\r\n')}\r\n\r\n`;
  /** Bodies that are shorter than announced, have no valid size of a chunk, or are not allowed. */
  const sizes = fc.oneof(
    fc.nat(30).map((sent) => patch('content-length: 40') + '{"description":"changed"}          '.slice(0, sent)),
    line.map((chunk) => `${patch('transfer-encoding: chunked')}g${chunk}\r\n`),
    fc.constant(bytesOf('DELETE', path, json, Buffer.from('{}'))),
  );
  // More than 1 MiB, so only a few.
  const tooLarge = fc.constant(bytesOf('PATCH', path, json, Buffer.alloc(1024 * 1024 + 1, 32)));

  const wrongQueries = [
    'limit=0',
    'limit=1e1',
    'limit=1&limit=1',
    'limit=%',
    'before_id=',
    'filter=%ff',
    'filter=obj.x',
  ];
  const queries = fc
    .oneof(
      line.map((text) => `x${text.replaceAll('#', '')}`),
      fc.constantFrom(...wrongQueries),
    )
    .map((query) => bytesOf('GET', `/ip_policies?${query}`, good));

  const noHttp = anyByte.map((bytes) => Buffer.concat([bytes, Buffer.from('\r\n\r\n')]));
  const others = [methods, targets, headers, bodies, sizes.map(Buffer.from), queries, noHttp];
  return fc.oneof({ weight: 1, arbitrary: tooLarge }, ...others.map((arbitrary) => ({ weight: 80, arbitrary })));
}

test(`${requestCount} requests to refuse: no crash, no status but 4xx, no object, setting or event changed`, async () => {
  const emulator = createEmulator({ clock: '2030-01-01T00:00:00Z', apiKeys: ['key'] });
  const { url } = await emulator.listen();
  const created = await fetch(`${url}/ip_policies`, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: '{"description":"untouched"}',
  });
  const path = `/ip_policies/${((await created.json()) as { id: string }).id}`;
  const listStored = async () => {
    // A refusal takes an id, so the position of the ids changes.
    const { ids: _position, ...rest } = await emulator.snapshot({ secrets: true });
    return [rest, emulator.events().length];
  };
  const before = await listStored();
  const port = Number(new URL(url).port);
  const returned = new Map<number | undefined, number>();
  const waiting = fc.sample(requestsToRefuse(path), requestCount);
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
    // Most requests get a response, and the HTTP parser does not reject all of them. The bounds are choices.
    expect(returned.get(undefined) ?? 0).toBeLessThan(requestCount / 4);
    for (const status of [400, 403, 404]) expect(returned.get(status)).toBeGreaterThan(requestCount / 100);
    expect(await listStored()).toEqual(before);
    expect((await fetch(`${url}${path}`, { headers: { authorization: 'Bearer key' } })).status).toBe(200);
  } finally {
    await emulator.close();
  }
});

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
