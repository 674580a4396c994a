/** Keeps secrets out of what the provider prints. */
import { createRedact as createTextRedactor, type Redact } from '../client/redact';

/** Takes secrets out of texts: those it was told of, in every spelling, and whatever has the shape of one. */
export interface Redactor {
  /** Makes a text a secret from now on. Shorter ones than four characters are not hidden: they are in every word. */
  add(secret: string): void;
  /** The text with every secret in it replaced. */
  apply(text: string): string;
}

/** A redactor that knows what `initial` answers, which is asked when the first text is redacted. */
export function createRedactor(initial: () => readonly string[] = () => []): Redactor {
  const secrets = new Set<string>();
  let redact: Redact | undefined;
  let asked = false;
  const add = (secret: string): void => {
    if (secret.length < 4 || secrets.has(secret)) return;
    secrets.add(secret);
    redact = undefined;
  };
  return {
    add,
    apply(text) {
      if (!asked) {
        asked = true;
        for (const secret of initial()) add(secret);
      }
      redact ??= createTextRedactor([...secrets]);
      return redact(text);
    },
  };
}
