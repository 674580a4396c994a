import { setTimeout as delay } from 'node:timers/promises';
import type { CallOptions } from './call-options';
import type { ClientContext } from './client-context';
import { AbortCause, createDeadline } from './deadline';
import type { ApiError, DeliveryStatus, SideEffect } from './errors/api-error';
import { REQUEST_TIMEOUT_SETTING } from './errors/error-hints';
import { notSentError, requestError } from './errors/request-error';
import { operationIdOf, responseError } from './errors/response-error';
import type { ClientEvent } from './events';
import { checkTimeout } from './options';
import type { Permit } from './rate-limit/rate-limiter';
import {
  MAX_RETRY_AFTER_MS,
  parseRetryAfter,
  type RetryContext,
  retryDelay,
  throttleDelay,
} from './rate-limit/retry-policy';
import { formatDuration, formatUrl, type RequestProgress, type ServiceRequest, type ServiceResponse } from './request';

/** `retryAfter` is in ms. `throttled` is set after a 429 unless `retryAfter` is too long. */
type AttemptResult =
  | { readonly response: ServiceResponse }
  | { readonly error: ApiError; readonly retryAfter?: number | undefined; readonly throttled?: Throttled };

interface Throttled {
  /** As `performance.now()`. */
  readonly since: number;
  /** From then until the throttle ends. */
  readonly ms: number;
}

type EventFields = Pick<ClientEvent, 'call' | 'attempt' | 'method' | 'url'>;

/** Returns a 2xx response or rejects with an ApiError. */
export async function send(
  context: ClientContext,
  request: ServiceRequest,
  call: CallOptions,
): Promise<ServiceResponse> {
  const limit = call.timeout === undefined ? undefined : checkTimeout('timeout', call.timeout);
  const overall = createDeadline([...context.signals, call.signal], limit);
  const waits = createDeadline([overall.signal, call.stop]);
  try {
    return await sendWithRetries(context, request, overall.signal, waits.signal);
  } finally {
    waits.dispose();
    overall.dispose();
  }
}

/** `waits` ends waits and retries. `overall` ends them too, by aborting `waits`, and the request in flight. */
async function sendWithRetries(
  context: ClientContext,
  request: ServiceRequest,
  overall: AbortSignal,
  waits: AbortSignal,
): Promise<ServiceResponse> {
  const { method } = request;
  const base = { call: context.nextCallId(), method, url: formatUrl(request.url, request.redact) };
  let last: ApiError | undefined;
  let timeouts = 0;
  let throttledMs = 0;
  let throttledSince: number | undefined;
  for (let attempt = 1; ; attempt++) {
    const requestedAt = performance.now();
    const permit = await acquirePermit(context, request, waits, last);
    const fields = { ...base, attempt };
    const now = performance.now();
    if (throttledSince !== undefined) throttledMs += now - throttledSince;
    context.emit({ ...fields, type: 'sent', waitedMs: now - requestedAt });
    const result = await sendOnce(context, request, overall, permit, fields);
    if ('response' in result) return result.response;
    const { error, retryAfter, throttled } = result;
    throttledSince = throttled?.since;
    if (error.category === 'timeout') timeouts += 1;
    const failure = last ? withEarlierEffect(error, last) : error;
    const retries = attempt - 1;
    const delayMs = delayUntilRetry(context, { method, error, retries, timeouts, retryAfter });
    if (delayMs === undefined || overall.aborted)
      throw withAttemptHistory(failure, { retries, retryAfter, throttledMs });
    context.emit({ ...fields, type: 'retried', error: failure, delayMs: throttled?.ms ?? delayMs });
    last = failure;
    // The rate limiter delays the retry after a 429.
    if (error.category === 'rate_limit') continue;
    await delay(delayMs, undefined, { signal: waits }).catch(() => stopRetrying(failure, waits.reason));
  }
}

/** Milliseconds; undefined if the call fails. Notes that a call has given up to connect. */
function delayUntilRetry(
  { settings: { maxRetries }, random, reachability }: ClientContext,
  attempt: Omit<RetryContext, 'maxRetries' | 'random'>,
): number | undefined {
  const { error, retries } = attempt;
  const isUnreachable = error.category === 'network' && error.deliveryStatus === 'no';
  if (isUnreachable && reachability.gaveUp) return undefined;
  if (isUnreachable && retries >= maxRetries) reachability.gaveUp = true;
  return retryDelay({ ...attempt, maxRetries, random: random() });
}

async function acquirePermit(
  { rateLimiter }: ClientContext,
  request: ServiceRequest,
  waits: AbortSignal,
  last: ApiError | undefined,
): Promise<Permit> {
  try {
    return await rateLimiter.acquire(waits, last !== undefined);
  } catch (reason) {
    throw last ? stopRetrying(last, reason) : notSentError(request, reason);
  }
}

async function sendOnce(
  context: ClientContext,
  request: ServiceRequest,
  overall: AbortSignal,
  permit: Permit,
  fields: EventFields,
): Promise<AttemptResult> {
  const started = performance.now();
  const elapsed = (): number => performance.now() - started;
  const progress: RequestProgress = { deliveryStatus: 'no' };
  const deadline = createDeadline([overall], context.settings.requestTimeout, REQUEST_TIMEOUT_SETTING);
  try {
    const response = await context.transport.send(request, headersOf(context, request), deadline.signal, progress);
    const { status } = response;
    context.reachability.gaveUp = false;
    const date = response.header('date');
    context.recordServerTime(date);
    const operationId = operationIdOf(request, response);
    context.emit({ ...fields, type: 'response', status, operationId, durationMs: elapsed() });
    if (status >= 200 && status < 300) return { response };
    const retryAfter = parseRetryAfter(response.header('retry-after'), date, Date.now());
    // A longer wait ends this call only and does not throttle others.
    if (status !== 429 || (retryAfter ?? 0) > MAX_RETRY_AFTER_MS) {
      return { error: responseError(request, response), retryAfter };
    }
    const since = performance.now();
    const ms = permit.rejected(throttleDelay(retryAfter, fields.attempt - 1));
    return { error: responseError(request, response), retryAfter, throttled: { since, ms } };
  } catch (caught) {
    if (progress.deliveryStatus === 'no') permit.cancel();
    const error = requestError(request, caught, progress);
    context.emit({ ...fields, type: 'failed', error, durationMs: elapsed() });
    return { error };
  } finally {
    deadline.dispose();
    permit.release();
  }
}

/** Some servers reject a content type without a body. */
function headersOf({ settings }: ClientContext, { body }: ServiceRequest): Record<string, string> {
  return { ...settings.headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
}

const DELIVERY_ORDER: readonly DeliveryStatus[] = ['no', 'maybe', 'yes'];
const EFFECT_ORDER: readonly SideEffect[] = ['not_sent', 'no_effect', 'unknown'];

/** `error`, with the effect of the earlier attempt if that is the greater one: a later failure does not undo it. */
function withEarlierEffect(error: ApiError, earlier: ApiError): ApiError {
  return error.withFields({
    deliveryStatus: laterOf(DELIVERY_ORDER, error.deliveryStatus, earlier.deliveryStatus),
    sideEffect: laterOf(EFFECT_ORDER, error.sideEffect, earlier.sideEffect),
  });
}

function laterOf<Item>(order: readonly Item[], a: Item, b: Item): Item {
  return order.indexOf(a) > order.indexOf(b) ? a : b;
}

interface AttemptHistory {
  readonly retries: number;
  readonly retryAfter: number | undefined;
  /** Milliseconds that the call has waited because of 429. */
  readonly throttledMs: number;
}

function withAttemptHistory(error: ApiError, { retries, retryAfter, throttledMs }: AttemptHistory): ApiError {
  if (retryAfter !== undefined && retryAfter > MAX_RETRY_AFTER_MS) {
    const [asked, limit] = [formatDuration(retryAfter), formatDuration(MAX_RETRY_AFTER_MS)];
    return error.withHint(`The service asks to wait ${asked}, which is longer than the maximum of ${limit}.`);
  }
  if (retries === 0) return error;
  const waits =
    throttledMs < 1000 ? '' : ` and waited ${formatDuration(throttledMs)} because of 429 (too many requests)`;
  return error.withHint(`It was tried ${retries + 1} times${waits}.`);
}

function stopRetrying(last: ApiError, reason: unknown): never {
  const kind = reason instanceof AbortCause ? reason.category : 'aborted';
  const why = kind === 'timeout' ? 'the time limit of the call was reached' : 'the call was aborted';
  throw last.withFields({ category: kind, retryable: kind === 'timeout' }, `It was not tried again because ${why}.`);
}
