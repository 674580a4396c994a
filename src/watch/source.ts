import { createReadStream } from 'node:fs';
import { CliError } from '../command/context';
import { decompressChunks } from '../events/decompress';
import { EventError } from '../events/event-error';
import { EXIT } from '../model/exit-status';

export interface Batch {
  /** Lines that are not blank, or events of an emulator. Empty if an emulator has sent only `last`. */
  readonly lines: readonly string[];
  /**
   * Id of the last event of an emulator, read or not, after which the next run continues; `none` if it has no event.
   */
  readonly last?: string;
}

/** Throws a {@link CliError} if the file cannot be read, or the error of an aborted signal. */
export async function* readLinesOfFile(file: string, signal: AbortSignal): AsyncGenerator<Batch> {
  try {
    yield* readLines(createReadStream(file, { signal }), file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || signal.aborted) throw error;
    const reason = code === 'ENOENT' ? 'it does not exist' : code === 'EISDIR' ? 'it is a folder' : message;
    throw new CliError(`Cannot read the events from ${file}: ${reason}; expected one file. Correct --events.`);
  }
}

/** Yields lines that are not blank as they arrive, also compressed. The last one needs no line break. */
export async function* readLines(input: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Batch> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const chunk of decompress(input, name)) {
    const parts = (pending + decoder.decode(chunk, { stream: true })).split('\n');
    pending = parts.pop() ?? '';
    const lines = parts.filter((line) => line.trim() !== '');
    if (lines.length > 0) yield { lines };
  }
  if (pending.trim() !== '') yield { lines: [pending] };
}

async function* decompress(input: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    const chunks = (await decompressChunks(input[Symbol.asyncIterator]())) as AsyncIterator<Uint8Array>;
    yield* { [Symbol.asyncIterator]: () => chunks };
  } catch (error) {
    if (error instanceof EventError)
      throw new CliError(`Cannot read the events from ${name}: ${error.message}`, EXIT.undecided);
    throw error;
  }
}
