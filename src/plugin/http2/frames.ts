/** Sections are those of RFC 9113. */
import type { Duplex } from 'node:stream';

/** Section 6. */
export const FRAME = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const FLAG = { none: 0, endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

/** Section 6.5.2. */
export const SETTING = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

/** Section 7; those that this server sends. */
export const ERROR = {
  none: 0,
  protocol: 1,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

/** A connection error (section 5.4.1): the client gets a GOAWAY with the code and loses its connection. */
export class ConnectionError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** A stream error (section 5.4.2): the stream of the frame is reset with the code. */
export class StreamError extends Error {
  constructor(readonly code: number) {
    super(`stream error ${code}`);
  }
}

/** Numbers without a source are judgements. */
export const LIMITS = {
  /** The size of one message of a call; as in providers that are built with Terraform's Go libraries. */
  messageBytes: 256 * 1024 * 1024,
  /**
   * Of all calls of a connection that have not ended. Four of the longest messages do not fit, since their prefixes of
   * 5 bytes count too.
   */
  requestBytes: 1024 * 1024 * 1024,
  /** SETTINGS_MAX_CONCURRENT_STREAMS. */
  streams: 1_000,
  /** Calls whose streams were reset and that still run. Until one has ended, streams are refused. */
  cancelledCalls: 1_000,
  /** Time for a new client to send its preface and SETTINGS. go-plugin gives a provider as long to start. */
  prefaceMs: 60_000,
  /** The size of a header block, encoded with its frame headers. Decoded, another limit of the same size counts. */
  headerBytes: 64 * 1024,
  /** SETTINGS_HEADER_TABLE_SIZE, its default. */
  headerTableBytes: 4_096,
  /** SETTINGS_MAX_FRAME_SIZE, its default and the smallest that a client may have. */
  frameBytes: 16_384,
  /** Flow control windows: with the default of 64 KiB a large state would wait for many round trips. */
  windowBytes: 16 * 1024 * 1024,
  /** Beyond, nothing more is read from the client, which bounds the replies to PING, SETTINGS and refused streams. */
  unreadBytes: 1024 * 1024,
  /** Streams that this server has reset and whose late frames it ignores. The oldest are forgotten. */
  resetStreams: 10_000,
} as const;

/** The largest window of flow control, in bytes (section 6.9.1). */
export const MAX_WINDOW = 2 ** 31 - 1;
/** The window before any setting, in bytes (section 6.9.2). */
export const DEFAULT_WINDOW = 65_535;

/** Of a field of 32 bits whose first bit is reserved: the number of a stream, or the increment of a window. */
export const LOW_31_BITS = 2 ** 31 - 1;

export const FRAME_HEADER_BYTES = 9;

export interface FrameHeader {
  readonly length: number;
  /** One of {@link FRAME}, or a type that this server does not know. */
  readonly type: number;
  readonly flags: number;
  /** 0 for the connection. */
  readonly stream: number;
}

/** Section 4.1: 3 bytes of length, 1 of type, 1 of flags, and 4 of the number of the stream. */
export function readFrameHeader(bytes: Buffer, at: number): FrameHeader {
  return {
    length: bytes.readUIntBE(at, 3),
    type: bytes.readUInt8(at + 3),
    flags: bytes.readUInt8(at + 4),
    stream: bytes.readUInt32BE(at + 5) & LOW_31_BITS,
  };
}

const LARGEST_FRAME = FRAME_HEADER_BYTES + LIMITS.frameBytes;
const BUFFER_BYTES = 4 * LARGEST_FRAME;
const NO_BYTES = new Uint8Array(0);

/**
 * Collects frames in a buffer. It is written at the end of a turn of the event loop, or when it is full; while the
 * client is slow, only when it is full or the client has read what was written before.
 */
export class FrameWriter {
  private buffer: Buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  private used = 0;
  /** A buffer whose bytes have been written, to use again. */
  private spare: Buffer | undefined;
  private isScheduled = false;

  /** `onReady` is called when DATA may be sent again: after each turn with frames, and when the client has read. */
  constructor(
    private readonly socket: Duplex,
    private readonly onReady: () => void,
  ) {
    socket.on('drain', () => {
      socket.resume();
      this.flush();
      if (!this.isFull) onReady();
    });
  }

  /** Whether DATA must wait. Other frames are always accepted. */
  get isFull(): boolean {
    return this.used > BUFFER_BYTES - LARGEST_FRAME || this.socket.writableNeedDrain;
  }

  /** The payload is `prefix`, then `bytes`, together at most {@link LIMITS.frameBytes}. */
  data(stream: number, prefix: Uint8Array, bytes: Uint8Array): void {
    this.frame(FRAME.data, FLAG.none, stream, prefix.length + bytes.length);
    this.bytes(prefix);
    this.bytes(bytes);
  }

  /** A block must have at most {@link LIMITS.frameBytes}, as it has because fields of responses are short. */
  headers(stream: number, block: Uint8Array, isEnd: boolean): void {
    this.frame(FRAME.headers, isEnd ? FLAG.endHeaders | FLAG.endStream : FLAG.endHeaders, stream, block.length);
    this.bytes(block);
  }

  rstStream(stream: number, code: number): void {
    this.frame(FRAME.rstStream, FLAG.none, stream, 4);
    this.uint32(code);
  }

  settings(...settings: readonly (readonly [id: number, value: number])[]): void {
    this.frame(FRAME.settings, FLAG.none, 0, settings.length * 6);
    for (const [id, value] of settings) {
      this.used = this.buffer.writeUInt16BE(id, this.used);
      this.uint32(value);
    }
  }

  settingsAck(): void {
    this.frame(FRAME.settings, FLAG.ack, 0, 0);
  }

  pingAck(payload: Uint8Array): void {
    this.frame(FRAME.ping, FLAG.ack, 0, payload.length);
    this.bytes(payload);
  }

  goaway(lastStream: number, code: number, reason = ''): void {
    this.frame(FRAME.goaway, FLAG.none, 0, 8 + Buffer.byteLength(reason));
    this.uint32(lastStream);
    this.uint32(code);
    this.bytes(reason === '' ? NO_BYTES : Buffer.from(reason));
  }

  windowUpdate(stream: number, increment: number): void {
    this.frame(FRAME.windowUpdate, FLAG.none, stream, 4);
    this.uint32(increment);
  }

  flush(): void {
    const { buffer, used, socket } = this;
    this.used = 0;
    if (used === 0 || !socket.writable) return;
    this.buffer = this.spare ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
    this.spare = undefined;
    socket.write(buffer.subarray(0, used), () => {
      this.spare = buffer;
    });
    if (socket.writableLength > LIMITS.unreadBytes) socket.pause();
  }

  private frame(type: number, flags: number, stream: number, length: number): void {
    if (this.used + FRAME_HEADER_BYTES + length > BUFFER_BYTES) this.flush();
    const { buffer, used } = this;
    buffer[used] = length >> 16;
    buffer[used + 1] = length >> 8;
    buffer[used + 2] = length;
    buffer[used + 3] = type;
    buffer[used + 4] = flags;
    this.used = used + 5;
    this.uint32(stream);
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.endTurn);
  }

  private uint32(value: number): void {
    const { buffer, used } = this;
    buffer[used] = value >>> 24;
    buffer[used + 1] = value >>> 16;
    buffer[used + 2] = value >>> 8;
    buffer[used + 3] = value;
    this.used = used + 4;
  }

  private bytes(bytes: Uint8Array): void {
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  private readonly endTurn = (): void => {
    this.isScheduled = false;
    // If the client does not read, frames fill the buffer before it is flushed: a write of a few bytes would keep a
    // whole buffer.
    if (!this.socket.writableNeedDrain) this.flush();
    if (!this.isFull) this.onReady();
  };
}
