/**
 * Node's own functions where they exist. Imports of them would keep bundlers for browsers and workers from reading
 * `netingress/events`; without Node only gzip cannot be read, neither an input nor the data of a record.
 */

/** Decodes UTF-8 whose characters may be split between chunks. */
export interface StreamDecoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

interface BuiltIns {
  readonly 'node:stream': typeof import('node:stream');
  readonly 'node:string_decoder': typeof import('node:string_decoder');
  readonly 'node:zlib': typeof import('node:zlib');
}

/** Returns a module of Node; undefined without Node, or in one that is too old for `getBuiltinModule`. */
export function builtIn<Name extends keyof BuiltIns>(name: Name): BuiltIns[Name] | undefined {
  const node: Pick<NodeJS.Process, 'getBuiltinModule'> | undefined = globalThis.process;
  return node?.getBuiltinModule?.(name) as BuiltIns[Name] | undefined;
}

/**
 * Node's decoder if there is one: for chunks of 64 KiB of ASCII it was several times as fast as a TextDecoder that
 * streams (2,000 calls of each `write` and `decode`, Node 20).
 */
export function createStreamDecoder(): StreamDecoder {
  const node = builtIn('node:string_decoder');
  if (node) return new node.StringDecoder('utf8');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Keeps a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/** Throws if the text is not base64. Accepts what `atob` does: also white space, and no padding. */
export function decodeBase64(text: string): Uint8Array {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}

/** Throws if the bytes are not gzip, are more than `maxLength` when decompressed, or if there is no Node. */
export function gunzip(bytes: Uint8Array, maxLength: number): Uint8Array {
  const node = builtIn('node:zlib');
  if (!node) throw new Error('it is compressed with gzip, which needs Node');
  return node.gunzipSync(bytes, { maxOutputLength: maxLength });
}
