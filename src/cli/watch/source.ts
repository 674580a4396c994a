/** Sources of audit events, and standard input as one. */

/** How far a source was read; plain data for the checkpoint file. */
export type Position =
  | { readonly of: 'file'; readonly inode: string; readonly offset: number }
  | { readonly of: 'stream'; readonly last: string }
  | { readonly of: 'input' };

export interface Batch {
  /** One JSON document each. */
  readonly documents: readonly string[];
  /** The position after these documents. */
  readonly position: Position;
}

/** Yields the lines of standard input until it ends. The last line needs no line break. */
export async function* followInput(input: AsyncIterable<Uint8Array>): AsyncGenerator<Batch> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const chunk of input) {
    const lines = (pending + decoder.decode(chunk, { stream: true })).split('\n');
    pending = lines.pop() ?? '';
    const documents = lines.filter((line) => line.trim() !== '');
    if (documents.length > 0) yield { documents, position: { of: 'input' } };
  }
  if (pending.trim() !== '') yield { documents: [pending], position: { of: 'input' } };
}
