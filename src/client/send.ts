/** One call: its requests until one succeeds or nothing more can be done. */

import type { DeliveryStatus, SideEffect } from './api';
import type { CallOptions } from './call-options';
import type { ClientContext } from './client-context';
import type { ApiError } from './errors/api-error';
import { requestTimeSetting } from './errors/error-hints';
import { notSentError, requestError } from './errors/request-error';
import { responseError, tracedAs } from './errors/response-error';
import type { ClientEvent } from './events';
import { formatDuration, formatUrl, type HttpResponse, type Progress, type ServiceRequest } from './http/request';
import { checkTime } from './options';
import { createScope, Interruption, wait } from './rate-limit/deadline';
import type { Permit } from './rate-limit/rate-limiter';
import { LONGEST_WAIT, parseRetryAfter, retryDelay, waitAfterRefusal } from './rate-limit/retry-policy';

/** What one request came to; `retryAfter` is the ms that an answer asked to wait. */
type Attempt =
  | { readonly answer: HttpResponse }
  | { readonly error: ApiError; readonly retryAfter?: number | undefined };

/** What every event of a request tells. */
type Told = Pick<ClientEvent, 'call' | 'attempt' | 'method' | 'url'>;

/** Sends a request, again where that is right ({@link retryDelay}), and answers the 2xx answer; rejects with an ApiError. */
export async function send(session: ClientContext, request: ServiceRequest, call: CallOptions): Promise<HttpResponse> {
  const limit = call.timeout === undefined ? undefined : checkTime('timeout', call.timeout);
  const whole = createScope([...session.signals, call.signal], limit);
  const waits = createScope([whole.signal, call.stop]);
  try {
    return await sendUntilDone(session, request, whole.signal, waits.signal);
  } finally {
    waits.end();
    whole.end();
  }
}

async function sendUntilDone(
  session: ClientContext,
  request: ServiceRequest,
  whole: AbortSignal,
  waits: AbortSignal,
): Promise<HttpResponse> {
  const base = { call: session.nextCall(), method: request.method, url: formatUrl(request.url, request.redact) };
  const { maxRetries } = session.settings;
  let last: ApiError | undefined;
  let timeouts = 0;
  for (let attempt = 1; ; attempt++) {
    const asked = performance.now();
    const place = await enter(session, request, waits, last);
    const told = { ...base, attempt };
    session.tell({ ...told, type: 'sent', waited: performance.now() - asked });
    const came = await sendOnce(session, request, whole, place, told);
    if ('answer' in came) return came.answer;
    const { error, retryAfter } = came;
    if (error.kind === 'timeout') timeouts += 1;
    const failed = last ? withHistory(error, last) : error;
    const random = session.random();
    const retries = attempt - 1;
    const delay = retryDelay({ method: request.method, error, retries, timeouts, maxRetries, retryAfter, random });
    if (delay === undefined || whole.aborted) throw explained(failed, retries, retryAfter);
    session.tell({ ...told, type: 'retried', error: failed, delay });
    last = failed;
    // After a 429 the budget keeps everybody waiting, this request first in line.
    if (error.kind !== 'rate_limit') await wait(delay, waits).catch((reason) => endRetries(failed, reason));
  }
}

/** A place in the budget; an error that tells of the last failure when the wait for it was ended. */
async function enter(
  session: ClientContext,
  request: ServiceRequest,
  waits: AbortSignal,
  last: ApiError | undefined,
): Promise<Permit> {
  try {
    return await session.budget.enter(waits, last !== undefined);
  } catch (reason) {
    throw last ? endRetries(last, reason) : notSentError(request, reason);
  }
}

async function sendOnce(
  session: ClientContext,
  request: ServiceRequest,
  whole: AbortSignal,
  place: Permit,
  told: Told,
): Promise<Attempt> {
  const started = performance.now();
  const time = (): number => performance.now() - started;
  const progress: Progress = { sent: 'no' };
  const scope = createScope([whole], session.settings.requestTimeout, requestTimeSetting);
  try {
    const answer = await session.transport.send(request, headersOf(session, request), scope.signal, progress);
    session.noteTime(answer.header('date'));
    session.tell({
      ...told,
      type: 'answered',
      status: answer.status,
      operationId: tracedAs(request, answer),
      time: time(),
    });
    if (answer.status >= 200 && answer.status < 300) return { answer };
    const retryAfter = parseRetryAfter(answer.header('retry-after'), answer.header('date'), Date.now());
    // A wait that is too long ends this call and holds up no other.
    if (answer.status === 429 && (retryAfter ?? 0) <= LONGEST_WAIT)
      place.refuse(waitAfterRefusal(retryAfter, told.attempt - 1));
    return { error: responseError(request, answer), retryAfter };
  } catch (caught) {
    if (progress.sent === 'no') place.giveBack();
    const error = requestError(request, caught, progress);
    session.tell({ ...told, type: 'failed', error, time: time() });
    return { error };
  } finally {
    scope.end();
    place.end();
  }
}

function headersOf({ settings }: ClientContext, { body }: ServiceRequest): Record<string, string> {
  // A content type without a body is refused by some services of the family, and a body without one by all.
  return { ...settings.headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
}

/** A later failure does not undo what an earlier request of the same call may have done. */
function withHistory(error: ApiError, earlier: ApiError): ApiError {
  const order: readonly DeliveryStatus[] = ['no', 'maybe', 'yes'];
  const sent = order.indexOf(earlier.sent) > order.indexOf(error.sent) ? earlier.sent : error.sent;
  const outcome: SideEffect = earlier.outcome === 'unknown' ? 'unknown' : error.outcome;
  const refused = earlier.outcome === 'refused' && outcome === 'not_sent' ? 'refused' : outcome;
  return sent === error.sent && refused === error.outcome ? error : error.withFields({ sent, outcome: refused });
}

function explained(error: ApiError, retries: number, retryAfter: number | undefined): ApiError {
  if (retryAfter !== undefined && retryAfter > LONGEST_WAIT) {
    return error.withHint(
      `The service asks to wait ${formatDuration(retryAfter)}; this is longer than the ${formatDuration(LONGEST_WAIT)} that are waited at most.`,
    );
  }
  return retries === 0 ? error : error.withHint(`It was tried ${retries + 1} times.`);
}

function endRetries(last: ApiError, reason: unknown): never {
  const kind = reason instanceof Interruption ? reason.kind : 'aborted';
  const why = kind === 'timeout' ? 'the time for the whole call was over' : 'the call was ended';
  throw last.withFields({ kind, retryable: kind === 'timeout' }, `It was not tried again because ${why}.`);
}
