/** From an answer that is no success to the error that says so (gaps.md sections 0 'Errors', 1.4 and 1.5). */
import { isJsonObject, type JsonObject } from '../../model/json';
import { oneLine } from '../../model/text';
import type { ErrorKind } from '../api';
import { cannot, formatUrl, type HttpResponse, type ServiceRequest } from '../http/request';
import { ApiError, type ApiErrorFields } from './api-error';
import { checkApiKey, checkBaseUrl } from './error-hints';
import { describe, parseResponse, type UnparsableBody } from './parse-response';

/** The service's error body, as far as it can be trusted. */
interface ServiceFailure {
  readonly code: string | undefined;
  readonly message: string;
  readonly operationId: string | undefined;
  /** The service's router did not know the path. */
  readonly unrouted: boolean;
}

/** The error of an answer whose status is not 2xx. Believes the HTTP status, not the body's. */
export function responseError(request: ServiceRequest, answer: HttpResponse): ApiError {
  const failure = readFailure(request, answer);
  const kind = kindOf(answer, failure);
  return new ApiError(`${cannot(request)}: ${finding(kind, request, answer, failure)}.`, {
    ...answerFields(request, answer),
    kind,
    code: failure?.code,
    serviceMessage: failure?.message,
    ...(failure?.operationId && { operationId: failure.operationId }),
    outcome: answer.status >= 500 && request.method !== 'GET' ? 'unknown' : 'refused',
    retryable: [429, 502, 503, 504].includes(answer.status),
    notFound: kind === 'api' && answer.status === 404 && request.id !== undefined,
  });
}

/** The error of a success that cannot be used; `problem` completes `the answer …`. What was asked for may have been done. */
export function invalidResponse(request: ServiceRequest, answer: HttpResponse, problem: string): ApiError {
  const text = `${cannot(request)}: the service answered ${answer.status}, but the answer ${problem}. `;
  return new ApiError(`${text}${checkBaseUrl}; if it is right, the service is at fault.`, {
    ...answerFields(request, answer),
    kind: 'invalid_answer',
    outcome: request.method === 'GET' ? 'refused' : 'unknown',
  });
}

/** The error of a success that is no JSON object. */
export function unreadable(
  request: ServiceRequest,
  answer: HttpResponse,
  { found, foreign }: UnparsableBody,
): ApiError {
  const error = invalidResponse(request, answer, `is ${found}`);
  return foreign ? error.withFields({ kind: 'routing' }) : error;
}

function answerFields(
  request: ServiceRequest,
  answer: HttpResponse,
): Pick<ApiErrorFields, 'status' | 'operationId' | 'method' | 'url' | 'sent'> {
  return {
    status: answer.status,
    operationId: tracedAs(request, answer),
    method: request.method,
    url: formatUrl(request.url, request.redact),
    sent: 'yes',
  };
}

function readFailure(request: ServiceRequest, answer: HttpResponse): ServiceFailure | undefined {
  const read = parseResponse(answer, request.redact);
  if (!('object' in read)) return undefined;
  const { msg, error_code: code, status_code: status } = read.object;
  if (typeof msg !== 'string' || (typeof status !== 'number' && typeof code !== 'string')) return undefined;
  const details: JsonObject = isJsonObject(read.object['details']) ? read.object['details'] : {};
  const operationId = operationIdOf(details['operation_id'], request);
  return {
    code: typeof code === 'string' && code !== '' ? request.redact(code) : undefined,
    message: request.redact(msg).trim(),
    operationId,
    unrouted: operationId === undefined && details['path'] !== undefined,
  };
}

/** The identifier under which the service traced the request, from the answer's headers. */
export function tracedAs(request: ServiceRequest, answer: HttpResponse): string | undefined {
  const header = request.operationIdHeader;
  return header === undefined ? undefined : operationIdOf(answer.header(header), request);
}

function operationIdOf(value: unknown, { redact }: ServiceRequest): string | undefined {
  return typeof value === 'string' && value !== '' ? redact(value) : undefined;
}

function kindOf({ status, body }: HttpResponse, failure: ServiceFailure | undefined): ErrorKind {
  if (status === 429) return 'rate_limit';
  if (status >= 500) return 'api';
  if (status < 400) return 'routing';
  if (status === 404 && (!failure || failure.unrouted)) return 'routing';
  // A gate in front of the service may refuse a key with an empty body; a page of HTML is not the service's.
  if (status === 401 || status === 403) return failure || body.length === 0 ? 'credentials' : 'routing';
  return failure ? 'api' : 'routing';
}

function finding(
  kind: ErrorKind,
  request: ServiceRequest,
  answer: HttpResponse,
  failure: ServiceFailure | undefined,
): string {
  const said = failure ? serviceWords(answer, failure) : `${answer.status}, ${describe(answer, request.redact)}`;
  switch (kind) {
    case 'credentials':
      return `the service refuses the API key: ${said}. ${checkApiKey}`;
    case 'rate_limit':
      return `the service's limit of requests is used up: ${said}`;
    case 'routing':
      return `${wrongBaseUrl(request, answer)} ${said}. ${checkBaseUrl}`;
    default:
      return `the service answered ${said}${answer.status >= 500 ? '. The fault is at the service; try again later' : ''}`;
  }
}

function serviceWords({ status }: HttpResponse, { code, message, operationId }: ServiceFailure): string {
  const head = code === undefined ? String(status) : `${status} ${oneLine(code)}`;
  const text = message === '' ? '' : `: ${oneLine(message).replace(/\.+$/, '')}`;
  return `${head}${text}${operationId === undefined ? '' : ` (operation ${oneLine(operationId)})`}`;
}

function wrongBaseUrl(request: ServiceRequest, answer: HttpResponse): string {
  const asked = `${request.method} ${formatUrl(request.url, request.redact)}`;
  if (answer.status >= 400) return `the base URL does not lead to the service's API; ${asked} answered`;
  const location = answer.header('location');
  const where = location === undefined ? '' : ` to ${shownLocation(location, request)}`;
  return `${asked} is redirected${where}, and redirects are not followed, so that the API key goes nowhere else; it answered`;
}

function shownLocation(location: string, request: ServiceRequest): string {
  const url = URL.canParse(location, request.url.href) ? new URL(location, request.url) : undefined;
  return url ? formatUrl(url, request.redact) : 'an address that is not valid';
}
