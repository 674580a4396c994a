/** RFC 9113, frame by frame. */
import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { createConnection, type Socket } from 'node:net';
import { Client, credentials, status } from '@grpc/grpc-js';
import { ERROR, LIMITS } from '../../../src/plugin/http2/frames';
import type { GrpcServer, MethodHandler, StreamCall } from '../../../src/plugin/http2/grpc';
import { campaignSize } from '../../fuzz';
import { MEGABYTE, usedMemory } from '../../support/memory';
import { callUnary } from '../../support/plugin/grpc-calls';
import type { Frame, RawConnection } from '../../support/plugin/raw-frames';
import * as raws from '../../support/plugin/raw-frames';
import { type ServedGrpc, serveGrpc } from '../../support/plugin/serve-grpc';
import { testInCi } from '../../support/requirements';

const { callFrames: call, connectSilent, dataFrame, FLAG, frame, framed, headersFrame } = raws;
const { PREFACE, resetFrame, settingsFrame, TYPE, windowFrame } = raws;

/**
 * More than any test sends, so that flow control stops nothing. As an increment, it makes the connection's window,
 * which is 65,535 bytes at first, the largest that HTTP/2 allows.
 */
const OPEN = 2 ** 31 - 1 - 65_535;
const SETTING = { tableSize: 1, initialWindow: 4 } as const;

const running = new Set<() => void>();
const streams: StreamCall[] = [];
let finished = 0;
const wait = async (request: Uint8Array): Promise<Uint8Array> => {
  await new Promise<void>((resolve) => running.add(resolve));
  finished += 1;
  return request;
};
const methods = new Map<string, MethodHandler>([
  ['/echo', { kind: 'unary', handle: async (request) => request }],
  ['/length', { kind: 'unary', handle: async (request) => Buffer.from(String(request.length)) }],
  ['/wait', { kind: 'unary', handle: wait }],
  ['/stream', { kind: 'stream', serve: (call) => void streams.push(call) }],
  ['/idle', { kind: 'idle' }],
]);

let served: ServedGrpc;
let grpc: GrpcServer;
let port: number;
const opened: { close(): void }[] = [];

beforeEach(async () => {
  running.clear();
  streams.length = 0;
  finished = 0;
  served = await serveGrpc({ methods });
  ({ grpc, port } = served);
});
afterEach(async () => {
  for (const each of opened.splice(0)) each.close();
  await served.close();
});

async function raw(settings: Readonly<Record<number, number>> = {}): Promise<RawConnection> {
  const connection = await raws.connectRaw(port, settings);
  opened.push(connection);
  return connection;
}

const ping = (text: string): Buffer => frame(TYPE.ping, FLAG.none, 0, Buffer.from(text.padEnd(8)));
const isPong = (text: string) => {
  const expected = ping(text).subarray(9);
  return ({ type, flags, payload }: Frame): boolean =>
    type === TYPE.ping && flags === FLAG.ack && payload.equals(expected);
};
/**
 * Resolves when the server has processed all that was sent, and sent what it can. With one PING, DATA that the frames
 * before it make possible may follow its reply.
 */
async function settled(connection: RawConnection, name: string): Promise<void> {
  for (const each of [`${name}1`, `${name}2`]) {
    connection.send(ping(each));
    await connection.frame(isPong(each));
  }
}

function sentBytes(connection: RawConnection, stream: number): number {
  return connection.frames
    .filter((each) => each.type === TYPE.data && each.stream === stream)
    .reduce((sum, { payload }) => sum + payload.length, 0);
}

const errorCode = ({ payload }: Frame): number => payload.readUInt32BE(payload.length === 4 ? 0 : 4);

/** The frames of DATA with a message. */
function dataFrames(id: number, message: Buffer): Buffer[] {
  const starts = Array.from({ length: Math.ceil(message.length / 16_384) }, (_, n) => n * 16_384);
  return starts.map((at) => dataFrame(id, message.subarray(at, at + 16_384), at + 16_384 >= message.length));
}

const acknowledged = ({ frames }: RawConnection): number =>
  frames.filter(({ type, flags }) => type === TYPE.settings && flags === FLAG.ack).length;
const resetsOf = ({ frames }: RawConnection): Frame[] => frames.filter(({ type }) => type === TYPE.reset);
/** The code with which the server resets the stream. */
const resetCode = async (connection: RawConnection, id: number): Promise<number> =>
  errorCode(await connection.frame(({ type, stream }) => type === TYPE.reset && stream === id));
const finishAll = (): void => {
  for (const finish of running) finish();
};

async function nextConnectionWorks(): Promise<void> {
  const next = await raw();
  next.send(call(1, '/echo', 'next'));
  expect(await next.body(1)).toEqual(framed('next'));
}

test('responds to each PING and SETTINGS between the frames of a large request', async () => {
  const connection = await raw();
  const message = framed(Buffer.alloc(5 * MEGABYTE, 'x'));
  connection.send(headersFrame(1, { ':path': '/length' }));
  for (const [n, data] of dataFrames(1, message).entries()) {
    connection.send(data);
    if (n % 50 === 0) connection.send(ping(`p${n}`), settingsFrame());
  }
  expect(await connection.body(1)).toEqual(framed(String(5 * MEGABYTE)));
  for (let n = 0; n <= 300; n += 50) await connection.frame(isPong(`p${n}`));
  expect(acknowledged(connection)).toBe(8);
});

test('responds to PING and SETTINGS that a client sends after the first DATA of a large response', async () => {
  const connection = await raw({ [SETTING.initialWindow]: OPEN });
  connection.send(windowFrame(0, OPEN));
  const message = framed(Buffer.alloc(5 * MEGABYTE, 'y'));
  connection.send(headersFrame(1, { ':path': '/echo' }), ...dataFrames(1, message));
  await connection.frame(({ type }) => type === TYPE.data);
  connection.send(ping('during'), settingsFrame({ [SETTING.initialWindow]: OPEN }));
  await connection.frame(isPong('during'));
  expect((await connection.body(1)).equals(message)).toBe(true);
  expect(acknowledged(connection)).toBe(2);
});

test('sends no DATA while the window of the connection is 0', async () => {
  const connection = await raw({ [SETTING.initialWindow]: MEGABYTE });
  const message = framed(Buffer.alloc(60_000, 'z'));
  for (const id of [1, 3]) connection.send(headersFrame(id, { ':path': '/echo' }), ...dataFrames(id, message));
  await settled(connection, 'a');
  expect(sentBytes(connection, 1) + sentBytes(connection, 3)).toBe(65_535);
  connection.send(windowFrame(0, 2 * MEGABYTE));
  for (const id of [1, 3]) expect((await connection.body(id)).equals(message)).toBe(true);
});

test('continues a response when a window that SETTINGS made negative is positive again', async () => {
  const connection = await raw({ [SETTING.initialWindow]: 1000 });
  connection.send(call(1, '/echo', 'x'.repeat(1500)));
  await settled(connection, 'a');
  expect(sentBytes(connection, 1)).toBe(1000);
  connection.send(settingsFrame({ [SETTING.initialWindow]: 0 }), windowFrame(1, 1000));
  await settled(connection, 'b');
  expect(sentBytes(connection, 1)).toBe(1000);
  connection.send(windowFrame(1, 1));
  await settled(connection, 'c');
  expect(sentBytes(connection, 1)).toBe(1001);
  connection.send(settingsFrame({ [SETTING.initialWindow]: 2000 }));
  expect(await connection.body(1)).toEqual(framed('x'.repeat(1500)));
});

test('extends the windows for padding, and for DATA that a method does not read', async () => {
  const connection = await raw();
  // As a client that respects the windows: the next frame only when there is space.
  const windows = new Map([[0, 65_535]]);
  const { payload: settings } = await connection.frame(({ type, flags }) => type === TYPE.settings && flags === 0);
  for (let at = 0; at < settings.length; at += 6)
    if (settings.readUInt16BE(at) === SETTING.initialWindow)
      for (const id of [1, 3]) windows.set(id, settings.readUInt32BE(at + 2));
  let seen = 0;
  const space = (id: number): number => {
    for (const { type, stream, payload } of connection.frames.slice(seen))
      if (type === TYPE.windowUpdate) windows.set(stream, (windows.get(stream) ?? 0) + payload.readUInt32BE());
    seen = connection.frames.length;
    return Math.min(windows.get(0) ?? 0, windows.get(id) ?? 0);
  };
  /** Sends as many bytes of payload, when there is space for them. */
  const send = async (id: number, bytes: number, frames: Buffer): Promise<void> => {
    while (space(id) < bytes) await once(connection.socket, 'frames');
    for (const each of [0, id]) windows.set(each, (windows.get(each) ?? 0) - bytes);
    connection.send(frames);
  };
  connection.send(headersFrame(1, { ':path': '/length' }), headersFrame(3, { ':path': '/idle' }));
  const message = framed(Buffer.alloc(68_000, 'x'));
  await send(1, 5, dataFrame(1, message.subarray(0, 5)));
  const padded = frame(TYPE.data, FLAG.padded, 1, Buffer.concat([Buffer.from('\xffx', 'latin1'), Buffer.alloc(255)]));
  const hundred = Buffer.concat(Array.from({ length: 100 }, () => padded));
  // Each of the 68,000 frames has 1 byte of the message, and 257 with its padding and the length of that.
  expect(680 * 25_700).toBeGreaterThan(LIMITS.windowBytes);
  for (let n = 0; n < 680; n += 1) await send(1, 25_700, hundred);
  connection.send(dataFrame(1, Buffer.alloc(0), true));
  expect(await connection.body(1)).toEqual(framed('68000'));
  const unused = dataFrame(3, Buffer.alloc(16_384));
  expect(1100 * 16_384).toBeGreaterThan(LIMITS.windowBytes);
  for (let n = 0; n < 1100; n += 1) await send(3, 16_384, unused);
  connection.send(dataFrame(3, Buffer.alloc(0), true));
  const closing = grpc.close(5_000);
  expect(await connection.body(3)).toEqual(Buffer.alloc(0));
  await closing;
});

test('close() waits until responses in flight are sent', async () => {
  const connection = await raw({ [SETTING.initialWindow]: 3 });
  connection.send(call(1, '/echo', 'in flight'), call(3, '/wait', 'performed'));
  await settled(connection, 'a');
  const closing = grpc.close(5_000);
  await connection.frame(({ type }) => type === TYPE.goaway);
  finishAll();
  connection.send(settingsFrame({ [SETTING.initialWindow]: 100 }));
  expect(await connection.body(1)).toEqual(framed('in flight'));
  expect(await connection.body(3)).toEqual(framed('performed'));
  await connection.closed;
  await closing;
});

test('close() disconnects a client that does not take its responses within the limit', async () => {
  const connection = await raw({ [SETTING.initialWindow]: 0 });
  connection.send(call(1, '/echo', 'stuck'));
  await settled(connection, 'a');
  await grpc.close(50);
  await connection.closed;
});

test('disconnects a client that closes its side while a handler runs, and serves the next client', async () => {
  const connection = await raw();
  connection.send(call(1, '/wait', 'half'), call(3, '/stream'));
  await settled(connection, 'a');
  connection.socket.end();
  await connection.closed;
  while (!streams[0]?.signal.aborted) await new Promise(setImmediate);
  finishAll();
  while (finished < 1) await new Promise(setImmediate);
  await nextConnectionWorks();
});

test('serves a client without a table for header fields', async () => {
  const session: ClientHttp2Session = connect(`http://127.0.0.1:${port}`, { settings: { headerTableSize: 0 } });
  opened.push({ close: () => session.destroy() });
  await once(session, 'remoteSettings');
  for (let n = 0; n < 3; n += 1) {
    const headers = { ':method': 'POST', ':path': '/echo', 'content-type': 'application/grpc', te: 'trailers' };
    const stream = session.request(headers);
    stream.end(framed('a'));
    stream.resume();
    const [trailers] = await once(stream, 'trailers');
    expect(trailers['grpc-status']).toBe('0');
  }
});

test('understands frames that are cut anywhere', async () => {
  const bytes = Buffer.concat([PREFACE, settingsFrame(), call(1, '/echo', 'cut'), ping('cut')]);
  // CI cuts at every byte.
  for (let at = 1; at < bytes.length; at += campaignSize(5, 1)) {
    const connection = await connectSilent(port);
    opened.push(connection);
    connection.socket.setNoDelay(true);
    connection.send(bytes.subarray(0, at));
    await new Promise(setImmediate);
    connection.send(bytes.subarray(at));
    expect(await connection.body(1)).toEqual(framed('cut'));
    await connection.frame(isPong('cut'));
    connection.close();
  }
});

test('send() waits while a client does not read, and continues when it reads again', async () => {
  const connection = await raw({ [SETTING.initialWindow]: OPEN });
  connection.send(windowFrame(0, OPEN), call(1, '/stream'));
  await settled(connection, 'a');
  const [stream] = streams;
  connection.socket.pause();
  let sent = 0;
  const sending = (async () => {
    for (; sent < 200; sent += 1) await stream?.send(Buffer.alloc(100_000, sent));
    stream?.end();
  })();
  for (let n = 0, last = -1; n < 10; n = last === sent ? n + 1 : 0) {
    last = sent;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(sent).toBeLessThan(200);
  connection.socket.resume();
  await sending;
  expect(await connection.body(1)).toHaveLength(200 * 100_005);
});

testInCi('takes a message of 256 MiB, and refuses a longer one', async () => {
  const options = { 'grpc.max_send_message_length': -1 };
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), options);
  opened.push(client);
  const ask = (bytes: number): Promise<Buffer> => callUnary(client, '/length', Buffer.alloc(bytes));
  expect((await ask(256 * MEGABYTE)).toString()).toBe(String(256 * MEGABYTE));
  await expect(ask(256 * MEGABYTE + 1)).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED });
});

test('sends no DATA while the window of the stream is 0, and serves other streams', async () => {
  const connection = await raw({ [SETTING.initialWindow]: 0 });
  connection.send(call(1, '/echo', 'first'), call(3, '/echo', 'second'));
  await settled(connection, 'a');
  expect([sentBytes(connection, 1), sentBytes(connection, 3)]).toEqual([0, 0]);
  connection.send(windowFrame(3, 100));
  expect(await connection.body(3)).toEqual(framed('second'));
  connection.send(windowFrame(1, 4));
  await settled(connection, 'b');
  expect(sentBytes(connection, 1)).toBe(4);
  connection.send(windowFrame(1, 6));
  expect(await connection.body(1)).toEqual(framed('first'));
});

test('gives up a response that its client cancels while it waits for a window', async () => {
  const connection = await raw({ [SETTING.initialWindow]: 0 });
  connection.send(call(1, '/echo', 'x'), call(3, '/stream'));
  await settled(connection, 'a');
  const [stream] = streams;
  const sends = [stream?.send(Buffer.from('1')), stream?.send(Buffer.from('2'))];
  connection.send(resetFrame(1, 8), resetFrame(3, 8));
  await Promise.all(sends);
  expect(stream?.signal.aborted).toBe(true);
  connection.send(windowFrame(0, MEGABYTE), settingsFrame({ [SETTING.initialWindow]: 100 }), call(5, '/echo', 'next'));
  expect(await connection.body(5)).toEqual(framed('next'));
  expect(sentBytes(connection, 1) + sentBytes(connection, 3)).toBe(0);
});

test('performs no calls beyond the limit of streams, and performs a call when others have ended', async () => {
  const connection = await raw();
  const ids = Array.from({ length: LIMITS.streams + 3 }, (_, n) => 2 * n + 1);
  connection.send(...ids.map((id) => call(id, '/wait')));
  for (const id of ids.slice(-3)) expect(await resetCode(connection, id)).toBe(ERROR.refusedStream);
  expect(running.size).toBe(LIMITS.streams);
  finishAll();
  for (const id of ids.slice(0, -3)) await connection.body(id);
  connection.send(call(9_001, '/echo', 'later'));
  expect(await connection.body(9_001)).toEqual(framed('later'));
});

test.each(['/wait', '/stream'])('refuses calls while too many calls of %s run that are cancelled', async (path) => {
  const connection = await raw();
  // A client cancels a call by a reset, or by an empty WINDOW_UPDATE, for which the server resets the stream.
  const breaks = [resetFrame, windowFrame];
  for (let n = 0; n < 2 * LIMITS.cancelledCalls; n += 1)
    connection.send(call(2 * n + 1, path), breaks[n % 2]?.(2 * n + 1, 0) as Buffer);
  await settled(connection, 'a');
  expect(running.size + streams.length).toBe(LIMITS.cancelledCalls);
  const refusals = resetsOf(connection).filter((each) => errorCode(each) === ERROR.refusedStream);
  expect(refusals).toHaveLength(LIMITS.cancelledCalls);
  finishAll();
  for (const { end } of streams) end();
  await settled(connection, 'b');
  connection.send(call(20_001, '/echo', 'next'));
  expect(await connection.body(20_001)).toEqual(framed('next'));
});

test('a client whose cancelled calls still run can open as many streams as it was told', async () => {
  const connection = await raw();
  for (let n = 0; n < 10; n += 1) connection.send(call(2 * n + 1, '/wait'), resetFrame(2 * n + 1, 8));
  for (let n = 10; n < LIMITS.streams + 10; n += 1) connection.send(call(2 * n + 1, '/wait'));
  await settled(connection, 'a');
  expect(resetsOf(connection)).toEqual([]);
  expect(running.size).toBe(LIMITS.streams + 10);
  finishAll();
});

test('refuses a request with which those in flight would exceed 1 GiB, until another one is cancelled', async () => {
  const connection = await raw();
  const announced = (id: number): Buffer =>
    Buffer.concat([headersFrame(id, { ':path': '/length' }), dataFrame(id, framed('', 0, LIMITS.messageBytes - 5))]);
  const answered = (id: number): Frame | undefined =>
    connection.frames.find(({ type, stream }) => type === TYPE.headers && stream === id);
  connection.send(...[1, 3, 5, 7, 9].map(announced));
  await settled(connection, 'a');
  expect([1, 3, 5, 7].map(answered)).toEqual([undefined, undefined, undefined, undefined]);
  expect(answered(9)?.payload.toString('latin1')).toContain('grpc-status\u00018');
  connection.send(resetFrame(1, 8), announced(11));
  await settled(connection, 'b');
  expect(answered(11)).toBeUndefined();
});

test('sends parts of large responses in turns', async () => {
  const connection = await raw({ [SETTING.initialWindow]: OPEN });
  connection.send(windowFrame(0, OPEN));
  for (const id of [1, 3]) connection.send(headersFrame(id, { ':path': '/echo' }));
  const message = framed(Buffer.alloc(2 * MEGABYTE, 'x'));
  const [first, third] = [dataFrames(1, message), dataFrames(3, message)];
  connection.send(...first.flatMap((data, n) => [data, ...third.slice(n, n + 1)]));
  await Promise.all([connection.body(1), connection.body(3)]);
  const ids = connection.frames.filter(({ type }) => type === TYPE.data).map(({ stream }) => stream);
  const turns = ids.filter((id, n) => id !== ids[n - 1]).length;
  // One response after the other would be 2 turns. Measured by this test: 64 turns of 258 frames.
  expect(turns).toBeGreaterThan(ids.length / 8);
});

test('keeps less of a message in frames of 1 byte than twice its bytes', async () => {
  const LENGTH = campaignSize(300_000, 1_000_000);
  const connection = await raw();
  await settled(connection, 'a');
  const before = await usedMemory();
  connection.send(headersFrame(1, { ':path': '/length' }), dataFrame(1, framed('x'.repeat(LENGTH)).subarray(0, 5)));
  const frames = Buffer.concat(Array.from({ length: 1_000 }, () => dataFrame(1, Buffer.of(120))));
  for (let n = 1_000; n < LENGTH; n += 1_000) connection.send(frames);
  await settled(connection, 'b');
  expect((await usedMemory()) - before).toBeLessThan(2 * LENGTH);
  connection.send(frames.subarray(0, -10), dataFrame(1, Buffer.of(120), true));
  expect(await connection.body(1)).toEqual(framed(String(LENGTH)));
});

testInCi('keeps less than 10 MB for 2,000 replies that a client does not read', async () => {
  const connection = await raw();
  await settled(connection, 'a');
  connection.socket.pause();
  const [server] = [...served.sockets] as [Socket];
  const pings = Buffer.concat(Array.from({ length: 1000 }, () => ping('flood')));
  while (!server.writableNeedDrain) {
    connection.send(pings);
    await new Promise(setImmediate);
  }
  const before = await usedMemory();
  for (let n = 0; n < 2_000; n += 1) {
    connection.send(ping('slow'));
    await new Promise(setImmediate);
  }
  expect((await usedMemory()) - before).toBeLessThan(10 * MEGABYTE);
  connection.socket.resume();
  connection.send(call(1, '/echo', 'after'));
  expect(await connection.body(1)).toEqual(framed('after'));
  expect(connection.frames.filter(isPong('slow'))).toHaveLength(2_000);
});

test('stops reading from a client that does not read', async () => {
  const connection = await raw();
  await settled(connection, 'a');
  connection.socket.pause();
  const pings = Buffer.concat(Array.from({ length: 1000 }, () => ping('flood')));
  const [server] = [...served.sockets] as [Socket];
  let sent = 0;
  while (!server.isPaused() && sent < 3_000) {
    connection.send(pings);
    sent += 1;
    await new Promise(setImmediate);
  }
  expect(server.isPaused()).toBe(true);
  expect(server.writableLength).toBeLessThan(2 * LIMITS.unreadBytes);
  connection.socket.resume();
  connection.send(call(1, '/echo', 'after'));
  expect(await connection.body(1)).toEqual(framed('after'));
  expect(connection.frames.filter(isPong('flood'))).toHaveLength(sent * 1000);
});

const emptyContinuations = Array.from({ length: 10_000 }, () => frame(TYPE.continuation, 0, 1, Buffer.alloc(0)));
const fullContinuations = Array.from({ length: 5 }, () => frame(TYPE.continuation, 0, 1, Buffer.alloc(16_384)));
const start = frame(TYPE.headers, 0, 1, Buffer.of(0x83));
const padded = (...bytes: number[]): Buffer => frame(TYPE.data, FLAG.padded, 1, Buffer.of(...bytes));
test.each<[string, number, readonly Buffer[]]>([
  ['empty CONTINUATION frames without an end', ERROR.enhanceYourCalm, [start, ...emptyContinuations]],
  ['CONTINUATION frames of more than 64 KiB', ERROR.enhanceYourCalm, [start, ...fullContinuations]],
  ['another frame after HEADERS that need a CONTINUATION', ERROR.protocol, [start, ping('no')]],
  ['another frame between CONTINUATION frames', ERROR.protocol, [start, ...emptyContinuations.slice(0, 1), ping('no')]],
  ['a CONTINUATION alone', ERROR.protocol, [frame(TYPE.continuation, FLAG.endHeaders, 1, Buffer.alloc(0))]],
  ['a frame above 16 KiB', ERROR.frameSize, [frame(TYPE.data, 0, 1, Buffer.alloc(16_385))]],
  ['DATA of a stream that is not open', ERROR.protocol, [dataFrame(1, Buffer.alloc(1))]],
  ['HEADERS of a stream below one that was opened', ERROR.protocol, [headersFrame(5, {}), headersFrame(3, {})]],
  ['PRIORITY of the wrong length', ERROR.frameSize, [frame(TYPE.priority, FLAG.none, 1, Buffer.alloc(4))]],
  ['PRIORITY that depends on itself', ERROR.protocol, [frame(TYPE.priority, FLAG.none, 1, Buffer.of(0, 0, 0, 1, 0))]],
  ['HEADERS of an even stream', ERROR.protocol, [headersFrame(2, {})]],
  ['DATA of an even stream', ERROR.protocol, [call(3, '/wait'), dataFrame(2, Buffer.alloc(1))]],
  ['a GOAWAY without a code', ERROR.frameSize, [frame(TYPE.goaway, FLAG.none, 0, Buffer.alloc(4))]],
  ['padding without a length', ERROR.frameSize, [headersFrame(1, {}), padded()]],
  ['padding as long as its frame', ERROR.protocol, [headersFrame(1, {}), padded(1)]],
  ['an index beyond the table', ERROR.compression, [frame(TYPE.headers, FLAG.endHeaders, 1, Buffer.of(0xff, 0x20))]],
  ['a window beyond 2^31 - 1', ERROR.flowControl, [windowFrame(0, 2 ** 31 - 1)]],
  ['an initial window beyond 2^31 - 1', ERROR.flowControl, [settingsFrame({ [SETTING.initialWindow]: 2 ** 31 })]],
  ['HEADERS of a stream that has ended', ERROR.streamClosed, [call(1, '/echo')]],
])('%s ends the connection and not the process', async (_, code, frames) => {
  const connection = await raw();
  for (const each of frames) connection.send(each);
  if (code === ERROR.streamClosed) {
    await connection.body(1);
    connection.send(headersFrame(1, {}));
  }
  expect(errorCode(await connection.frame(({ type }) => type === TYPE.goaway))).toBe(code);
  await connection.closed;
  await nextConnectionWorks();
});

test('DATA after the end of a request reset its stream and no other', async () => {
  const connection = await raw();
  connection.send(call(1, '/wait'), dataFrame(1, Buffer.alloc(1)), call(3, '/echo', 'other'));
  expect(await resetCode(connection, 1)).toBe(ERROR.streamClosed);
  expect(await connection.body(3)).toEqual(framed('other'));
});

test('after close() a new stream is refused, so that the client can repeat its call elsewhere', async () => {
  const connection = await raw();
  connection.send(call(1, '/wait'));
  await settled(connection, 'a');
  const closing = grpc.close(5_000);
  connection.send(call(3, '/echo'));
  expect(await resetCode(connection, 3)).toBe(ERROR.refusedStream);
  finishAll();
  expect(await connection.body(1)).toEqual(framed(''));
  await closing;
});

test('a request of which a part arrives before close() and a part after it is refused, not performed', async () => {
  const connection = await raw();
  const message = framed('whole');
  connection.send(call(1, '/wait'), headersFrame(3, { ':path': '/wait' }), dataFrame(3, message.subarray(0, 6)));
  connection.send(headersFrame(5, { ':path': '/wait' }), call(7, '/idle'));
  await settled(connection, 'a');
  const closing = grpc.close(5_000);
  connection.send(dataFrame(3, message.subarray(6), true), dataFrame(5, message, true));
  await settled(connection, 'b');
  const resets = resetsOf(connection);
  const refused = [3, 5].map((id) => [id, ERROR.refusedStream]);
  expect(resets.map((each) => [each.stream, errorCode(each)])).toEqual(refused);
  expect(running.size).toBe(1);
  finishAll();
  await connection.body(1);
  await connection.body(7);
  await closing;
});

test('disconnects a client that has sent only a part of its preface for a minute, and no other', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'performance'] });
  try {
    const [silent, other] = [await connectSilent(port), await raw()];
    opened.push(silent);
    silent.send(PREFACE.subarray(0, 10));
    await settled(other, 'a');
    while (served.sockets.size < 2) await new Promise(setImmediate);
    jest.advanceTimersByTime(LIMITS.prefaceMs - 1);
    await settled(other, 'b');
    expect(silent.socket.readableEnded).toBe(false);
    jest.advanceTimersByTime(1);
    await silent.closed;
    await settled(other, 'c');
  } finally {
    jest.useRealTimers();
  }
});

test.each(['connection', 'transfer-encoding'])('trailers with the field %s make a request malformed', async (name) => {
  const connection = await raw();
  const trailer = Buffer.concat([Buffer.of(0x10, name.length), Buffer.from(name), Buffer.of(1), Buffer.from('x')]);
  connection.send(headersFrame(1, { ':path': '/echo' }), dataFrame(1, framed('')));
  connection.send(frame(TYPE.headers, FLAG.endHeaders | FLAG.endStream, 1, trailer));
  expect(await resetCode(connection, 1)).toBe(ERROR.protocol);
});

test('a GOAWAY after the first does not name a higher stream, although a refused one came between', async () => {
  const connection = await raw();
  connection.send(call(1, '/wait'));
  await settled(connection, 'a');
  const closing = grpc.close(5_000);
  connection.send(call(9, '/echo'), frame(TYPE.settings, FLAG.none, 0, Buffer.alloc(5)));
  await connection.closed;
  const named = connection.frames.filter(({ type }) => type === TYPE.goaway);
  expect(named.map(({ payload }) => payload.readUInt32BE(0))).toEqual([1, 1]);
  finishAll();
  await closing;
});

test('a connection that is accepted after close() is closed', async () => {
  await grpc.close(50);
  const socket = createConnection(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'close');
});

test('a content-length that is not a number of digits makes a request malformed', async () => {
  const connection = await raw();
  connection.send(headersFrame(1, { ':path': '/echo', 'content-length': '0x6' }));
  expect(await resetCode(connection, 1)).toBe(ERROR.protocol);
});

test('the third response to the same client has 2 bytes of headers and 1 byte of trailers', async () => {
  const connection = await raw();
  for (const id of [1, 3, 5]) {
    connection.send(call(id, '/echo'));
    await connection.body(id);
  }
  const blocks = connection.frames.filter(({ type, stream }) => type === TYPE.headers && stream === 5);
  expect(blocks.map(({ payload }) => payload.length)).toEqual([2, 1]);
});
