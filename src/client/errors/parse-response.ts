/** From the bytes of an answer to the JSON in it. */
import { isJsonObject, type JsonObject } from '../../model/json';
import type { HttpResponse } from '../http/request';
import type { Redact } from '../redact';

/** What stands where a JSON object should. */
export interface UnparsableBody {
  /** Completes `the answer is …`. */
  readonly found: string;
  /** Not even JSON by its own account: most likely something else than the service answered. */
  readonly foreign: boolean;
}

/** The object in an answer, or what is there instead. */
export type ParsedResponse = { readonly object: JsonObject } | UnparsableBody;

/** How much of an answer that cannot be used is shown, in characters: enough to know a login page or a proxy by. */
const shownCharacters = 200;

/** Reads an answer that must be a JSON object in UTF-8. */
export function parseResponse(answer: HttpResponse, redact: Redact): ParsedResponse {
  const type = contentType(answer);
  if (answer.body.length === 0) return { found: 'empty', foreign: false };
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(type)) return { found: describe(answer, redact), foreign: true };
  const encoding = answer.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    return { found: `encoded as '${redact(encoding)}', which was not asked for`, foreign: false };
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body));
  } catch {
    // The parser's own message quotes the text, secrets included.
    return { found: `not valid JSON: ${beginning(answer, redact)}`, foreign: false };
  }
  if (isJsonObject(value)) return { object: value };
  return { found: `JSON, but no object: ${beginning(answer, redact)}`, foreign: false };
}

/** What an answer is, for a person: its content type and first characters. */
export function describe(answer: HttpResponse, redact: Redact): string {
  if (answer.body.length === 0) return 'empty';
  const type = contentType(answer);
  return `${type === '' ? 'without a content type' : redact(type)}: ${beginning(answer, redact)}`;
}

function contentType(answer: HttpResponse): string {
  return (answer.header('content-type')?.split(';')[0] ?? '').trim().toLowerCase();
}

function beginning(answer: HttpResponse, redact: Redact): string {
  // Cut only after secrets are out, since half a secret would not be recognised. 64 KiB hold all that can be shown.
  const text = redact(new TextDecoder().decode(answer.body.subarray(0, 65_536)));
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return `"${line.length > shownCharacters ? `${line.slice(0, shownCharacters)}...` : line}"`;
}
