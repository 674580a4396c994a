import { createRedact, type Redact } from '../client/redact';

/** As {@link createRedact}: also redacts what looks like a secret, and ignores an added one that is very short. */
export interface Redactor {
  add(secret: string): void;
  apply(text: string): string;
}

/** `initial`, the secrets of the environment, loads modules, so it is called when the first string is redacted. */
export function createRedactor(initial: () => readonly string[] = () => []): Redactor {
  const secrets = new Set<string>();
  let redact: Redact | undefined;
  let hasInitial = false;
  const add = (secret: string): void => {
    if (secrets.has(secret)) return;
    secrets.add(secret);
    redact = undefined;
  };
  return {
    add,
    apply(text) {
      if (!hasInitial) {
        hasInitial = true;
        for (const secret of initial()) add(secret);
      }
      redact ??= createRedact([...secrets]);
      return redact(text);
    },
  };
}
