/** The header fields of a request, as HTTP/2 requires them (RFC 9113, sections 8.2 and 8.3). */
import type { Field } from './hpack';

export interface RequestHeaders {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
  readonly te: string | undefined;
  readonly grpcEncoding: string | undefined;
  /** Size of all fields, as SETTINGS_MAX_HEADER_LIST_SIZE counts. */
  readonly size: number;
}

const PSEUDO_FIELDS = new Set([':method', ':scheme', ':path', ':authority']);

/** Section 8.2.2: fields of a connection of HTTP/1. */
const FORBIDDEN_FIELDS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/** Returns undefined for a malformed request. */
export function parseRequest(fields: readonly Field[]): RequestHeaders | undefined {
  const values = new Map<string, string>();
  let size = 0;
  let hasRegular = false;
  for (const { name, value, size: bytes, isValid } of fields) {
    size += bytes;
    if (!isValid || FORBIDDEN_FIELDS.has(name)) return undefined;
    if (name.charCodeAt(0) !== COLON) hasRegular = true;
    else if (hasRegular || values.has(name) || !PSEUDO_FIELDS.has(name)) return undefined;
    values.set(name, value);
  }
  const [method, path, te] = [values.get(':method'), values.get(':path'), values.get('te')];
  if (!method || !path || !values.get(':scheme') || (te !== undefined && te !== 'trailers')) return undefined;
  const length = values.get('content-length');
  return {
    method,
    path,
    contentType: values.get('content-type'),
    contentLength: length === undefined ? undefined : Number(length),
    te,
    grpcEncoding: values.get('grpc-encoding'),
    size,
  };
}

const COLON = 58;
