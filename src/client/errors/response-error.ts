/** Converts error responses and malformed responses to ApiErrors. */
import { isJsonObject, type JsonObject } from '../../model/json';
import { oneLine } from '../../model/text';
import type { ErrorKind } from '../api';
import { failureSubject, formatUrl, type HttpResponse, type ServiceRequest } from '../http/request';
import { ApiError, type ApiErrorFields } from './api-error';
import { API_KEY_HINT, BASE_URL_HINT } from './error-hints';
import { describeBody, parseResponse } from './parse-response';

/** The service's error body. */
interface ServiceFailure {
  readonly code: string | undefined;
  readonly message: string;
  readonly operationId: string | undefined;
  /** The service's router does not know the path. */
  readonly isUnknownRoute: boolean;
}

/** Error of a response whose HTTP status is not 2xx; the status in the body is ignored. */
export function responseError(request: ServiceRequest, response: HttpResponse): ApiError {
  const { status } = response;
  const failure = parseFailure(request, response);
  const kind = classify(response, failure);
  return new ApiError(`${failureSubject(request)}: ${explain(kind, request, response, failure)}.`, {
    ...responseFields(request, response),
    kind,
    code: failure?.code,
    serviceMessage: failure?.message,
    ...(failure?.operationId && { operationId: failure.operationId }),
    outcome: status >= 500 && request.method !== 'GET' ? 'unknown' : 'refused',
    retryable: [429, 502, 503, 504].includes(status),
    notFound: kind === 'api' && status === 404 && request.id !== undefined,
  });
}

/** Error of a 2xx response that is malformed, so the request may have taken effect. `problem` completes `the response …`. */
export function invalidResponse(request: ServiceRequest, response: HttpResponse, problem: string): ApiError {
  const text = `${failureSubject(request)}: the service responded ${response.status}, but the response ${problem}. `;
  return new ApiError(`${text}${BASE_URL_HINT}; if it is correct, the service has a defect.`, {
    ...responseFields(request, response),
    kind: 'invalid_response',
    outcome: request.method === 'GET' ? 'refused' : 'unknown',
  });
}

/** Returns the JSON object of a 2xx response; throws an ApiError if there is none. */
export function parseObject(request: ServiceRequest, response: HttpResponse): JsonObject {
  const parsed = parseResponse(response, request.redact);
  if ('object' in parsed) return parsed.object;
  const error = invalidResponse(request, response, `is ${parsed.description}`);
  throw parsed.isForeign ? error.withFields({ kind: 'routing' }) : error;
}

function responseFields(
  request: ServiceRequest,
  response: HttpResponse,
): Pick<ApiErrorFields, 'status' | 'operationId' | 'method' | 'url' | 'sent'> {
  return {
    status: response.status,
    operationId: operationIdOf(request, response),
    method: request.method,
    url: formatUrl(request.url, request.redact),
    sent: 'yes',
  };
}

function parseFailure(request: ServiceRequest, response: HttpResponse): ServiceFailure | undefined {
  const parsed = parseResponse(response, request.redact);
  if (!('object' in parsed)) return undefined;
  const { msg, error_code: code, status_code: status, details: given } = parsed.object;
  if (typeof msg !== 'string' || (typeof status !== 'number' && typeof code !== 'string')) return undefined;
  const details: JsonObject = isJsonObject(given) ? given : {};
  const operationId = toOperationId(details['operation_id'], request);
  return {
    code: typeof code === 'string' && code !== '' ? request.redact(code) : undefined,
    message: request.redact(msg).trim(),
    operationId,
    isUnknownRoute: operationId === undefined && details['path'] !== undefined,
  };
}

/** Reads the identifier under which the service traced the request from the headers. */
export function operationIdOf(request: ServiceRequest, response: HttpResponse): string | undefined {
  const header = request.operationIdHeader;
  return header === undefined ? undefined : toOperationId(response.header(header), request);
}

function toOperationId(value: unknown, { redact }: ServiceRequest): string | undefined {
  return typeof value === 'string' && value !== '' ? redact(value) : undefined;
}

function classify({ status, body }: HttpResponse, failure: ServiceFailure | undefined): ErrorKind {
  if (status === 429) return 'rate_limit';
  if (status >= 500) return 'api';
  if (status < 400) return 'routing';
  if (status === 404 && (!failure || failure.isUnknownRoute)) return 'routing';
  // A gateway may reject a key with an empty body; an HTML page is from another server.
  if (status === 401 || status === 403) return failure || body.length === 0 ? 'credentials' : 'routing';
  return failure ? 'api' : 'routing';
}

function explain(
  kind: ErrorKind,
  request: ServiceRequest,
  response: HttpResponse,
  failure: ServiceFailure | undefined,
): string {
  const { status } = response;
  const details = failure
    ? formatServiceError(status, failure)
    : `${status}, ${describeBody(response, request.redact)}`;
  switch (kind) {
    case 'credentials':
      return `the service rejected the API key: ${details}. ${API_KEY_HINT}`;
    case 'rate_limit':
      return `the rate limit was exceeded: ${details}`;
    case 'routing':
      return `${explainRouting(request, response)} ${details}. ${BASE_URL_HINT}`;
    default:
      return `the service responded ${details}${status >= 500 ? '. The service has a problem; try again later' : ''}`;
  }
}

function formatServiceError(status: number, { code, message, operationId }: ServiceFailure): string {
  const head = code === undefined ? String(status) : `${status} ${oneLine(code)}`;
  const text = message === '' ? '' : `: ${oneLine(message).replace(/\.+$/, '')}`;
  return `${head}${text}${operationId === undefined ? '' : ` (operation ${oneLine(operationId)})`}`;
}

function explainRouting(request: ServiceRequest, response: HttpResponse): string {
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
