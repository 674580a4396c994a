/** Sections are those of RFC 9113. */
import { ConnectionError, DEFAULT_WINDOW, ERROR, type FrameWriter, LIMITS, MAX_WINDOW, StreamError } from './frames';
import { type Field, type Fields, HpackEncoder } from './hpack';

export interface RequestHeaders {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
  readonly te: string | undefined;
  readonly grpcEncoding: string | undefined;
  /** Size of all fields, as SETTINGS_MAX_HEADER_LIST_SIZE counts. */
  readonly size: number;
}

export interface StreamReceiver {
  /** The content of a DATA frame, never empty. */
  data(content: Buffer): void;
  end(): void;
  /**
   * All that was sent is in the buffer of the connection, so more can be sent. Also called during a `send` that returns
   * true.
   */
  drained(): void;
  /** The client or this server has reset the stream, or the connection has ended, before the response has left. */
  cancelled(): void;
  /** The connection will end when all streams have ended. */
  closing(): void;
}

export const IGNORE: StreamReceiver = {
  data: () => undefined,
  end: () => undefined,
  drained: () => undefined,
  cancelled: () => undefined,
  closing: () => undefined,
};

/** Called for each valid request, unless the connection closes or has too many streams or cancelled calls. */
export type OpenStream = (stream: Stream, headers: RequestHeaders) => StreamReceiver;

const NO_BYTES = new Uint8Array(0);

export class Streams {
  /** The highest stream that the client has opened, also if it was refused. */
  last = 0;
  /** Calls whose streams were reset and that still run. */
  cancelledCalls = 0;
  /** Bytes of the requests whose calls have not ended, as their length prefixes announce. */
  requestBytes = 0;
  readonly encoder = new HpackEncoder();
  /** Bytes of DATA that the client can still take on all streams together. */
  sendWindow = DEFAULT_WINDOW;
  /** Streams with a queue, or whose frames filled the writer. */
  readonly waiting = new Set<Stream>();
  private readonly open = new Map<number, Stream>();
  /** Streams that this server has reset: the client may not have known that when it sent further frames. */
  private readonly recentlyReset = new Set<number>();
  private initialSendWindow = DEFAULT_WINDOW;
  private receiveWindow: number = DEFAULT_WINDOW;
  private isClosing = false;
  /** The client has left out numbers of streams, so a lower number may be of a stream that was never opened. */
  private hasGaps = false;

  /** `onDone` is called when a closing connection has no more streams. */
  constructor(
    readonly writer: FrameWriter,
    private readonly openStream: OpenStream,
    private readonly onDone: () => void,
  ) {}

  close(): void {
    this.isClosing = true;
    for (const stream of [...this.open.values()]) stream.receiver.closing();
    if (this.open.size === 0) this.onDone();
  }

  cancelAll(): void {
    for (const stream of [...this.open.values()]) this.cancel(stream);
  }

  setMaxTableSize(bytes: number): void {
    this.encoder.setMaxTableSize(bytes);
  }

  /** Section 6.9.2: windows of open streams change too, and may become negative. */
  setInitialWindow(bytes: number): void {
    if (bytes > MAX_WINDOW) throw new ConnectionError(ERROR.flowControl, `SETTINGS_INITIAL_WINDOW_SIZE is ${bytes}`);
    for (const stream of this.open.values()) {
      stream.sendWindow += bytes - this.initialSendWindow;
      if (stream.sendWindow > MAX_WINDOW) throw new ConnectionError(ERROR.flowControl, 'a window is too large');
    }
    this.initialSendWindow = bytes;
  }

  takeHeaders(id: number, fields: readonly Field[], isEnd: boolean): void {
    const stream = this.open.get(id);
    if (stream) this.takeTrailers(stream, fields, isEnd);
    else if (id > this.last) this.takeRequest(id, fields, isEnd);
    else this.takeLateFrame(id, isEnd, this.hasGaps ? ERROR.protocol : ERROR.streamClosed);
  }

  private takeRequest(id: number, fields: readonly Field[], isEnd: boolean): void {
    this.hasGaps ||= id > this.last + 2;
    this.last = id;
    const isFull = this.open.size >= LIMITS.streams || this.cancelledCalls >= LIMITS.cancelledCalls;
    if (this.isClosing || isFull) throw new StreamError(ERROR.refusedStream);
    const headers = parseRequest(fields);
    if (!headers) throw new StreamError(ERROR.protocol);
    const stream = new Stream(this, id, this.initialSendWindow, headers.contentLength);
    this.open.set(id, stream);
    stream.receiver = this.openStream(stream, headers);
    if (isEnd) this.takeEnd(stream);
  }

  /** Section 8.1. */
  private takeTrailers(stream: Stream, fields: readonly Field[], isEnd: boolean): void {
    if (stream.isRemoteClosed) throw new StreamError(ERROR.streamClosed);
    const isValid = isEnd && fields.every((field) => isAllowed(field) && !field.name.startsWith(':'));
    if (!isValid) throw new StreamError(ERROR.protocol);
    this.takeEnd(stream);
  }

  /** Section 6.1. The payload of the frame with its padding counts for flow control. */
  takeData(id: number, payload: Buffer, content: Buffer, isEnd: boolean): void {
    this.assertNotIdle(id);
    this.receiveWindow -= payload.length;
    if (this.receiveWindow < 0) throw new ConnectionError(ERROR.flowControl, 'DATA exceed the window');
    if (this.receiveWindow <= LIMITS.windowBytes / 2) this.extendWindow();
    const stream = this.open.get(id);
    if (!stream) {
      this.takeLateFrame(id, isEnd);
      return;
    }
    if (stream.isRemoteClosed) throw new StreamError(ERROR.streamClosed);
    stream.receiveWindow -= payload.length;
    if (stream.receiveWindow < 0) throw new StreamError(ERROR.flowControl);
    if (stream.receiveWindow <= LIMITS.windowBytes / 2 && !isEnd) {
      this.writer.windowUpdate(id, LIMITS.windowBytes - stream.receiveWindow);
      stream.receiveWindow = LIMITS.windowBytes;
    }
    stream.received += content.length;
    if (content.length > 0 && !stream.isLocalClosed) stream.receiver.data(content);
    if (isEnd) this.takeEnd(stream);
  }

  extendWindow(): void {
    this.writer.windowUpdate(0, LIMITS.windowBytes - this.receiveWindow);
    this.receiveWindow = LIMITS.windowBytes;
  }

  private takeEnd(stream: Stream): void {
    stream.isRemoteClosed = true;
    // Section 8.1.1.
    const isComplete = stream.contentLength === undefined || stream.contentLength === stream.received;
    if (!isComplete) throw new StreamError(ERROR.protocol);
    if (stream.isLocalClosed) this.remove(stream);
    else stream.receiver.end();
  }

  takeReset(id: number): void {
    this.assertNotIdle(id);
    this.recentlyReset.delete(id);
    const stream = this.open.get(id);
    if (stream) this.cancel(stream);
  }

  /** Section 6.9. */
  takeWindowUpdate(id: number, increment: number): void {
    if (id === 0) {
      if (increment === 0) throw new ConnectionError(ERROR.protocol, 'an empty WINDOW_UPDATE');
      this.sendWindow += increment;
      if (this.sendWindow > MAX_WINDOW) throw new ConnectionError(ERROR.flowControl, 'the window is too large');
      this.sendWaiting();
      return;
    }
    this.assertNotIdle(id);
    const stream = this.open.get(id);
    if (!stream) return;
    stream.sendWindow += increment;
    if (increment === 0) throw new StreamError(ERROR.protocol);
    if (stream.sendWindow > MAX_WINDOW) throw new StreamError(ERROR.flowControl);
    if (this.waiting.has(stream)) stream.sendQueue();
  }

  /** Sends what waits, in turns: a stream that has sent a part waits behind the others. */
  sendWaiting(): void {
    if (this.waiting.size === 0) return;
    for (const stream of [...this.waiting]) {
      if (this.writer.isFull) return;
      if (this.waiting.has(stream)) stream.sendQueue();
    }
  }

  /** For a stream error (section 5.4.2), a refusal, or the end of a request that is not needed. */
  reset(id: number, code: number): void {
    this.writer.rstStream(id, code);
    const stream = this.open.get(id);
    if (!stream?.isRemoteClosed) this.recentlyReset.add(id);
    const [oldest] = this.recentlyReset;
    if (this.recentlyReset.size > LIMITS.resetStreams && oldest !== undefined) this.recentlyReset.delete(oldest);
    if (stream) this.cancel(stream);
  }

  /** A client that still sends its request may stop (section 8.1). */
  closeLocal(stream: Stream): void {
    stream.isLocalClosed = true;
    if (stream.isRemoteClosed) this.remove(stream);
    // The end of the request is often in the same turn.
    else setImmediate(() => this.open.has(stream.id) && this.reset(stream.id, ERROR.none));
  }

  private cancel(stream: Stream): void {
    const isUnfinished = !stream.isLocalClosed;
    stream.isLocalClosed = true;
    this.remove(stream);
    if (!isUnfinished) return;
    stream.cancelCall();
    stream.receiver.cancelled();
  }

  private remove(stream: Stream): void {
    this.open.delete(stream.id);
    this.waiting.delete(stream);
    stream.releaseRequest();
    if (this.isClosing && this.open.size === 0) this.onDone();
  }

  /** Section 5.1: only HEADERS and PRIORITY may be sent on an idle stream. */
  private assertNotIdle(id: number): void {
    // A client opens odd streams only.
    if (id % 2 === 0 || id > this.last) throw new ConnectionError(ERROR.protocol, `a frame of the idle stream ${id}`);
  }

  private takeLateFrame(id: number, isEnd: boolean, code: number = ERROR.streamClosed): void {
    if (!this.recentlyReset.has(id)) throw new ConnectionError(code, `a frame of the closed stream ${id}`);
    if (isEnd) this.recentlyReset.delete(id);
  }
}

export class Stream {
  receiver = IGNORE;
  received = 0;
  receiveWindow: number = LIMITS.windowBytes;
  isRemoteClosed = false;
  isLocalClosed = false;
  /** `cancelled`: it still runs. */
  private call: 'none' | 'running' | 'cancelled' = 'none';
  private requestBytes = 0;
  /** Waits for a window, or for the writer. `sent` bytes of the first have left. */
  private readonly queue: Uint8Array[] = [];
  private sent = 0;
  /** Follow the queue. */
  private trailers: Fields | undefined;

  constructor(
    private readonly streams: Streams,
    readonly id: number,
    /** Bytes of DATA that the client can take. */
    public sendWindow: number,
    readonly contentLength: number | undefined,
  ) {}

  sendHeadersOnly(fields: Fields): void {
    if (!this.isOpen) return;
    this.streams.writer.headers(this.id, this.streams.encoder.encode(fields), true);
    this.streams.closeLocal(this);
  }

  /** Sends the start of a response. Pass the same array each time: its encoding is remembered by it. */
  sendHeaders(fields: Fields): void {
    if (this.isOpen) this.streams.writer.headers(this.id, this.streams.encoder.encodeRepeated(fields), false);
  }

  /** In one DATA frame if both fit. False if the caller should wait for `drained`; a closed stream drops both. */
  send(prefix: Uint8Array, bytes: Uint8Array): boolean {
    if (!this.isOpen) return true;
    const { streams } = this;
    const length = prefix.length + bytes.length;
    if (this.queue.length === 0 && length <= this.sendable()) {
      streams.writer.data(this.id, prefix, bytes);
      this.countSent(length);
      if (streams.writer.isFull) streams.waiting.add(this);
    } else {
      for (const part of [prefix, bytes]) if (part.length > 0) this.queue.push(part);
      this.sendQueue();
    }
    return !streams.waiting.has(this);
  }

  /**
   * False if the request exceeds the limit. Otherwise it counts until its call has ended, or without one its stream.
   */
  reserveRequest(bytes: number): boolean {
    if (this.streams.requestBytes + bytes > LIMITS.requestBytes) return false;
    this.streams.requestBytes += bytes;
    this.requestBytes = bytes;
    return true;
  }

  /** No effect while the call runs. */
  releaseRequest(): void {
    if (this.call !== 'none') return;
    this.streams.requestBytes -= this.requestBytes;
    this.requestBytes = 0;
  }

  /** Call it only for a request that was not performed: the client can repeat it elsewhere (section 8.7). */
  refuse(): void {
    this.streams.reset(this.id, ERROR.refusedStream);
  }

  /** The stream was reset or the connection has ended, and the call still runs. */
  get isCancelled(): boolean {
    return this.call === 'cancelled';
  }

  beginCall(): void {
    this.call = 'running';
  }

  endCall(): void {
    if (this.call === 'cancelled') this.streams.cancelledCalls -= 1;
    this.call = 'none';
    this.releaseRequest();
  }

  /** The client no longer waits for the call. No effect if none runs. */
  cancelCall(): void {
    if (this.call !== 'running') return;
    this.call = 'cancelled';
    this.streams.cancelledCalls += 1;
  }

  /** See {@link sendHeaders} for the array. */
  end(trailers: Fields): void {
    if (!this.isOpen) return;
    this.trailers = trailers;
    if (this.queue.length === 0) this.sendTrailers(trailers);
  }

  sendQueue(): void {
    const { queue, streams } = this;
    let hasSent = false;
    for (let [first] = queue; first; [first] = queue) {
      const length = Math.min(first.length - this.sent, this.sendable());
      if (length <= 0) {
        if (hasSent) streams.waiting.delete(this);
        streams.waiting.add(this);
        return;
      }
      streams.writer.data(this.id, NO_BYTES, first.subarray(this.sent, this.sent + length));
      this.countSent(length);
      hasSent = true;
      this.sent += length;
      if (this.sent < first.length) continue;
      queue.shift();
      this.sent = 0;
    }
    streams.waiting.delete(this);
    if (this.trailers) this.sendTrailers(this.trailers);
    else this.receiver.drained();
  }

  private get isOpen(): boolean {
    return !this.isLocalClosed && this.trailers === undefined;
  }

  /** 0 or negative if the client or the socket takes none. */
  private sendable(): number {
    const { writer, sendWindow } = this.streams;
    return writer.isFull ? 0 : Math.min(sendWindow, this.sendWindow, LIMITS.frameBytes);
  }

  private countSent(bytes: number): void {
    this.sendWindow -= bytes;
    this.streams.sendWindow -= bytes;
  }

  private sendTrailers(trailers: Fields): void {
    this.streams.waiting.delete(this);
    this.streams.writer.headers(this.id, this.streams.encoder.encodeRepeated(trailers), true);
    this.streams.closeLocal(this);
  }
}

const COLON = 58;
const PSEUDO_FIELDS = new Set([':method', ':scheme', ':path', ':authority']);

/** Section 8.2.2: fields of a connection of HTTP/1. */
const FORBIDDEN_FIELDS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

function isAllowed({ name, isValid }: Field): boolean {
  return isValid && !FORBIDDEN_FIELDS.has(name);
}

/** Sections 8.2 and 8.3. Undefined for a malformed request. */
function parseRequest(fields: readonly Field[]): RequestHeaders | undefined {
  const values = new Map<string, string>();
  let size = 0;
  let hasRegular = false;
  for (const field of fields) {
    const { name, value } = field;
    size += field.size;
    if (!isAllowed(field)) return undefined;
    if (name.charCodeAt(0) !== COLON) hasRegular = true;
    else if (hasRegular || values.has(name) || !PSEUDO_FIELDS.has(name)) return undefined;
    values.set(name, value);
  }
  const [method, path, te] = [values.get(':method'), values.get(':path'), values.get('te')];
  if (!method || !path || !values.get(':scheme') || (te !== undefined && te !== 'trailers')) return undefined;
  const length = values.get('content-length');
  if (length !== undefined && !/^\d+$/.test(length)) return undefined;
  return {
    method,
    path,
    contentType: values.get('content-type'),
    contentLength: length === undefined ? undefined : Number(length),
    te,
    grpcEncoding: values.get('grpc-encoding'),
    size,
  };
}
