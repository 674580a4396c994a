/** Takes secrets out of texts that came from elsewhere: the service's own messages echo credentials (gaps.md 1.1). */
import { isJsonObject, type Json, type JsonObject } from '../model/json';
import type { Attribute, Attributes } from '../model/kind';

/** A text without its secrets. */
export type Redact = (text: string) => string;

const mark = '[redacted]';

/** What looks like a secret whoever it belongs to. Identifiers of objects (`ipr_` and 27 characters) do not match. */
const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g, mark],
  // API keys and authtokens: 27 characters, an underscore, the secret (gaps.md 1.1, 'Key shape').
  [/(?<![0-9A-Za-z])[0-9A-Za-z]{27}_[0-9A-Za-z]{8,}/g, mark],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, mark],
  // 20 characters and more, so that 'Bearer authentication' stays readable.
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{20,}/gi, `$1 ${mark}`],
];

/** Removes the given secrets in every spelling they may be echoed in, and everything shaped like one. */
export function createRedactor(secrets: readonly string[]): Redact {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
  return (text) => {
    const known = spellings.reduce((rest, spelling) => rest.replaceAll(spelling, mark), text);
    return secretShapes.reduce((rest, [shape, replacement]) => rest.replace(shape, replacement), known);
  };
}

function spellingsOf(secret: string): string[] {
  if (secret === '') return [];
  const [, half = ''] = secret.split(/_(.*)/s);
  const parts = half.length >= 16 ? [secret, half] : [secret];
  return parts.flatMap((part) => [
    part,
    part.isWellFormed() ? encodeURIComponent(part) : part,
    JSON.stringify(part).slice(1, -1),
  ]);
}

/** Values of sensitive members in a body; shorter than 4 characters they would only garble what is said. */
export function sensitiveValues(attributes: Attributes, body: JsonObject): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => sensitiveWithin(attribute, body[name]));
}

function sensitiveWithin(attribute: Attribute, value: Json | undefined): string[] {
  if (attribute.sensitive) return textsIn(value).filter((text) => text.length >= 4);
  if (attribute.type === 'object') return isJsonObject(value) ? sensitiveValues(attribute.attributes, value) : [];
  if (!('elements' in attribute) || attribute.elements === 'string' || !Array.isArray(value)) return [];
  const of = attribute.elements;
  return (value as readonly Json[]).flatMap((item) => (isJsonObject(item) ? sensitiveValues(of, item) : []));
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
