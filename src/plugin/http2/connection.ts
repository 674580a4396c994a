/** What concerns all streams. Sections are those of RFC 9113. */
import type { Duplex } from 'node:stream';
import {
  ConnectionError,
  ERROR,
  FLAG,
  FRAME,
  FRAME_HEADER_BYTES,
  FrameWriter,
  LIMITS,
  LOW_31_BITS,
  readFrameHeader,
  SETTING,
  StreamError,
} from './frames';
import { type Field, HpackDecoder } from './hpack';
import { type OpenStream, Streams } from './streams';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const NO_BYTES = Buffer.alloc(0);

/** Time for the client to read the last frames and to close its side; chosen. */
const LINGER_MS = 1_000;

/** Begins with HEADERS and continues with CONTINUATION, between which no other frames are allowed. */
interface HeaderBlock {
  readonly stream: number;
  readonly isEnd: boolean;
  readonly fragments: Buffer[];
  bytes: number;
}

/**
 * Serves one client. Its mistakes are not thrown: they reset a stream, or end the connection, mostly with a GOAWAY. The
 * phases, in this order:
 *
 * 1. The preface has not arrived (`hasPreface` is false). Until the first SETTINGS `prefaceTimer` runs, which
 *    disconnects without a GOAWAY.
 * 2. The preface has arrived, and the first frame must be SETTINGS (`hasSettings` is false).
 * 3. Frames. While a `headerBlock` is open, only its next CONTINUATION is allowed.
 * 4. `close` or an error has sent a GOAWAY: no new streams.
 * 5. Disconnected (`isEnded`): nothing is read, and the client has a second to read the last frames.
 */
export class Connection {
  private readonly streams: Streams;
  private readonly decoder = new HpackDecoder();
  private readonly writer: FrameWriter;
  /** What has arrived of a frame, or of the preface, that is not complete. */
  private unparsed: Buffer = NO_BYTES;
  private hasPreface = false;
  private hasSettings = false;
  private headerBlock: HeaderBlock | undefined;
  private isEnded = false;
  private readonly prefaceTimer = setTimeout(() => this.disconnect(), LIMITS.prefaceMs).unref();
  /** The last stream that the newest GOAWAY has named; infinite before the first one. */
  private lastOfGoaway = Number.POSITIVE_INFINITY;

  constructor(
    private readonly socket: Duplex,
    open: OpenStream,
  ) {
    this.writer = new FrameWriter(socket, () => this.streams.sendWaiting());
    this.streams = new Streams(this.writer, open, () => this.disconnect());
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    // A client that closes its side cannot open windows any more.
    socket.on('end', () => this.disconnect());
    socket.on('close', () => this.disconnect());
    socket.on('error', () => socket.destroy());
    this.writer.settings(
      [SETTING.maxConcurrentStreams, LIMITS.streams],
      [SETTING.initialWindowSize, LIMITS.windowBytes],
      [SETTING.maxHeaderListSize, LIMITS.headerBytes],
    );
    this.streams.extendWindow();
  }

  /** Disconnects when all streams have ended (their receivers get `closing`), after `limitMs` at the latest. */
  close(limitMs: number): Promise<void> {
    if (this.socket.destroyed) return Promise.resolve();
    const closed = new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.socket.destroy(), limitMs);
      this.socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (!this.isEnded) this.sendGoaway(ERROR.none);
    this.streams.close();
    return closed;
  }

  /** Section 6.8: the last stream of a second GOAWAY is not higher than that of the first. */
  private sendGoaway(code: number, message?: string): void {
    this.lastOfGoaway = Math.min(this.lastOfGoaway, this.streams.last);
    this.writer.goaway(this.lastOfGoaway, code, message);
  }

  private receive(chunk: Buffer): void {
    if (this.isEnded) return;
    try {
      this.readFrames(this.unparsed.length === 0 ? chunk : Buffer.concat([this.unparsed, chunk]));
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      this.sendGoaway(error.code, error.message);
      this.disconnect();
    }
  }

  private readFrames(bytes: Buffer): void {
    let at = this.hasPreface ? 0 : this.parsePreface(bytes);
    while (at + FRAME_HEADER_BYTES <= bytes.length && this.hasPreface && !this.isEnded) {
      const { length, type, flags, stream } = readFrameHeader(bytes, at);
      if (length > LIMITS.frameBytes) throw new ConnectionError(ERROR.frameSize, `a frame has ${length} bytes`);
      const start = at + FRAME_HEADER_BYTES;
      if (start + length > bytes.length) break;
      try {
        this.takeFrame(type, flags, stream, bytes.subarray(start, start + length));
      } catch (error) {
        if (!(error instanceof StreamError)) throw error;
        this.streams.reset(stream, error.code);
      }
      at = start + length;
    }
    this.unparsed = at < bytes.length ? bytes.subarray(at) : NO_BYTES;
  }

  /** 0 until the preface (section 3.4) is complete. */
  private parsePreface(bytes: Buffer): number {
    const length = Math.min(bytes.length, PREFACE.length);
    checkProtocol(bytes.compare(PREFACE, 0, length, 0, length) === 0, 'the connection preface is missing');
    this.hasPreface = length === PREFACE.length;
    return this.hasPreface ? length : 0;
  }

  private takeFrame(type: number, flags: number, stream: number, payload: Buffer): void {
    if (!this.hasSettings) {
      checkProtocol(type === FRAME.settings && !(flags & FLAG.ack), 'the first frame is not SETTINGS');
      this.hasSettings = true;
      clearTimeout(this.prefaceTimer);
    }
    const { headerBlock } = this;
    if (headerBlock)
      checkProtocol(type === FRAME.continuation && stream === headerBlock.stream, 'a header block is interrupted');
    switch (type) {
      case FRAME.data:
        this.streams.takeData(stream, payload, withoutPadding(flags, payload), (flags & FLAG.endStream) !== 0);
        break;
      case FRAME.headers:
        this.takeHeaders(flags, stream, payload);
        break;
      case FRAME.priority:
        // Priorities are ignored. A stream that is idle cannot be reset, so errors are those of the connection.
        checkProtocol(stream !== 0, 'a PRIORITY of the connection');
        checkLength(payload, 5);
        checkProtocol(dependency(payload) !== stream, 'a stream depends on itself');
        break;
      case FRAME.rstStream:
        checkLength(payload, 4);
        this.streams.takeReset(stream);
        break;
      case FRAME.settings:
        checkProtocol(stream === 0, 'SETTINGS of a stream');
        this.takeSettings(flags, payload);
        break;
      case FRAME.pushPromise:
        throw new ConnectionError(ERROR.protocol, 'a client sent PUSH_PROMISE');
      case FRAME.ping:
        checkProtocol(stream === 0, 'a PING of a stream');
        checkLength(payload, 8);
        if (!(flags & FLAG.ack)) this.writer.pingAck(payload);
        break;
      case FRAME.goaway:
        // The client will open no more streams. It disconnects when the others have ended.
        checkProtocol(stream === 0, 'a GOAWAY of a stream');
        if (payload.length < 8) throw new ConnectionError(ERROR.frameSize, `a GOAWAY has ${payload.length} bytes`);
        break;
      case FRAME.windowUpdate:
        checkLength(payload, 4);
        this.streams.takeWindowUpdate(stream, payload.readUInt32BE(0) & LOW_31_BITS);
        break;
      case FRAME.continuation:
        checkProtocol(headerBlock, 'a CONTINUATION continues nothing');
        this.takeFragment(headerBlock, flags, payload);
        break;
      default: // Section 4.1: frames of unknown types are ignored.
    }
  }

  /** HEADERS (section 6.2) open a stream, or end one as trailers. */
  private takeHeaders(flags: number, stream: number, payload: Buffer): void {
    checkProtocol(stream % 2 === 1, `HEADERS of stream ${stream}`);
    let fragment = withoutPadding(flags, payload);
    if (flags & FLAG.priority) {
      if (fragment.length < 5) throw new ConnectionError(ERROR.frameSize, 'HEADERS are too short for a priority');
      checkProtocol(dependency(fragment) !== stream, 'a stream depends on itself');
      fragment = fragment.subarray(5);
    }
    this.headerBlock = { stream, isEnd: (flags & FLAG.endStream) !== 0, fragments: [], bytes: 0 };
    this.takeFragment(this.headerBlock, flags, fragment);
  }

  /** Frame headers count towards the limit, or there would be none for empty CONTINUATION frames. */
  private takeFragment(block: HeaderBlock, flags: number, fragment: Buffer): void {
    block.fragments.push(fragment);
    block.bytes += FRAME_HEADER_BYTES + fragment.length;
    if (block.bytes > LIMITS.headerBytes)
      throw new ConnectionError(ERROR.enhanceYourCalm, 'a header block is too long');
    if (!(flags & FLAG.endHeaders)) return;
    this.headerBlock = undefined;
    // Decoded in any case, because it may change the decoder's table.
    const fields: readonly Field[] = this.decoder.decode(joinBuffers(block.fragments));
    this.streams.takeHeaders(block.stream, fields, block.isEnd);
  }

  /** Section 6.5. Unknown settings, and those that this server does not use, are ignored. */
  private takeSettings(flags: number, payload: Buffer): void {
    if (flags & FLAG.ack) {
      checkLength(payload, 0);
      return;
    }
    if (payload.length % 6 !== 0) throw new ConnectionError(ERROR.frameSize, `SETTINGS have ${payload.length} bytes`);
    for (let at = 0; at < payload.length; at += 6) {
      const [id, value] = [payload.readUInt16BE(at), payload.readUInt32BE(at + 2)];
      if (id === SETTING.headerTableSize) this.streams.setMaxTableSize(value);
      if (id === SETTING.enablePush) checkProtocol(value <= 1, `SETTINGS_ENABLE_PUSH is ${value}`);
      if (id === SETTING.maxFrameSize)
        checkProtocol(value >= 2 ** 14 && value < 2 ** 24, `SETTINGS_MAX_FRAME_SIZE is ${value}`);
      if (id === SETTING.initialWindowSize) this.streams.setInitialWindow(value);
    }
    this.writer.settingsAck();
    this.streams.sendWaiting();
  }

  private disconnect(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.prefaceTimer);
    this.writer.flush();
    this.socket.end();
    this.streams.cancelAll();
    if (this.socket.destroyed) return;
    const timer = setTimeout(() => this.socket.destroy(), LINGER_MS).unref();
    this.socket.once('close', () => clearTimeout(timer));
    // A paused socket does not notice that its client has closed.
    this.socket.resume();
  }
}

/** Without the first bit, the flag `Exclusive` (section 6.3). */
function dependency(priority: Buffer): number {
  return priority.readUInt32BE(0) & LOW_31_BITS;
}

/**
 * The payload of DATA or HEADERS (sections 6.1 and 6.2): with the flag PADDED its first byte is the length of the
 * padding at its end.
 */
function withoutPadding(flags: number, payload: Buffer): Buffer {
  if (!(flags & FLAG.padded)) return payload;
  const [padding] = payload;
  if (padding === undefined) throw new ConnectionError(ERROR.frameSize, 'a padded frame is empty');
  checkProtocol(padding < payload.length, 'padding is longer than its frame');
  return payload.subarray(1, payload.length - padding);
}

function checkLength(payload: Buffer, expected: number): void {
  if (payload.length === expected) return;
  throw new ConnectionError(ERROR.frameSize, `a frame has ${payload.length} bytes; expected ${expected}`);
}

function checkProtocol(isRight: unknown, problem: string): asserts isRight {
  if (!isRight) throw new ConnectionError(ERROR.protocol, problem);
}

/** Does not copy a single buffer, the usual case. */
function joinBuffers(buffers: readonly Buffer[]): Buffer {
  const [first] = buffers;
  return first && buffers.length === 1 ? first : Buffer.concat(buffers);
}
