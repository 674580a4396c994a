/** Decompresses an input of events: gzip or Zstandard, by its first bytes. Any other input is passed on as it is. */

import type { Transform } from 'node:stream';
import { endSentence } from '../model/text';
import type { Words } from '../values/words';
import { builtIn } from './built-ins';
import { EventError } from './event-error';

export type Chunks<Chunk> = Iterator<Chunk> | AsyncIterator<Chunk>;

const START_BYTES = 4;

/** By the first bytes that RFC 1952 and RFC 8878 define. */
const FORMATS = [
  { name: 'gzip', isStart: (at: (index: number) => number) => at(0) === 0x1f && at(1) === 0x8b },
  {
    name: 'Zstandard',
    // A frame of data, or one of the 16 kinds that decoders skip, which some writers put first.
    isStart: (at: (index: number) => number) =>
      (at(0) === 0x28 && at(1) === 0xb5 && at(2) === 0x2f && at(3) === 0xfd) ||
      (at(0) >> 4 === 0x5 && at(1) === 0x2a && at(2) === 0x4d && at(3) === 0x18),
  },
] as const;

/**
 * Returns the same chunks, or those of the decompressed input. Reading these throws an {@link EventError} if the
 * compressed data is broken or cut off, and for gzip without Node. An error of the input itself is thrown as it is.
 * `chunkSize`: most bytes of a chunk that Node decompresses; the default is Node's.
 */
export async function decompressChunks<Chunk>(
  chunks: Chunks<Chunk>,
  chunkSize?: number,
): Promise<Chunks<Chunk | Uint8Array>> {
  const first: Chunk[] = [];
  const start: number[] = [];
  // A pipe may deliver one byte at a time.
  while (start.length < START_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    first.push(value);
    if (!(value instanceof Uint8Array)) break;
    start.push(...value.subarray(0, START_BYTES - start.length));
  }
  const whole = putBack(first, chunks);
  const format = findCompression(start);
  // An input that starts as compressed bytes is taken to have no other chunks.
  return format === undefined ? whole : decompress(format, whole as Chunks<Uint8Array>, chunkSize);
}

function findCompression(start: ArrayLike<number>): (typeof FORMATS)[number]['name'] | undefined {
  return FORMATS.find(({ isStart }) => isStart((index) => start[index] ?? 0))?.name;
}

function putBack<Chunk>(first: Chunk[], rest: Chunks<Chunk>): Chunks<Chunk> {
  return {
    next: async () => {
      const value = first.shift();
      return value === undefined ? await rest.next() : { done: false, value };
    },
    return: async () => {
      await rest.return?.();
      return { done: true, value: undefined };
    },
  };
}

async function* decompress(
  format: (typeof FORMATS)[number]['name'],
  chunks: Chunks<Uint8Array>,
  chunkSize: number | undefined,
): AsyncGenerator<Uint8Array> {
  let failure: { readonly error: unknown } | undefined;
  const input: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        try {
          return await chunks.next();
        } catch (error) {
          failure = { error };
          throw error;
        }
      },
    }),
  };
  try {
    const zlib = builtIn('node:zlib');
    const options = chunkSize === undefined ? {} : { chunkSize };
    if (format === 'gzip') {
      if (!zlib) throw new Error('it needs Node');
      yield* transform(input, zlib.createGunzip(options));
    } else if (zlib && 'createZstdDecompress' in zlib) {
      yield* transform(input, (zlib.createZstdDecompress as (options: object) => Transform)(options));
    } else yield* decompressZstd(input);
  } catch (error) {
    if (failure) throw failure.error;
    throw new EventError(describe(format, error as Error), { cause: error });
  } finally {
    await chunks.return?.();
  }
}

/** Codes of errors of Node's decompressors, and of fzstd (5 is `ZstdErrorCode.UnexpectedEOF`). */
const CODES_OF_CUT_INPUT: readonly unknown[] = ['Z_BUF_ERROR', 5];

function describe(format: string, { message, code }: Error & { readonly code?: unknown }): Words {
  return CODES_OF_CUT_INPUT.includes(code)
    ? `The input is cut off: the ${format} data does not end.`
    : endSentence(`The input is not valid ${format}: ${message}`);
}

async function* transform(input: AsyncIterable<Uint8Array>, transformer: Transform): AsyncGenerator<Uint8Array> {
  const { pipeline, Readable } = builtIn('node:stream') as typeof import('node:stream');
  // The error reaches the reader of the last stream.
  yield* pipeline(Readable.from(input, { objectMode: false }), transformer, () => {}) as AsyncIterable<Uint8Array>;
}

/** A choice: a few bytes can stand for 128 KiB, so a whole chunk could fill the memory. */
const ZSTD_PART_BYTES = 2048;

async function* decompressZstd(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress } = require('./zstd-library') as typeof import('./zstd-library');
  const queue: Uint8Array[] = [];
  const decompressor = new Decompress((bytes) => queue.push(bytes));
  for await (const chunk of input) {
    for (let at = 0; at < chunk.length; at += ZSTD_PART_BYTES) {
      decompressor.push(chunk.subarray(at, at + ZSTD_PART_BYTES));
      yield* queue.splice(0);
    }
  }
  decompressor.push(new Uint8Array(0), true);
  yield* queue.splice(0);
}
