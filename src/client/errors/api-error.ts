/** The one error class of the client. */
import { types } from 'node:util';
import type { DeliveryStatus, ErrorKind, ServiceError, SideEffect } from '../api';
import { createRedactor, type Redact } from '../redact';

/** Everything an error tells beside its message. */
export interface ApiErrorFields {
  readonly kind: ErrorKind;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly serviceMessage?: string | undefined;
  readonly operationId?: string | undefined;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly sent: DeliveryStatus;
  readonly outcome: SideEffect;
  readonly retryable?: boolean;
  readonly notFound?: boolean;
  /** Already without secrets: {@link withoutSecrets}. */
  readonly cause?: unknown;
}

/** Kinds of failure that every call to the service would meet alike. */
const connectionKinds: readonly ErrorKind[] = ['credentials', 'routing', 'network', 'timeout', 'rate_limit'];

/** The same, by status: the service as a whole is down. */
const outages: readonly (number | undefined)[] = [502, 503, 504];

/** Ends the message of a call whose effect is unknown. */
export const EFFECT_UNKNOWN = ' It is not known whether the service did it.';

/**
 * A call that failed. The message reads `Cannot <action> <kind> <id>: <what was found>. <what to do>.`; neither it nor
 * anything else in the error holds the API key or a secret that was sent. See {@link ServiceError} for the members.
 */
export class ApiError extends Error implements ServiceError {
  override readonly name = 'ApiError';
  readonly kind: ErrorKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly serviceMessage: string | undefined;
  readonly operationId: string | undefined;
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly sent: DeliveryStatus;
  readonly outcome: SideEffect;
  readonly retryable: boolean;
  readonly notFound: boolean;
  readonly affectsEveryCall: boolean;

  constructor(message: string, fields: ApiErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.kind = fields.kind;
    this.status = fields.status;
    this.code = fields.code;
    this.serviceMessage = fields.serviceMessage;
    this.operationId = fields.operationId;
    this.method = fields.method;
    this.url = fields.url;
    this.sent = fields.sent;
    this.outcome = fields.outcome;
    this.retryable = fields.retryable ?? false;
    this.notFound = fields.notFound ?? false;
    this.affectsEveryCall = connectionKinds.includes(fields.kind) || outages.includes(fields.status);
  }

  /** The same error with more said at the end of its message. */
  withHint(addition: string): ApiError {
    return this.withFields({}, addition);
  }

  /** The same error with a finding, which replaces the sentence that the effect of the call is unknown. */
  withFinding(finding: string): ApiError {
    return new ApiError(`${this.message.replace(EFFECT_UNKNOWN, '')} ${finding}`, { ...this, cause: this.cause });
  }

  /** The same error with other fields, and more said at the end of its message. */
  withFields(fields: Partial<ApiErrorFields>, addition = ''): ApiError {
    return new ApiError(addition === '' ? this.message : `${this.message} ${addition}`, {
      ...this,
      cause: this.cause,
      ...fields,
    });
  }

  /** Whatever was caught as an ApiError: one stays itself, anything else is a defect and says so. */
  static from(caught: unknown, redact: Redact = createRedactor([])): ApiError {
    if (caught instanceof ApiError) return caught;
    const cause = withoutSecrets(caught, redact);
    return new ApiError(`An unexpected error: ${cause.message}. This is a defect of the program; please report it.`, {
      kind: 'unexpected',
      sent: 'maybe',
      outcome: 'unknown',
      cause,
    });
  }
}

/** Whether a caught value is the service's own 'no such object'; a wrong base URL or key never is. */
export function isGone(caught: unknown): boolean {
  return caught instanceof ApiError && caught.notFound;
}

/** An option or argument cannot be used. `problem` and `expected` complete `<subject> <problem>; expected <expected>.` */
export function invalidCall(subject: string, problem: string, expected: string): ApiError {
  return new ApiError(`${subject} ${problem}; expected ${expected}.`, {
    kind: 'invalid_call',
    sent: 'no',
    outcome: 'not_sent',
  });
}

/**
 * A copy of a caught value that is safe to keep as a cause: its texts without secrets, its causes likewise, and no
 * other member, since sockets and requests hang there.
 */
export function withoutSecrets(caught: unknown, redact: Redact, depth = 0): Error {
  // Not `instanceof`: errors of Node itself come from another realm under some test runners.
  if (!types.isNativeError(caught)) return new Error(redact(String(caught)));
  const copy = new Error(redact(caught.message));
  copy.name = redact(caught.name);
  if (caught.stack !== undefined) copy.stack = redact(caught.stack);
  const { code, cause } = caught as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') Object.assign(copy, { code: redact(code) });
  if (cause !== undefined && depth < 4) copy.cause = withoutSecrets(cause, redact, depth + 1);
  return copy;
}
