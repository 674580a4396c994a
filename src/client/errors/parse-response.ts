import { isJsonObject, type JsonObject } from '../../model/json';
import type { HttpResponse } from '../http/request';
import type { Redact } from '../redact';

export interface UnparsableBody {
  /** Completes `the response is …`. */
  readonly description: string;
  /** The content type is not JSON, so another server probably sent the response. */
  readonly isForeign: boolean;
}

export type ParsedResponse = { readonly object: JsonObject } | UnparsableBody;

/** Enough to recognize a login page or a proxy. */
const MAX_PREVIEW_LENGTH = 200;

/** Parses a body that must be a JSON object in UTF-8. */
export function parseResponse(response: HttpResponse, redact: Redact): ParsedResponse {
  const type = contentType(response);
  if (response.body.length === 0) return { description: 'empty', isForeign: false };
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(type)) {
    return { description: describeBody(response, redact), isForeign: true };
  }
  const encoding = response.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    return { description: `encoded as '${redact(encoding)}', which was not requested`, isForeign: false };
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(response.body));
  } catch {
    // The parser's own message quotes the body, secrets included.
    return { description: `not valid JSON: ${preview(response, redact)}`, isForeign: false };
  }
  if (isJsonObject(value)) return { object: value };
  return { description: `not a JSON object: ${preview(response, redact)}`, isForeign: false };
}

/** Content type and first characters. */
export function describeBody(response: HttpResponse, redact: Redact): string {
  if (response.body.length === 0) return 'empty';
  const type = contentType(response);
  return `${type === '' ? 'without a content type' : redact(type)}: ${preview(response, redact)}`;
}

function contentType(response: HttpResponse): string {
  return (response.header('content-type')?.split(';')[0] ?? '').trim().toLowerCase();
}

function preview(response: HttpResponse, redact: Redact): string {
  // Truncated after redacting, since half a secret would not be recognized. 64 KiB contain all that can be shown.
  const text = redact(new TextDecoder().decode(response.body.subarray(0, 65_536)));
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return `"${line.length > MAX_PREVIEW_LENGTH ? `${line.slice(0, MAX_PREVIEW_LENGTH)}...` : line}"`;
}
