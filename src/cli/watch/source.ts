/** Sources of audit events, and standard input as one. */
import { decompressChunks } from '../../events/decompress';
import { EventError } from '../../events/event-error';
import { EXIT } from '../../model/exit-status';
import { CliError } from '../context';

/** How far a source was read; plain data for the checkpoint file. */
export type Position =
  | { readonly of: 'file'; readonly inode: string; readonly offset: number; readonly start: FileStart }
  | { readonly of: 'emulator'; readonly last: string }
  | { readonly of: 'input' };

/** How a file begins, which tells whether it was truncated and has grown again. */
export interface FileStart {
  /** Number of hashed bytes. */
  readonly bytes: number;
  readonly sha256: string;
}

export interface Batch {
  /** One JSON document each. */
  readonly lines: readonly string[];
  readonly position: Position;
}

/** Yields the lines of standard input, also compressed, until it ends. The last line needs no line break. */
export async function* readEventsFromStdin(input: AsyncIterable<Uint8Array>): AsyncGenerator<Batch> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const chunk of decompress(input)) {
    const parts = (pending + decoder.decode(chunk, { stream: true })).split('\n');
    pending = parts.pop() ?? '';
    const lines = parts.filter((line) => line.trim() !== '');
    if (lines.length > 0) yield { lines, position: { of: 'input' } };
  }
  if (pending.trim() !== '') yield { lines: [pending], position: { of: 'input' } };
}

async function* decompress(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = (await decompressChunks(input[Symbol.asyncIterator]())) as AsyncIterator<Uint8Array>;
  try {
    yield* { [Symbol.asyncIterator]: () => chunks };
  } catch (error) {
    if (error instanceof EventError)
      throw new CliError(`Cannot read the events from standard input: ${error.message}`, EXIT.undecided);
    throw error;
  }
}
