/** From what was caught while a request was under way to the error that says so. */
import { types } from 'node:util';
import type { DeliveryStatus, SideEffect } from '../api';
import { cannot, formatDuration, formatUrl, type Progress, type ServiceRequest } from '../http/request';
import { Interruption } from '../rate-limit/deadline';
import { ApiError, type ApiErrorFields, EFFECT_UNKNOWN, withoutSecrets } from './api-error';
import { checkBaseUrl } from './error-hints';
import { findNetworkFailure, type NetworkFailure, networkCodeOf } from './network-codes';

/** A response body above the size limit; thrown by transports. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/** The error of a request that came to no whole answer. Takes whatever a transport rejects with. */
export function requestError(request: ServiceRequest, caught: unknown, progress: Progress): ApiError {
  const code = networkCodeOf(caught);
  const failure = code === undefined ? undefined : findNetworkFailure(code);
  const { sent } = progress;
  const fields = {
    status: progress.status,
    method: request.method,
    url: formatUrl(request.url, request.redact),
    sent,
    outcome: outcomeOf(request, sent),
  };
  const start = `${cannot(request)}: `;
  const unknown = fields.outcome === 'unknown' ? EFFECT_UNKNOWN : '';
  if (caught instanceof Interruption) return abortedError(start, unknown, caught, fields);
  if (caught instanceof ResponseTooLargeError) {
    return new ApiError(`${start}${caught.message}.${unknown}`, { ...fields, kind: 'invalid_answer' });
  }
  const advice = failure?.advice ?? (sent === 'no' ? baseUrlHint(request) : undefined);
  const toDo = advice === undefined ? '' : ` ${advice}.`;
  return new ApiError(`${start}${connectionError(request, caught, code, failure, sent)}.${unknown}${toDo}`, {
    ...fields,
    kind: 'network',
    // A failure that nobody foresaw is not repeated: it may well be a defect.
    retryable: failure?.transient ?? false,
    cause: withoutSecrets(caught, request.redact),
  });
}

/** The error of a call that was ended before anything was sent. */
export function notSentError(request: ServiceRequest, caught: unknown): ApiError {
  return requestError(request, caught, { sent: 'no' });
}

function baseUrlHint({ proxy }: ServiceRequest): string {
  return proxy === undefined ? checkBaseUrl : `${checkBaseUrl} and the proxy`;
}

function outcomeOf({ method }: ServiceRequest, sent: DeliveryStatus): SideEffect {
  if (sent === 'no') return 'not_sent';
  return method === 'GET' ? 'refused' : 'unknown';
}

function abortedError(
  start: string,
  unknown: string,
  { kind, limit, setting }: Interruption,
  fields: Omit<ApiErrorFields, 'kind'>,
): ApiError {
  if (kind === 'aborted') {
    const when = fields.sent === 'no' ? 'before the request was sent' : 'while the request was under way';
    return new ApiError(`${start}the call was ended ${when}.${unknown}`, { ...fields, kind });
  }
  const missing = { no: 'the request could not be sent', maybe: 'no answer came', yes: 'the answer was not complete' };
  const text = `${missing[fields.sent]} within ${formatDuration(limit ?? 0)}`;
  const advice = setting === undefined ? '' : ` If the service is slow, allow more time (${setting}).`;
  return new ApiError(`${start}${text}.${unknown}${advice}`, {
    ...fields,
    kind,
    retryable: true,
  });
}

function connectionError(
  { url, proxy, redact }: ServiceRequest,
  caught: unknown,
  code: string | undefined,
  failure: NetworkFailure | undefined,
  sent: DeliveryStatus,
): string {
  const origin = redact(url.origin) + (proxy === undefined ? '' : ` through the proxy ${proxy}`);
  const head = sent === 'no' ? `no connection to ${origin}` : `the connection to ${origin} broke`;
  if (failure && code !== undefined) return `${head}: ${failure.words} (${code})`;
  const text = types.isNativeError(caught) ? caught.message : String(caught);
  return `${head}: ${redact(text).replace(/\.+$/, '')}`;
}
