import { types } from 'node:util';
import type { Kind } from '../../model/kind';
import type { DeliveryStatus, ErrorCategory, ServiceError, SideEffect } from '../api';
import { createRedact, type Redact } from '../redact';

type OptionalField = 'status' | 'code' | 'serviceMessage' | 'operationId' | 'method' | 'url' | 'argument' | 'cause';

/** `cause` was redacted by {@link redactError}. */
export type ApiErrorFields = Pick<ServiceError, 'category' | 'deliveryStatus' | 'sideEffect'> &
  Partial<Pick<ServiceError, OptionalField | 'retryable' | 'notFound'>>;

const CATEGORIES_AFFECTING_EVERY_CALL: readonly ErrorCategory[] = [
  'credentials',
  'routing',
  'network',
  'timeout',
  'rate_limit',
];

const OUTAGE_STATUSES: readonly (number | undefined)[] = [502, 503, 504];

export const EFFECT_UNKNOWN = ' It is unknown whether the service applied it.';

/**
 * A failed call. The message reads `Cannot <action> <title> '<id>': <problem>. <what to do>.`. No string of the error
 * contains the API key or another secret that was sent. {@link ServiceError} describes the members.
 */
export class ApiError extends Error implements ServiceError {
  override readonly name = 'ApiError';
  readonly category: ErrorCategory;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly serviceMessage: string | undefined;
  readonly operationId: string | undefined;
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly argument: string | undefined;
  readonly deliveryStatus: DeliveryStatus;
  readonly sideEffect: SideEffect;
  readonly retryable: boolean;
  readonly notFound: boolean;
  readonly affectsEveryCall: boolean;

  constructor(message: string, fields: ApiErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.category = fields.category;
    this.status = fields.status;
    this.code = fields.code;
    this.serviceMessage = fields.serviceMessage;
    this.operationId = fields.operationId;
    this.method = fields.method;
    this.url = fields.url;
    this.argument = fields.argument;
    this.deliveryStatus = fields.deliveryStatus;
    this.sideEffect = fields.sideEffect;
    this.retryable = fields.retryable ?? false;
    this.notFound = fields.notFound ?? false;
    this.affectsEveryCall =
      CATEGORIES_AFFECTING_EVERY_CALL.includes(fields.category) || OUTAGE_STATUSES.includes(fields.status);
  }

  withHint(hint: string): ApiError {
    return this.withFields({}, hint);
  }

  withEffect(effect: string): ApiError {
    return new ApiError(`${this.message.replace(EFFECT_UNKNOWN, '')} ${effect}`, { ...this, cause: this.cause });
  }

  /** Returns a copy with other fields and a sentence appended to the message. */
  withFields(fields: Partial<ApiErrorFields>, hint = ''): ApiError {
    return new ApiError(hint === '' ? this.message : `${this.message} ${hint}`, {
      ...this,
      cause: this.cause,
      ...fields,
    });
  }

  /** Returns a caught ApiError unchanged; wraps any other value in an error of category `unexpected`. */
  static from(caught: unknown, redact: Redact = createRedact([])): ApiError {
    if (caught instanceof ApiError) return caught;
    const cause = redactError(caught, redact);
    return new ApiError(`Unexpected error: ${cause.message}. This is a defect of the program; please report it.`, {
      category: 'unexpected',
      deliveryStatus: 'maybe',
      sideEffect: 'unknown',
      cause,
    });
  }
}

/** Whether a caught value is the error of an object that does not exist. */
export function isNotFound(caught: unknown): boolean {
  return caught instanceof ApiError && caught.notFound;
}

/** Error of an invalid option or argument. The message is `<subject> <problem>; expected <expected>.` */
export function invalidCall(subject: string, problem: string, expected: string): ApiError {
  return new ApiError(`${subject} ${problem}; expected ${expected}.`, {
    category: 'invalid_call',
    argument: subject,
    deliveryStatus: 'no',
    sideEffect: 'not_sent',
  });
}

/** Error of an object in the same collection that is not of the kind. */
export function otherKind({ title, listedWhere }: Kind, id: string, found: string): ApiError {
  const expected = `expected the ${listedWhere?.attribute} '${listedWhere?.value}'`;
  return new ApiError(`${id} is not a ${title}: its ${listedWhere?.attribute} is '${found}'; ${expected}.`, {
    category: 'api',
    status: 404,
    notFound: true,
    deliveryStatus: 'yes',
    sideEffect: 'no_effect',
  });
}

/** Copies an error and its causes with redacted strings. Other members, such as sockets and requests, are dropped. */
export function redactError(caught: unknown, redact: Redact, depth = 0): Error {
  // `instanceof` fails for errors of Node under test runners that use another realm.
  if (!types.isNativeError(caught)) return new Error(redact(String(caught)));
  const copy = new Error(redact(caught.message));
  copy.name = redact(caught.name);
  if (caught.stack !== undefined) copy.stack = redact(caught.stack);
  const { code, cause } = caught as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') Object.assign(copy, { code: redact(code) });
  if (cause !== undefined && depth < 4) copy.cause = redactError(cause, redact, depth + 1);
  return copy;
}
