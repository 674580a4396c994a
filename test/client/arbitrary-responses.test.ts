import fc from 'fast-check';
import { ApiError, type Client, createClient } from '../../src/client';
import { tries } from '../fuzz';
import { API_KEY, closeAll, serveRaw } from '../support/client/http-server';
import { SPEC_KINDS } from '../support/kinds';

afterEach(closeAll);

const names = fc.constantFrom(
  ...['id', 'uri', 'next_page_uri', 'msg', 'error_code', 'status_code', 'details', 'operation_id', 'path', 'endpoints'],
  ...SPEC_KINDS.flatMap(({ listKey, attributes }) => [listKey, ...Object.keys(attributes)]),
  ...['__proto__', 'constructor', 'toString', 'toJSON', ''],
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<unknown>(null, true, 0, -1.5e300, 1e21, '', API_KEY, `Bearer ${API_KEY}`, 'ipp_1', '\ud800'),
    fc.string({ unit: 'binary' }),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('json')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

const nextPages = fc.constantFrom<unknown>(
  ...[null, '', 7, {}, '?before_id=a', '?before_id=b', '/ip_policies?x', '//elsewhere.example/ip_policies', 'http://'],
  ...['http://elsewhere.example/ip_policies', 'https://127.0.0.1/x', 'file:///etc/passwd', 'javascript:1', '#top'],
  ...['http://key:word@elsewhere.example/', '\u0000', 'ftp://elsewhere.example', '?limit=100', '/%2e%2e/x'],
);
const objects = fc.array(fc.oneof(fc.constant({ id: 'x_1' }), json), { maxLength: 4 });
const page = fc
  .tuple(fc.constantFrom(...SPEC_KINDS), objects, nextPages)
  .map(([{ listKey }, listed, next]) => ({ [listKey]: listed, uri: 'x', next_page_uri: next }));

const textOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value) ?? '');
const deep = (open: string, close: string): Uint8Array => Buffer.from(open.repeat(100_000) + close.repeat(100_000));
const bodies: fc.Arbitrary<Uint8Array> = fc.oneof(
  page.map(textOf),
  page.map(textOf),
  json.map(textOf),
  fc.uint8Array({ maxLength: 60 }),
  fc.constantFrom(
    ...[new Uint8Array(), deep('[', ']'), deep('{"id":', '}'), deep('[', ''), Buffer.from('{"id":"a","id":"b"}')],
    ...['{"__proto__":{"id":"x"},"id":"y"}', `<html>${API_KEY}</html>`, '\ufeff{"id":"x"}'].map((text) =>
      Buffer.from(text),
    ),
    textOf({ id: 'x', description: 'y'.repeat(300_000) }),
  ),
);
const statuses = fc.oneof(
  fc.constantFrom(200, 200, 200, 201, 204, 206, 301, 302, 307, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504),
  fc.integer({ min: 200, max: 599 }),
);
const long = '99999999999999999999';
const odd = fc.constantFrom('', '0', '-1', '1e9', 'NaN', long, 'Thu, 99 Foo 2026', '\u00ff', 'a, b', '*');
const epoch = 'Thu, 01 Jan 1970 00:00:00 GMT';
const headers: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 4, arbitrary: fc.constant('application/json') },
      fc.constantFrom('text/html', 'application/json; charset=x', ';', ''),
    ),
    // None leads to a wait: rate-limit.test.ts tests those.
    'retry-after': fc.constantFrom('0', '-1', 'soon', '1e9', '0.5', '400', long, epoch, ''),
    'content-encoding': fc.constantFrom('identity', 'gzip', 'br, gzip', 'none', ''),
    date: fc.oneof(odd, fc.constant(epoch)),
    location: fc.constantFrom('http://elsewhere.example/', '/', 'http://', '//elsewhere.example', ''),
    'ngrok-operation-id': odd,
  },
  { requiredKeys: [] },
);
const responses = fc.record({ status: statuses, headers, body: bodies });

const unlimited = { apiKey: API_KEY, maxRequestsPerMinute: 0, maxRetries: 0 };

const calls: readonly ((client: Client) => Promise<unknown>)[] = [
  (client) => client.ipPolicies.get('ipp_1'),
  (client) => client.create('ip_policy_rule', { ip_policy_id: 'ipp_1', cidr: '10.0.0.0/8', action: 'deny' }),
  (client) => client.update('api_key', 'ak_1', { description: 'x' }),
  (client) => client.delete('domain', 'rd_1'),
  (client) => client.detach('domain', 'rd_1', 'certificate'),
  (client) => all(client.list('ip_policy')),
  (client) => all(client.pages('kubernetes_operator')),
  (client) => all(client.boundEndpoints('k8sop_1')),
  (client) => client.eventSources.list('esb_1'),
  (client) => client.eventSources.get('esb_1', 'ip_policy_created.v0'),
];

/** Chosen above what six responses lead to: they repeat, and a page that was already read ends a list with an error. */
const mostPages = 40;

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const item of items) {
    read.push(item);
    if (read.length > mostPages * 4) throw new Error('The list never ends');
  }
  return read;
}

function expectTyped(error: Error): void {
  if (!(error instanceof ApiError)) throw new Error(`No ApiError: ${error.name}: ${error.message}`, { cause: error });
  if (error.category === 'unexpected') throw new Error('A defect of the client', { cause: error });
  const text = [error.message, error.stack, JSON.stringify(error), String(error.cause ?? '')].join();
  if (text.includes(API_KEY)) throw new Error('The error reveals the API key');
}

test('after random responses a call ends with a value or an ApiError without the key; one origin is asked', async () => {
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', note);
  const property = fc.asyncProperty(
    fc.array(responses, { minLength: 1, maxLength: 6 }),
    fc.constantFrom(...calls),
    async (given, call) => {
      let asked = 0;
      const origins = new Set<string>();
      const client = createClient({
        ...unlimited,
        baseUrl: 'http://127.0.0.1:1/base',
        async fetch(request) {
          origins.add(new URL(request.url).origin);
          if (++asked > mostPages) throw new Error('The client never stops asking');
          const { status, headers, body } = given[(asked - 1) % given.length] ?? {
            status: 200,
            headers: {},
            body: new Uint8Array(),
          };
          return new Response([204, 205, 304].includes(status) ? null : body.slice(), { status, headers });
        },
      });
      const outcome = await call(client).catch((error: unknown) => error);
      await client.close();
      if (asked > mostPages) throw new Error('The client never stops asking');
      if (outcome instanceof Error) expectTyped(outcome);
      const otherOrigins = [...origins].filter((origin) => origin !== 'http://127.0.0.1:1');
      if (otherOrigins.length > 0) throw new Error(`The client asks ${otherOrigins.join()}`);
      if (({} as { id?: unknown }).id !== undefined) throw new Error('A response changed all objects');
    },
  );
  try {
    await fc.assert(property, tries(1000, 60));
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', note);
  }
  expect(rejections).toEqual([]);
}, 600_000);

test('after random bytes of (malformed) HTTP a call ends with a value or an ApiError without the key', async () => {
  const lines = fc.constantFrom(
    ...['HTTP/1.1 200 OK', 'HTTP/1.1 999 ?', 'HTTP/1.1 20', 'HTTP/9.9 200 OK', 'ICY 200', '', '\0'],
    ...['content-length: 5', 'content-length: -1', `content-length: ${long}`, 'content-length: 1\r\ncontent-length: 2'],
    ...['transfer-encoding: chunked', 'transfer-encoding: gzip, chunked', 'content-type: application/json'],
    ...['connection: upgrade\r\nupgrade: x', 'HTTP/1.1 100 Continue\r\n', `x: ${'y'.repeat(20_000)}`],
    'location: http://elsewhere.example',
    ...['', '{"id":"x"}', 'ffffffffffffffff', '5\r\n{"id"', 'a: b: c', ' folded'],
  );
  const wire = fc.oneof(
    fc.array(lines, { maxLength: 6 }).map((parts) => Buffer.from(['HTTP/1.1 200 OK', ...parts, ''].join('\r\n'))),
    fc.array(lines, { maxLength: 6 }).map((parts) => Buffer.from(parts.join('\r\n'))),
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  );
  let reply = Buffer.alloc(0);
  const { url } = await serveRaw((socket) => socket.once('data', () => socket.end(reply)));
  await fc.assert(
    fc.asyncProperty(wire, fc.constantFrom(...calls), async (bytes, call) => {
      reply = bytes;
      const client = createClient({ ...unlimited, baseUrl: url });
      const outcome = await call(client).catch((error: unknown) => error);
      await client.close();
      if (outcome instanceof Error) expectTyped(outcome);
    }),
    tries(200),
  );
}, 600_000);
