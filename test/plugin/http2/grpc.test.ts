/** The gRPC server with frames and headers that no gRPC library sends. */
import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2';
import type { MethodHandler } from '../../../src/plugin/http2/grpc';
import {
  connectRaw,
  dataFrame,
  framed,
  headersFrame,
  type RawConnection,
  resetFrame,
  TYPE,
} from '../../support/plugin/raw-frames';
import { type ServedGrpc, serveGrpc } from '../../support/plugin/serve-grpc';

const MAX_BYTES = 1000;
const performed: string[] = [];
/** What the calls of `/held` wait for before they respond. */
let held: Promise<void>;
const methods = new Map<string, MethodHandler>([
  [
    '/unary',
    {
      kind: 'unary',
      async handle(request) {
        performed.push(Buffer.from(request).toString());
        return request;
      },
    },
  ],
  [
    '/stream',
    {
      kind: 'stream',
      async serve({ request, send, end }) {
        performed.push(Buffer.from(request).toString());
        await send(request);
        await send(request);
        end();
      },
    },
  ],
  [
    '/held/unary',
    {
      kind: 'unary',
      async handle(request) {
        performed.push('held unary');
        await held;
        return request;
      },
    },
  ],
  [
    '/held/stream',
    {
      kind: 'stream',
      async serve({ request, send, end }) {
        performed.push('held stream');
        await held;
        await send(request);
        end();
      },
    },
  ],
  ['/idle', { kind: 'idle' }],
]);

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

let served: ServedGrpc;
let raw: RawConnection;

beforeEach(async () => {
  performed.length = 0;
  served = await serveGrpc({ methods, maxMessageBytes: MAX_BYTES });
  raw = await connectRaw(served.port);
});

afterEach(async () => {
  raw.close();
  await served.close();
});

describe('a stream that is reset before its request has ended', () => {
  const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR } = constants;
  const bodies: [string, Buffer[]][] = [
    ['headers only', []],
    ['a part of the prefix', [framed('').subarray(0, 3)]],
    ['a part of the message', [framed('reset', 0, 100)]],
    ['the whole message', [framed('reset')]],
    ['the whole message in two frames', [framed('reset').subarray(0, 7), framed('reset').subarray(7)]],
    ['more than a message', [framed('reset'), framed('reset')]],
    ['a message that is too long', [Buffer.alloc(MAX_BYTES + 6)]],
  ];
  const paths = ['/unary', '/stream', '/idle', '/unknown'];
  const codes = [NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR];

  test.each(bodies)('with %s performs nothing and does not disturb the next call', async (_, body) => {
    let stream = 1;
    const cases = paths.flatMap((path) =>
      codes.flatMap((code) => [true, false].map((later) => ({ path, code, later }))),
    );
    for (const { path, code, later } of cases) {
      const frames = [headersFrame(stream, { ':path': path }), ...body.map((each) => dataFrame(stream, each))];
      const reset = resetFrame(stream, code);
      raw.send(...frames, ...(later ? [] : [reset]));
      if (later) await turn();
      if (later) raw.send(reset);
      stream += 2;
    }
    raw.send(headersFrame(stream, { ':path': '/unary' }), dataFrame(stream, framed('next'), true));
    expect(await raw.body(stream)).toEqual(framed('next'));
    await turn();
    expect(performed).toEqual(['next']);
  });

  test('with a content type that is not gRPC does not disturb the next call', async () => {
    raw.send(headersFrame(1, { 'content-type': 'text/plain' }), resetFrame(1, NGHTTP2_NO_ERROR));
    raw.send(headersFrame(3, { ':path': '/stream' }), dataFrame(3, framed('next'), true));
    expect(await raw.body(3)).toEqual(Buffer.concat([framed('next'), framed('next')]));
  });
});

test('a stream that is reset while its call is performed gets nothing after the reset', async () => {
  let release = (): void => undefined;
  held = new Promise((resolve) => {
    release = resolve;
  });
  for (const [stream, path] of [
    [1, '/held/unary'],
    [3, '/held/stream'],
  ] as const)
    raw.send(headersFrame(stream, { ':path': path }), dataFrame(stream, framed('reset'), true));
  while (performed.length < 2) await turn();
  raw.send(resetFrame(1, 0), resetFrame(3, 0), headersFrame(5, { ':path': '/unary' }));
  raw.send(dataFrame(5, framed('first'), true));
  // The server has received the resets. Before them it has sent only the head of the stream of messages.
  expect(await raw.body(5)).toEqual(framed('first'));
  const ofReset = () => raw.frames.flatMap(({ stream, type }) => (stream < 5 && stream > 0 ? [[stream, type]] : []));
  expect(ofReset()).toEqual([[3, TYPE.headers]]);
  release();
  await turn();
  raw.send(headersFrame(7, { ':path': '/unary' }), dataFrame(7, framed('next'), true));
  expect(await raw.body(7)).toEqual(framed('next'));
  expect(performed).toEqual(['held unary', 'held stream', 'first', 'next']);
  expect(ofReset()).toEqual([[3, TYPE.headers]]);
});

describe('a request is refused', () => {
  let session: ClientHttp2Session;

  beforeEach(() => {
    session = connect(`http://127.0.0.1:${served.port}`);
  });
  afterEach(() => session.destroy());

  async function call(
    headers: Readonly<Record<string, string | undefined>>,
    body: Buffer,
    isEnded = true,
  ): Promise<IncomingHttpHeaders> {
    const all = {
      ':method': 'POST',
      ':path': '/unary',
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    };
    const stream = session.request(all, { endStream: false });
    stream.on('error', () => undefined);
    const response = once(stream, 'response') as Promise<[IncomingHttpHeaders]>;
    if (isEnded) stream.end(body);
    else stream.write(body);
    const [received] = await response;
    stream.resume();
    if (!stream.readableEnded && received['grpc-status'] === undefined && Number(received[':status']) === 200) {
      const [trailers] = (await once(stream, 'trailers')) as [IncomingHttpHeaders];
      return { ...received, ...trailers };
    }
    return received;
  }

  test.each([
    ['a GET', { ':method': 'GET' }, 405],
    ['a PUT', { ':method': 'PUT' }, 405],
    ['no content type', { 'content-type': undefined }, 415],
    ['another content type', { 'content-type': 'application/json' }, 415],
    ['a content type that only begins like gRPC', { 'content-type': 'application/grpcfoo' }, 415],
    ['gRPC-Web', { 'content-type': 'application/grpc-web' }, 415],
    ['no te, as after a proxy that drops trailers', { te: undefined }, 400],
  ])('with %s, by an HTTP status', async (_, headers, expected) => {
    expect((await call(headers, framed('no')))[':status']).toBe(expected);
    expect(performed).toEqual([]);
  });

  test.each(['application/grpc', 'application/grpc+proto', 'application/grpc; charset=utf-8'])(
    'not with the content type %s',
    async (type) => {
      expect(await call({ 'content-type': type }, framed('yes'))).toMatchObject({ 'grpc-status': '0' });
    },
  );

  test('at once when its prefix announces more than the longest message', async () => {
    const response = await call({}, framed('', 0, 2 ** 32 - 1), false);
    expect(response).toMatchObject({ 'grpc-status': '8' });
    expect(decodeURIComponent(String(response['grpc-message']))).toContain('4294967295');
  });

  test('not with the longest message', async () => {
    expect(await call({}, framed('x'.repeat(MAX_BYTES)))).toMatchObject({ 'grpc-status': '0' });
  });

  test.each([
    ['nothing', Buffer.alloc(0), true],
    ['a part of the prefix', framed('').subarray(0, 4), true],
    ['less than the prefix announces', framed('no', 0, 3), true],
    ['two messages', Buffer.concat([framed('no'), framed('no')]), false],
  ])('with INTERNAL for %s', async (_, body, isEnded) => {
    expect(await call({}, body, isEnded)).toMatchObject({ 'grpc-status': '13' });
  });

  test('with UNIMPLEMENTED and the accepted encodings for a compressed message', async () => {
    expect(await call({ 'grpc-encoding': 'gzip' }, framed('no', 1))).toMatchObject({
      'grpc-status': '12',
      'grpc-accept-encoding': 'identity',
    });
  });

  test.each([
    ['without grpc-encoding', {}, 1],
    ['with the encoding identity', { 'grpc-encoding': 'identity' }, 1],
    ['with an unknown flag', { 'grpc-encoding': 'gzip' }, 2],
  ])('with INTERNAL for a message that is marked as compressed %s', async (_, headers, flag) => {
    expect(await call(headers, framed('no', flag))).toMatchObject({ 'grpc-status': '13' });
  });

  test('not for an encoding that its message does not use', async () => {
    expect(await call({ 'grpc-encoding': 'gzip' }, framed('yes'))).toMatchObject({ 'grpc-status': '0' });
  });
});
