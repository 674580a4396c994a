import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2';
import type { MethodHandler } from '../../../src/plugin/http2/grpc';
import type { RawConnection } from '../../support/plugin/raw-frames';
import * as raws from '../../support/plugin/raw-frames';
import { type ServedGrpc, serveGrpc } from '../../support/plugin/serve-grpc';

const { dataFrame, framed, headersFrame, resetFrame, TYPE } = raws;
const MAX_BYTES = 1000;
const performed: string[] = [];
/** What calls of `/held`, and of `/stream` with the message `held`, wait for before they respond. */
let held: Promise<void>;
const note = (request: Uint8Array): void => void performed.push(Buffer.from(request).toString());
const serve: Extract<MethodHandler, { kind: 'stream' }>['serve'] = async ({ request, send, end }) => {
  note(request);
  if (Buffer.from(request).toString() === 'held') await held;
  await send(request);
  await send(request);
  end();
};
const hold = async (request: Uint8Array): Promise<Uint8Array> => {
  note(request);
  await held;
  return request;
};
const echo = async (request: Uint8Array): Promise<Uint8Array> => {
  note(request);
  return request;
};
const methods = new Map<string, MethodHandler>([
  ['/unary', { kind: 'unary', handle: echo }],
  ['/stream', { kind: 'stream', serve }],
  ['/held', { kind: 'unary', handle: hold }],
  ['/idle', { kind: 'idle' }],
]);

/** Sends a whole call. */
const send = (stream: number, path: string, message: string): void => raw.send(raws.callFrames(stream, path, message));

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

let served: ServedGrpc;
let raw: RawConnection;

beforeEach(async () => {
  performed.length = 0;
  served = await serveGrpc({ methods, maxMessageBytes: MAX_BYTES });
  raw = await raws.connectRaw(served.port);
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
    const cases = paths.flatMap((path) => codes.map((code) => [path, code] as const));
    for (const [path, code, later] of cases.flatMap((each) => [[...each, true] as const, [...each, false] as const])) {
      const frames = [headersFrame(stream, { ':path': path }), ...body.map((each) => dataFrame(stream, each))];
      raw.send(...frames);
      if (later) await turn();
      raw.send(resetFrame(stream, code));
      stream += 2;
    }
    send(stream, '/unary', 'next');
    expect(await raw.body(stream)).toEqual(framed('next'));
    await turn();
    expect(performed).toEqual(['next']);
  });

  test('with a content type that is not gRPC does not disturb the next call', async () => {
    raw.send(headersFrame(1, { 'content-type': 'text/plain' }), resetFrame(1, NGHTTP2_NO_ERROR));
    send(3, '/stream', 'next');
    expect(await raw.body(3)).toEqual(Buffer.concat([framed('next'), framed('next')]));
  });
});

test('a stream that is reset while its call is performed gets nothing after the reset', async () => {
  let release = (): void => undefined;
  held = new Promise((resolve) => {
    release = resolve;
  });
  send(1, '/held', 'held');
  send(3, '/stream', 'held');
  while (performed.length < 2) await turn();
  raw.send(resetFrame(1, 0), resetFrame(3, 0));
  send(5, '/unary', 'first');
  // The server has received the resets. Before them it has sent only the head of the stream of messages.
  expect(await raw.body(5)).toEqual(framed('first'));
  const ofReset = () => raw.frames.flatMap(({ stream, type }) => (stream < 5 && stream > 0 ? [[stream, type]] : []));
  expect(ofReset()).toEqual([[3, TYPE.headers]]);
  release();
  await turn();
  send(7, '/unary', 'next');
  expect(await raw.body(7)).toEqual(framed('next'));
  expect(performed).toEqual(['held', 'held', 'first', 'next']);
  expect(ofReset()).toEqual([[3, TYPE.headers]]);
});

describe('a request', () => {
  let session: ClientHttp2Session;

  beforeEach(() => {
    session = connect(`http://127.0.0.1:${served.port}`);
  });
  afterEach(() => session.destroy());

  type Headers = Readonly<Record<string, string | undefined>>;
  async function call(headers: Headers, body: Buffer, isEnded = true): Promise<IncomingHttpHeaders> {
    const all = { ':method': 'POST', ':path': '/unary', 'content-type': 'application/grpc', te: 'trailers' };
    const stream = session.request({ ...all, ...headers }, { endStream: false });
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
  ])('with %s is refused by an HTTP status', async (_, headers, expected) => {
    expect((await call(headers, framed('no')))[':status']).toBe(expected);
    expect(performed).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['with the content type application/grpc+proto', { 'content-type': 'application/grpc+proto' }, 'yes'],
    ['with a charset', { 'content-type': 'application/grpc; charset=utf-8' }, 'yes'],
    ['with the longest message', {}, 'x'.repeat(MAX_BYTES)],
    ['for an encoding that its message does not use', { 'grpc-encoding': 'gzip' }, 'yes'],
  ])('%s is performed', async (_, headers, message) => {
    expect(await call(headers, framed(message))).toMatchObject({ 'grpc-status': '0' });
  });

  test('is refused at once when its prefix announces more than the longest message', async () => {
    const response = await call({}, framed('', 0, 2 ** 32 - 1), false);
    expect(response).toMatchObject({ 'grpc-status': '8' });
    expect(decodeURIComponent(String(response['grpc-message']))).toContain('4294967295');
  });

  test.each<[string, Buffer, boolean?, Record<string, string>?]>([
    ['nothing', Buffer.alloc(0)],
    ['a part of the prefix', framed('').subarray(0, 4)],
    ['less than the prefix announces', framed('no', 0, 3)],
    ['two messages', Buffer.concat([framed('no'), framed('no')]), false],
    ['a message that is marked as compressed without grpc-encoding', framed('no', 1)],
    ['a compressed message of the encoding identity', framed('no', 1), true, { 'grpc-encoding': 'identity' }],
    ['an unknown flag', framed('no', 2), true, { 'grpc-encoding': 'gzip' }],
  ])('that is %s is refused with INTERNAL', async (_, body, isEnded = true, headers = {}) => {
    expect(await call(headers, body, isEnded)).toMatchObject({ 'grpc-status': '13' });
  });

  test('that is compressed is refused with UNIMPLEMENTED and the accepted encodings', async () => {
    const refused = { 'grpc-status': '12', 'grpc-accept-encoding': 'identity' };
    expect(await call({ 'grpc-encoding': 'gzip' }, framed('no', 1))).toMatchObject(refused);
  });
});
