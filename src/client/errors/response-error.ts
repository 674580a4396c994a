import { oneLine } from '../../model/text';
import { isJsonObject, type JsonObject } from '../../values/json';
import type { Words } from '../../values/words';
import type { Redact } from '../redact';
import { failureSubject, formatUrl, type ServiceRequest, type ServiceResponse } from '../request';
import { ApiError, type ApiErrorFields, type ErrorCategory } from './api-error';
import { apiKeyHint, baseUrlHint } from './error-hints';

interface ServiceFailure {
  readonly code: string | undefined;
  readonly message: Words;
  readonly operationId: string | undefined;
  /** The service seems to have no operation with the path, so the base URL is probably wrong. */
  readonly isUnknownRoute: boolean;
}

/** Error of a response whose HTTP status is not 2xx, whatever `status_code` in its body is. */
export function responseError(request: ServiceRequest, response: ServiceResponse): ApiError {
  const { status } = response;
  const failure = parseFailure(request, response);
  const category = classify(response, failure);
  return new ApiError(`${failureSubject(request)}: ${explain(category, request, response, failure)}.`, {
    ...responseFields(request, response),
    category,
    code: failure?.code,
    serviceMessage: failure?.message,
    ...(failure?.operationId && { operationId: failure.operationId }),
    sideEffect: status >= 500 && request.method !== 'GET' ? 'unknown' : 'no_effect',
    retryable: [429, 502, 503, 504].includes(status),
    notFound: category === 'api' && status === 404 && request.id !== undefined,
  });
}

/**
 * Error of a 2xx response that cannot be used, so the request may have taken effect. `problem` completes `the response
 * …`.
 */
export function invalidResponse(request: ServiceRequest, response: ServiceResponse, problem: Words): ApiError {
  const text = `${failureSubject(request)}: the service responded ${response.status}, but the response ${problem}. `;
  return new ApiError(`${text}${baseUrlHint(request.settingsSource)}; if it is correct, the service has a defect.`, {
    ...responseFields(request, response),
    category: 'invalid_response',
    sideEffect: request.method === 'GET' ? 'no_effect' : 'unknown',
  });
}

export function parseObject(request: ServiceRequest, response: ServiceResponse): JsonObject {
  const parsed = parseResponse(response, request.redact);
  if ('object' in parsed) return parsed.object;
  const error = invalidResponse(request, response, `is ${parsed.description}`);
  throw parsed.isFromOtherServer ? error.withFields({ category: 'routing' }) : error;
}

function responseFields(
  request: ServiceRequest,
  response: ServiceResponse,
): Pick<ApiErrorFields, 'status' | 'operationId' | 'method' | 'url' | 'deliveryStatus'> {
  return {
    status: response.status,
    operationId: operationIdOf(request, response),
    method: request.method,
    url: formatUrl(request.url, request.redact),
    deliveryStatus: 'yes',
  };
}

function parseFailure(request: ServiceRequest, response: ServiceResponse): ServiceFailure | undefined {
  const parsed = parseResponse(response, request.redact);
  if (!('object' in parsed)) return undefined;
  const { msg, error_code: code, status_code: status, details: parsedDetails } = parsed.object;
  if (typeof msg !== 'string' || (typeof status !== 'number' && typeof code !== 'string')) return undefined;
  const details: JsonObject = isJsonObject(parsedDetails) ? parsedDetails : {};
  const operationId = toOperationId(details['operation_id'], request);
  return {
    code: typeof code === 'string' && code !== '' ? request.redact(code) : undefined,
    message: request.redact(msg).trim(),
    operationId,
    // For a path without an operation the service responds with `details.path`, and without an operation id.
    isUnknownRoute: operationId === undefined && details['path'] !== undefined,
  };
}

/** Undefined if the profile or the response has no such header. */
export function operationIdOf(request: ServiceRequest, response: ServiceResponse): string | undefined {
  const header = request.operationIdHeader;
  return header === undefined ? undefined : toOperationId(response.header(header), request);
}

function toOperationId(value: unknown, { redact }: ServiceRequest): string | undefined {
  return typeof value === 'string' && value !== '' ? redact(value) : undefined;
}

function classify({ status, body }: ServiceResponse, failure: ServiceFailure | undefined): ErrorCategory {
  if (status === 429) return 'rate_limit';
  if (status >= 500) return 'api';
  if (status < 400) return 'routing';
  if (status === 404 && (!failure || failure.isUnknownRoute)) return 'routing';
  // A gateway may reject a key with an empty body; an HTML page is from another server.
  if (status === 401 || status === 403) return failure || body.length === 0 ? 'credentials' : 'routing';
  return failure ? 'api' : 'routing';
}

function explain(
  category: ErrorCategory,
  request: ServiceRequest,
  response: ServiceResponse,
  failure: ServiceFailure | undefined,
): Words {
  const { status } = response;
  const details = failure
    ? formatServiceError(status, failure)
    : `${status}, ${describeBody(response, request.redact)}`;
  switch (category) {
    case 'credentials':
      return `the service rejected the API key: ${details}. ${apiKeyHint(request.settingsSource)}`;
    case 'rate_limit':
      return `the rate limit was exceeded: ${details}`;
    case 'routing':
      return `${explainRouting(request, response)} ${details}. ${baseUrlHint(request.settingsSource)}`;
    default:
      return `the service responded ${details}${status >= 500 ? '. The service has a problem; try again later' : ''}`;
  }
}

function formatServiceError(status: number, { code, message, operationId }: ServiceFailure): Words {
  const head = code === undefined ? String(status) : `${status} ${oneLine(code)}`;
  const text = message === '' ? '' : `: ${oneLine(message).replace(/\.+$/, '')}`;
  return `${head}${text}${operationId === undefined ? '' : ` (operation ${oneLine(operationId)})`}`;
}

function explainRouting(request: ServiceRequest, response: ServiceResponse): Words {
  const subject = `${request.method} ${formatUrl(request.url, request.redact)}`;
  if (response.status >= 400) return `the base URL does not lead to the service's API; ${subject} returned`;
  const location = response.header('location');
  const target = location === undefined ? '' : ` to ${formatLocation(location, request)}`;
  return `${subject} is redirected${target}, and redirects are not followed, to protect the API key; it returned`;
}

function formatLocation(location: string, request: ServiceRequest): string {
  const url = URL.canParse(location, request.url.href) ? new URL(location, request.url) : undefined;
  return url ? formatUrl(url, request.redact) : 'an invalid URL';
}

interface UnparsableBody {
  /** Completes `the response is …`. */
  readonly description: Words;
  /** The content type is not JSON, so another server probably sent the response. */
  readonly isFromOtherServer: boolean;
}

type ParsedResponse = { readonly object: JsonObject } | UnparsableBody;

/** In characters: enough to recognize a login page or a proxy. */
const MAX_PREVIEW_LENGTH = 200;

function parseResponse(response: ServiceResponse, redact: Redact): ParsedResponse {
  const type = contentType(response);
  if (response.body.length === 0) return { description: 'empty', isFromOtherServer: false };
  if (!/^application\/(?:[\w.+-]+\+)?json$/i.test(type)) {
    return { description: describeBody(response, redact), isFromOtherServer: true };
  }
  const encoding = response.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    return { description: `encoded as '${redact(encoding)}', which was not requested`, isFromOtherServer: false };
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(response.body));
  } catch {
    // The parser's own message quotes the body, secrets included.
    return { description: `not valid JSON: ${preview(response, redact)}`, isFromOtherServer: false };
  }
  if (isJsonObject(value)) return { object: value };
  return { description: `not a JSON object: ${preview(response, redact)}`, isFromOtherServer: false };
}

function describeBody(response: ServiceResponse, redact: Redact): Words {
  if (response.body.length === 0) return 'empty';
  const type = contentType(response);
  return `${type === '' ? 'without a content type' : redact(type)}: ${preview(response, redact)}`;
}

function contentType(response: ServiceResponse): string {
  return (response.header('content-type')?.split(';')[0] ?? '').trim();
}

function preview(response: ServiceResponse, redact: Redact): string {
  // Truncated after redacting, since half a secret would not be recognized. The first 64 KiB are enough for the
  // preview, unless nearly all of them are blanks.
  const text = redact(new TextDecoder().decode(response.body.subarray(0, 65_536)));
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return `"${line.length > MAX_PREVIEW_LENGTH ? `${line.slice(0, MAX_PREVIEW_LENGTH)}...` : line}"`;
}
