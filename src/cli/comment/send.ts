/** The requests of `netingress comment` to the API of GitHub or GitLab. `hosts.ts` calls it. */
import { createRedact } from '../../client/redact';
import { EXIT } from '../../model/exit-status';
import { tryParseJson } from '../../model/json';
import { oneLine } from '../../model/text';
import { type CliContext, CliError } from '../context';
import { createDispatcher } from '../dispatcher';

/** Sends a request and returns the parsed response. Rejects with the message of the host. */
export type Send = (method: string, url: string, body?: object) => Promise<unknown>;

/** The job has no token, or the host refuses what its token asks for. */
export class NotPermittedError extends CliError {}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
const MAX_MESSAGE = 300;

/**
 * Reads and replacements are repeated after a network error, 429 and 5xx. A create is not: it may have been done. No message
 * contains the token.
 */
export function createSend(context: CliContext, token: string, headers: Readonly<Record<string, string>>): Send {
  const redact = createRedact([token]);
  return async (method, url, body) => {
    const attempts = method === 'POST' ? 1 : ATTEMPTS;
    for (let attempt = 1; ; attempt += 1) {
      const result = await sendOnce(context.env, method, url, headers, body, context.signal).catch(
        (error: Error): Failed => {
          context.signal.throwIfAborted();
          return { failure: toUnreachable(url, error), mayPass: true };
        },
      );
      const failed = 'failure' in result ? result : findFailure(method, url, result);
      if (!failed) return tryParseJson((result as Answered).text);
      if (attempt === attempts || !failed.mayPass) {
        const { failure } = failed;
        const Type = failure instanceof NotPermittedError ? NotPermittedError : CliError;
        throw new Type(redact(failure.message), failure.status);
      }
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
    }
  };
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

interface Failed {
  readonly failure: CliError;
  readonly mayPass: boolean;
}

function findFailure(method: string, url: string, { status, text }: Answered): Failed | undefined {
  // Another run at the same time may have deleted it.
  if (status < 300 || (method === 'DELETE' && status === 404)) return undefined;
  const message = `${method} ${new URL(url).pathname} returned ${status}: ${describe(text)}`;
  const mayPass = status === 429 || status >= 500;
  if (status === 401 || status === 403) return { failure: new NotPermittedError(message, EXIT.failed), mayPass };
  return { failure: new CliError(message, mayPass ? EXIT.undecided : EXIT.failed), mayPass };
}

function toUnreachable(url: string, { message, cause }: Error): CliError {
  const reason = oneLine(cause instanceof Error ? cause.message : message);
  return new CliError(`${new URL(url).host} cannot be reached: ${reason}`, EXIT.undecided);
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
    return { status: response.status, text: await response.text() };
  } finally {
    await dispatcher.close();
  }
}

/** GitHub has `message`; GitLab has `message`, which may be an object, or `error`. */
function describe(text: string): string {
  const { message, error } = (tryParseJson(text) ?? {}) as { readonly message?: unknown; readonly error?: unknown };
  const found = message ?? error ?? text;
  return oneLine(typeof found === 'string' ? found : JSON.stringify(found)).slice(0, MAX_MESSAGE);
}
