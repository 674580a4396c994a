/** Removes secrets from text that netingress did not write, such as service error messages, which may quote credentials. */
import { isJsonObject, type Json, type JsonObject } from '../model/json';
import type { Attribute, Attributes } from '../model/kind';

/** Shorter secrets are not removed from texts, in characters. */
const MIN_LENGTH = 4;

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

/** Redacts the secrets, also URL-encoded and escaped for JSON, and everything that looks like a secret. */
export function createRedact(secrets: readonly string[]): Redact {
  const encodings = [...new Set(secrets.flatMap(encodingsOf))].sort((a, b) => b.length - a.length);
  return (text) => {
    const withoutKnown = encodings.reduce((rest, encoding) => rest.replaceAll(encoding, PLACEHOLDER), text);
    return SECRET_PATTERNS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutKnown);
  };
}

function encodingsOf(secret: string): string[] {
  // Shorter texts are parts of ordinary words: with the secret `k`, `make` would become `ma[redacted]e`.
  if (secret.length < MIN_LENGTH) return [];
  // The part after the id of a key is a secret of its own.
  const [, suffix = ''] = secret.split(/_(.*)/s);
  const parts = suffix.length >= 16 ? [secret, suffix] : [secret];
  return parts.flatMap((part) => [
    part,
    part.isWellFormed() ? encodeURIComponent(part) : part,
    JSON.stringify(part).slice(1, -1),
  ]);
}

/** Strings of sensitive attributes in a body; those below 4 characters would match ordinary words. */
export function sensitiveValues(attributes: Attributes, body: JsonObject): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => sensitiveStrings(attribute, body[name]));
}

function sensitiveStrings(attribute: Attribute, value: Json | undefined): string[] {
  if (attribute.sensitive) return stringsIn(value).filter((text) => text.length >= 4);
  if (attribute.type === 'object') return isJsonObject(value) ? sensitiveValues(attribute.attributes, value) : [];
  if (!('elements' in attribute) || attribute.elements === 'string' || !Array.isArray(value)) return [];
  const { elements } = attribute;
  return (value as readonly Json[]).flatMap((item) => (isJsonObject(item) ? sensitiveValues(elements, item) : []));
}

function stringsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
