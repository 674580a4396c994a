import type { Batch } from './source';

/** Lines of standard input as they come, until it ends; the last need not end with a line break. */
export async function* followInput(input: AsyncIterable<Uint8Array>): AsyncGenerator<Batch> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    const texts = lines.filter((line) => line.trim() !== '');
    if (texts.length > 0) yield { texts, position: { of: 'input' } };
  }
  if (rest.trim() !== '') yield { texts: [rest], position: { of: 'input' } };
}
