/** Keeps secrets out of what the provider prints. */
export interface Redactor {
  /** Makes a text a secret from now on. Shorter ones than four characters are not hidden: they are in every word. */
  add(secret: string): void;
  /** The text with every secret in it replaced. */
  apply(text: string): string;
}

/** A redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  return {
    add(secret) {
      if (secret.length >= 4) secrets.add(secret);
    },
    apply(text) {
      let redacted = text;
      // Longest first, so that none is left in part because a shorter one was inside it.
      for (const secret of [...secrets].sort((a, b) => b.length - a.length))
        redacted = redacted.replaceAll(secret, '(redacted)');
      return redacted;
    },
  };
}
