import { X509Certificate } from 'node:crypto';

export interface PemBlock {
  readonly label: string;
  readonly der: Buffer;
}

/**
 * White space is matched by the part between BEGIN and END, and by nothing next to it. With a `\s*` before or after
 * that part, much white space without END would take quadratic time.
 */
const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*?)-----END \1-----/g;

/**
 * Independent of line wrapping and surrounding text. Unchanged without blocks, or with an unreadable one, such as a key
 * that is encrypted with `Proc-Type` headers.
 */
export function canonicalPem(text: string): string {
  const blocks = parsePem(text);
  const begun = text.split('-----BEGIN ').length - 1;
  return blocks.length === 0 || blocks.length < begun
    ? text
    : blocks.map(({ label, der }) => `${label} ${der.toString('base64')}`).join('\n');
}

/** Other text is ignored (RFC 7468 section 2). */
export function parsePem(text: string): PemBlock[] {
  return [...text.matchAll(PEM_BLOCK)].map((found) => ({
    label: found[1] as string,
    der: Buffer.from((found[2] as string).replace(/\s+/g, ''), 'base64'),
  }));
}

/** Undefined for a block that is no certificate, or that Node cannot read. */
export function parseCertificate({ der }: PemBlock): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}
