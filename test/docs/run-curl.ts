/** The `curl` lines of documents, run against an emulator in this process: no port, and no curl needed. */
import { createEmulator } from '../../src/emulator';
import type { Block } from './markdown';
import { shellCommands } from './shell-words';

/** Where the documents' emulator listens. */
const ADDRESS = 'http://127.0.0.1:4040';

interface CurlRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Runs every request of one document to the emulator's address in the document's order, against one emulator, and
 * returns what was refused. Files that a line writes can be sent by a later one.
 */
export async function curlProblems(blocks: readonly Block[]): Promise<string[]> {
  const problems: string[] = [];
  const emulator = createEmulator();
  const files = new Map<string, string>();
  try {
    for (const block of blocks) {
      for (const { line, words, output } of shellCommands(block.code)) {
        if (words[0] !== 'curl' || !words.some((word) => word.startsWith(ADDRESS))) continue;
        const place = `${block.document}:${block.line + 1 + line}`;
        const request = curlRequest(words.slice(1), files);
        if (typeof request === 'string') {
          problems.push(`${place}: ${request}`);
          continue;
        }
        const { url, method, headers, body } = request;
        const response = await emulator.fetch(
          new Request(url, { method, headers, ...(body !== undefined && { body }) }),
        );
        const text = await response.text();
        if (output !== undefined) files.set(output, text);
        if (!response.ok)
          problems.push(`${place}: the emulator returned status ${response.status} for this request: ${text}`);
      }
    }
  } finally {
    await emulator.close();
  }
  return problems;
}

/** Options that take a value, by what it is. */
const VALUES: Readonly<Record<string, 'method' | 'header' | 'body'>> = { '-X': 'method', '-H': 'header', '-d': 'body' };

function curlRequest(words: readonly string[], files: ReadonlyMap<string, string>): CurlRequest | string {
  const headers: Record<string, string> = {};
  const given: { url?: string; method?: string; body?: string } = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const option = VALUES[word];
    if (option === undefined) {
      if (!word.startsWith('-')) given.url = word;
      else if (!/^-[sfS]+$/.test(word)) return `test/docs/run-curl.ts does not know curl's option ${word}`;
      continue;
    }
    const value = words[++at] ?? '';
    if (option === 'header') Object.assign(headers, headerOf(value));
    else given[option] = value;
  }
  return requestOf({ ...given, headers }, files);
}

function requestOf(
  { url, method, headers, body: sent }: Partial<CurlRequest> & Pick<CurlRequest, 'headers'>,
  files: ReadonlyMap<string, string>,
): CurlRequest | string {
  if (url === undefined) return 'curl is given no address';
  if (sent === undefined) return { url, headers, method: method ?? 'GET' };
  const body = sent.startsWith('@') ? files.get(sent.slice(1)) : sent;
  if (body === undefined) return `no line before this one writes ${sent.slice(1)}`;
  return { url, headers, method: method ?? 'POST', body };
}

function headerOf(text: string): Record<string, string> {
  const colon = text.indexOf(':');
  return { [text.slice(0, colon)]: text.slice(colon + 1).trim() };
}
