import { types } from 'node:util';
import { findEmulatorPort } from '../../model/net/proxy';
import type { Words } from '../../values/words';
import { AbortCause } from '../deadline';
import { failureSubject, formatDuration, formatUrl, type RequestProgress, type ServiceRequest } from '../request';
import { ApiError, type ApiErrorFields, type DeliveryStatus, redactError, type SideEffect } from './api-error';
import { baseUrlHint } from './error-hints';
import { findNetworkCode, findNetworkFailure, type NetworkFailure } from './network-codes';

export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/** The message is `<failure subject>: <problem>.<effect> <advice>.`, the effect only if it is unknown. */
export function requestError(request: ServiceRequest, caught: unknown, progress: RequestProgress): ApiError {
  const code = findNetworkCode(caught);
  const failure = code === undefined ? undefined : findNetworkFailure(code);
  const { deliveryStatus } = progress;
  const fields = {
    status: progress.status,
    method: request.method,
    url: formatUrl(request.url, request.redact),
    deliveryStatus,
    sideEffect: sideEffectOf(request, deliveryStatus),
  };
  const subject = failureSubject(request);
  if (caught instanceof AbortCause) return abortedError(subject, caught, fields);
  if (caught instanceof ResponseTooLargeError) {
    return errorWithEffect(`${subject}: ${caught.message}.`, '', { ...fields, category: 'invalid_response' });
  }
  const hint = failure?.hint ?? (deliveryStatus === 'no' ? connectionHint(request) : undefined);
  const advice = hint === undefined ? '' : ` ${hint}.`;
  const problem = `${subject}: ${connectionProblem(request, caught, code, failure, deliveryStatus)}.`;
  return errorWithEffect(problem, advice, {
    ...fields,
    category: 'network',
    // A failure without a known code may be a defect, so it is not retried.
    retryable: failure?.transient ?? false,
    cause: redactError(caught, request.redact),
  });
}

function errorWithEffect(problem: Words, advice: Words, fields: ApiErrorFields): ApiError {
  if (fields.sideEffect !== 'unknown') return new ApiError(`${problem}${advice}`, fields);
  const message = `${problem} It is unknown whether the service applied it.${advice}`;
  return new ApiError(message, { ...fields, messageWithoutEffect: `${problem}${advice}` });
}

/** Error of a call that was aborted, or whose time was over, before its first request was sent. */
export function notSentError(request: ServiceRequest, caught: unknown): ApiError {
  return requestError(request, caught, { deliveryStatus: 'no' });
}

function connectionHint({ proxy, url, settingsSource }: ServiceRequest): Words {
  const hint = baseUrlHint(settingsSource);
  const port = findEmulatorPort(url);
  if (port !== undefined) return `${hint}, or start the emulator: npx netingress emulator --port ${port}`;
  return proxy === undefined ? hint : `${hint} and the proxy`;
}

function sideEffectOf({ method }: ServiceRequest, deliveryStatus: DeliveryStatus): SideEffect {
  if (deliveryStatus === 'no') return 'not_sent';
  return method === 'GET' ? 'no_effect' : 'unknown';
}

function abortedError(
  subject: Words,
  { category, limitMs, setting }: AbortCause,
  fields: Omit<ApiErrorFields, 'category'>,
): ApiError {
  if (category === 'aborted') {
    const when = fields.deliveryStatus === 'no' ? 'before the request was sent' : 'while the request was in flight';
    return errorWithEffect(`${subject}: the call was aborted ${when}.`, '', { ...fields, category });
  }
  const problems = { no: 'the request could not be sent', maybe: 'no response', yes: 'the response was not complete' };
  const problem = `${subject}: ${problems[fields.deliveryStatus]} within ${formatDuration(limitMs ?? 0)}.`;
  const advice = setting === undefined ? '' : ` If the service is slow, increase the timeout (${setting}).`;
  return errorWithEffect(problem, advice, { ...fields, category, retryable: true });
}

function connectionProblem(
  { url, proxy, redact }: ServiceRequest,
  caught: unknown,
  code: string | undefined,
  failure: NetworkFailure | undefined,
  deliveryStatus: DeliveryStatus,
): Words {
  const origin = redact(url.origin) + (proxy === undefined ? '' : ` through the proxy ${proxy}`);
  const problem = deliveryStatus === 'no' ? `no connection to ${origin}` : `the connection to ${origin} broke`;
  if (failure && code !== undefined) return `${problem}: ${failure.description} (${code})`;
  const text = types.isNativeError(caught) ? caught.message : String(caught);
  return `${problem}: ${redact(text).replace(/\.+$/, '')}`;
}
