/** The numbers of HTTP/2 (RFC 9113), its errors, and the limits of this server. */

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

/** Section 7. */
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

export const LIMITS = {
  /** Of one message of a call; as in providers that are built with Terraform's Go libraries. */
  messageBytes: 256 * 1024 * 1024,
  /** Calls of a connection at once, with those that the client has cancelled and that still run. */
  streams: 1_000,
  /** Of a header block, encoded with its frame headers, and decoded as SETTINGS_MAX_HEADER_LIST_SIZE counts. */
  headerBytes: 64 * 1024,
  /** SETTINGS_HEADER_TABLE_SIZE, its default. */
  headerTableBytes: 4_096,
  /** SETTINGS_MAX_FRAME_SIZE, its default and the smallest that a client may have. */
  frameBytes: 16_384,
  /** Flow control windows: with the default of 64 KiB a large state would wait for many round trips. */
  windowBytes: 16 * 1024 * 1024,
  /**
   * Bytes that the client has not read. Beyond, nothing more is read from it, which bounds the replies to PING, SETTINGS
   * and refused streams. DATA stops earlier.
   */
  unreadBytes: 1024 * 1024,
  /** Streams that this server has reset and whose late frames it ignores. The oldest are forgotten. */
  resetStreams: 10_000,
} as const;

/** Section 6.9.1. */
export const MAX_WINDOW = 2 ** 31 - 1;
export const DEFAULT_WINDOW = 65_535;
