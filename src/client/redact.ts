/** Removes secrets from texts, such as messages of the service, which may quote credentials, and URLs. */
import { SHORTEST_SECRET } from '../values/marks';

export type Redact = (text: string) => string;

const PLACEHOLDER = '[redacted]';

/** Shapes of secrets that are not known. Object ids (`ipr_` and 27 characters) do not match. */
const SECRET_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g, PLACEHOLDER],
  // API keys and tunnel credentials: 27 characters, an underscore, the secret (docs/internals/gaps.md section 1.1).
  [/(?<![0-9A-Za-z])[0-9A-Za-z]{27}_[0-9A-Za-z]{8,}/g, PLACEHOLDER],
  // JWT: the first part is JSON, so its base64 starts with `eyJ`.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, PLACEHOLDER],
  // 20 characters or more, so that 'Bearer authentication' stays readable.
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{20,}/gi, `$1 ${PLACEHOLDER}`],
];

/**
 * Redacts the secrets, also URL-encoded and escaped for JSON, and {@link SECRET_PATTERNS}. A secret below
 * `SHORTEST_SECRET` is not redacted, because it would be found within ordinary words.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const encodings = [...new Set(secrets.flatMap(encodingsOf))].sort((a, b) => b.length - a.length);
  return (text) => {
    const withoutKnown = encodings.reduce((rest, encoding) => rest.replaceAll(encoding, PLACEHOLDER), text);
    return SECRET_PATTERNS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutKnown);
  };
}

function encodingsOf(secret: string): string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  // The part after the id of a key is a secret of its own: `2Xq…Tu_7yHn…` -> `7yHn…`. Chosen: one below 16 characters
  // may be a word, as in `my_password`.
  const suffix = secret.includes('_') ? secret.slice(secret.indexOf('_') + 1) : '';
  const parts = suffix.length >= 16 ? [secret, suffix] : [secret];
  return parts.flatMap((part) => [
    part,
    part.isWellFormed() ? encodeURIComponent(part) : part,
    JSON.stringify(part).slice(1, -1),
  ]);
}
