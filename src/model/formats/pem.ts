/** One block of a PEM text. */
export interface PemBlock {
  /** What stands after BEGIN, for example `CERTIFICATE`. */
  readonly label: string;
  readonly der: Buffer;
}

/** Only one part can match white space: two in a row make a block without an end take quadratic time. */
const block = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*?)-----END \1-----/g;

/**
 * One text for the same blocks, whatever stands around them and however they are wrapped; itself if there is none, or
 * one that cannot be read, such as a key with a passphrase.
 */
export function canonicalPem(text: string): string {
  const blocks = parsePem(text);
  const begun = text.split('-----BEGIN ').length - 1;
  return blocks.length === 0 || blocks.length < begun
    ? text
    : blocks.map(({ label, der }) => `${label} ${der.toString('base64')}`).join('\n');
}

/** The blocks of a PEM text in order; text around them is allowed (RFC 7468 section 2), an empty list means none. */
export function parsePem(text: string): PemBlock[] {
  return [...text.matchAll(block)].map((found) => ({
    label: found[1] as string,
    der: Buffer.from((found[2] as string).replace(/\s+/g, ''), 'base64'),
  }));
}
