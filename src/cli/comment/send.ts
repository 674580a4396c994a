/** The requests of `netingress comment` to the API of GitHub or GitLab. `hosts.ts` calls it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseRetryAfter, throttleDelay } from '../../client/rate-limit/retry-policy';
import { createRedact, type Redact } from '../../client/redact';
import { EXIT } from '../../model/exit-status';
import { tryParseJson } from '../../model/json';
import { oneLine } from '../../model/text';
import { type CliContext, CliError } from '../context';
import { createDispatcher } from '../dispatcher';
import { describeNetworkError } from '../network-error';

/** A parsed response, and the query of the next page of a list. */
export interface Reply {
  readonly body: unknown;
  readonly nextQuery: string | undefined;
}

/** Sends a request. Rejects with the message of the host. */
export type Send = (method: string, url: string, body?: object) => Promise<Reply>;

/** The job has no token, or the host refuses what its token asks for. */
export class NotPermittedError extends CliError {}

/** The host does not have the address. */
export class NotFoundError extends CliError {}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
const MAX_MESSAGE = 300;

/** A host that asks for a longer wait is not waited for. Also the wait that GitHub documents if a response names none. */
const MAX_WAIT_MS = 60_000;

/**
 * Reads and replacements are repeated after a network error and 5xx. A create is not: it may have been done. Every request is
 * repeated when a rate limit ends within a minute. No message contains the token.
 */
export function createSend(context: CliContext, token: string, headers: Readonly<Record<string, string>>): Send {
  const redact = createRedact([token]);
  return async (method, url, body) => {
    for (let attempt = 1; ; attempt += 1) {
      const result = await sendOnce(context.env, method, url, headers, body, context.signal).catch(
        (error: Error): Failed => {
          context.signal.throwIfAborted();
          return { failure: toUnreachable(url, error, redact), waitMs: method === 'POST' ? undefined : 500 * attempt };
        },
      );
      const failed = 'failure' in result ? result : findFailure(method, url, result, attempt, redact);
      if (!failed) return toReply(result as Answered);
      const { failure, waitMs } = failed;
      if (attempt === ATTEMPTS || waitMs === undefined || waitMs > MAX_WAIT_MS) throw failure;
      await sleep(waitMs, undefined, { signal: context.signal });
    }
  };
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly header: (name: string) => string | null;
}

interface Failed {
  readonly failure: CliError;
  /** When the request may be repeated; undefined for never. */
  readonly waitMs: number | undefined;
}

function toReply({ text, header }: Answered): Reply {
  const [, next] = /<([^<>]+)>\s*;[^<]*\brel="?next\b/.exec(header('link') ?? '') ?? [];
  return {
    body: tryParseJson(text),
    nextQuery: next !== undefined && URL.canParse(next) ? new URL(next).search : undefined,
  };
}

function findFailure(
  method: string,
  url: string,
  answered: Answered,
  attempt: number,
  redact: Redact,
): Failed | undefined {
  const { status, text } = answered;
  // Another run at the same time may have deleted it.
  if (status < 300 || (method === 'DELETE' && status === 404)) return undefined;
  const message = redact(`${method} ${new URL(url).pathname} returned ${status}: ${describe(text)}`);
  const limitEndsIn = findRateLimit(answered, attempt - 1);
  if (limitEndsIn !== undefined) return { failure: new CliError(message, EXIT.undecided), waitMs: limitEndsIn };
  if (status >= 500)
    return {
      failure: new CliError(message, EXIT.undecided),
      waitMs: method === 'POST' ? undefined : 500 * attempt,
    };
  const Type = status === 401 || status === 403 ? NotPermittedError : status === 404 ? NotFoundError : CliError;
  return { failure: new Type(message, EXIT.failed), waitMs: undefined };
}

/**
 * Milliseconds until a rate limit ends. GitHub also says 403 for it, and then has one of two headers or says it in words. A
 * `Retry-After` that cannot be parsed is a rate limit whose end is not known.
 */
export function findRateLimit(
  { status, text, header }: Pick<Answered, 'status' | 'text' | 'header'>,
  retries: number,
): number | undefined {
  const [retryAfter, date, remaining, reset] = [
    'retry-after',
    'date',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
  ].map((name) => header(name) ?? undefined);
  const isLimited =
    status === 429 || (status === 403 && (retryAfter !== undefined || remaining === '0' || /rate limit/i.test(text)));
  if (!isLimited) return undefined;
  const now = Date.now();
  const untilReset = remaining === '0' && /^\d+$/.test(reset ?? '') ? Number(reset) * 1000 - now : undefined;
  return throttleDelay(parseRetryAfter(retryAfter, date, now) ?? untilReset, retries) ?? MAX_WAIT_MS;
}

function toUnreachable(url: string, error: unknown, redact: Redact): CliError {
  return new CliError(redact(`${new URL(url).host} cannot be reached: ${describeNetworkError(error)}`), EXIT.undecided);
}

async function sendOnce(
  env: CliContext['env'],
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object | undefined,
  signal: AbortSignal,
): Promise<Answered> {
  const { fetch } = await import('undici');
  const dispatcher = await createDispatcher(url, env);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'user-agent': 'netingress', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      // A token must not follow a redirect to another host.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      dispatcher,
    });
    return { status: response.status, text: await response.text(), header: (name) => response.headers.get(name) };
  } finally {
    await dispatcher.close();
  }
}

/** GitHub has `message`, and may have `errors` with one each; GitLab has `message`, which may be an object, or `error`. */
function describe(text: string): string {
  const parsed = (tryParseJson(text) ?? {}) as {
    readonly message?: unknown;
    readonly error?: unknown;
    readonly errors?: unknown;
  };
  const { message, error, errors } = parsed;
  const found = [message ?? error ?? text, ...(Array.isArray(errors) ? errors : [])].map((each: unknown) => {
    const inner = (each as { readonly message?: unknown } | null)?.message ?? each;
    return typeof inner === 'string' ? inner : JSON.stringify(inner);
  });
  return oneLine(found.join('; ')).slice(0, MAX_MESSAGE);
}
