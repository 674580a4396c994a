import { types } from 'node:util';
import type { Kind } from '../../model/kind';
import type { Words } from '../../values/words';
import { createRedact, type Redact } from '../redact';

/** What kind of failure ended a call; {@link ApiError} has it. Each value says what produces it. */
export type ErrorCategory =
  /**
   * The service returned an error of no other category or an object of another kind, or the response has a status from
   * 500, whoever sent it. `status` is set; `code` if the service sent one.
   */
  | 'api'
  /** The service rejected the API key: 401 or 403, with an error of the service or an empty body. */
  | 'credentials'
  /** 429, after all retries, or with a wait that is too long for a retry. */
  | 'rate_limit'
  /**
   * The base URL probably does not lead to the service's API: a status from 300 to 399, one from 400 to 499 of no other
   * category and without an error of the service, a path that the service does not know, or a response that reports
   * success with a content type other than JSON.
   */
  | 'routing'
  /**
   * The response is longer than 64 MiB, or reports success and is malformed, about another object, or a page of a list
   * that does not end.
   */
  | 'invalid_response'
  /** No connection, or the connection broke; also if the option `fetch` rejects. */
  | 'network'
  /** No complete response before a time limit, or no successful one before that of the call. */
  | 'timeout'
  /** Aborted by a signal or by `close()`. */
  | 'aborted'
  /** An invalid option or argument; nothing was sent. */
  | 'invalid_call'
  /** Anything else that was thrown: a defect of this program, or of a function that the caller passed. */
  | 'unexpected';

/**
 * Whether a request of the call reached the service: `no`, `maybe`, or `yes`, because a response began to arrive, which
 * a proxy may have sent.
 */
export type DeliveryStatus = 'no' | 'maybe' | 'yes';

/**
 * Effect of a failed call: `not_sent` if nothing was sent; `no_effect` if the call changed nothing; `unknown` if the
 * service may have applied the change. Read the object before repeating an `unknown` call. A call that only reads is
 * `unknown` only with the category `unexpected`.
 */
export type SideEffect = 'not_sent' | 'no_effect' | 'unknown';

type OptionalField =
  | 'messageWithoutEffect'
  | 'status'
  | 'code'
  | 'serviceMessage'
  | 'operationId'
  | 'method'
  | 'url'
  | 'argument'
  | 'problem'
  | 'cause';

/** `cause` must be redacted, as by {@link redactError}. */
export type ApiErrorFields = Pick<ApiError, 'category' | 'deliveryStatus' | 'sideEffect'> &
  Partial<Pick<ApiError, OptionalField | 'retryable' | 'notFound'>>;

const CATEGORIES_AFFECTING_EVERY_CALL: readonly ErrorCategory[] = [
  'credentials',
  'routing',
  'network',
  'timeout',
  'rate_limit',
];

const OUTAGE_STATUSES: readonly (number | undefined)[] = [502, 503, 504];

/**
 * A failed call. If a request failed, the message reads `Cannot <action> <title> <id>: <problem>. <what to do>.`, such
 * as `Cannot update IP policy ipp_1: …`; a create has no id, and not every problem has advice. The API key and other
 * secrets that were sent are redacted from all strings, if they have at least four characters; values of additional
 * headers, if they have at least eight.
 *
 * @example
 * try {
 *   await client.delete('ip_policy', 'ipp_1');
 * } catch (error) {
 *   if (!(error instanceof ApiError)) throw error;
 *   if (error.notFound) return; // It is gone already.
 *   if (error.sideEffect === 'unknown') console.warn('The policy may have been deleted: read it before you try again.');
 *   throw error;
 * }
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly category: ErrorCategory;
  /** The message without the sentence that the effect is unknown, if it has this sentence. */
  readonly messageWithoutEffect: Words | undefined;
  /** HTTP status of the response, if there was one; 404 for an object of another kind. */
  readonly status: number | undefined;
  /** Error code of the service, such as `ERR_1408`; undefined if it sent none. */
  readonly code: string | undefined;
  /** Message of the service, with secrets redacted; undefined if it sent none. */
  readonly serviceMessage: Words | undefined;
  /** Id under which the service traced the request; undefined if the response has none. */
  readonly operationId: string | undefined;
  /**
   * HTTP method, also of a request that could not be sent; undefined for the categories `invalid_call` and
   * `unexpected`, and for an object of another kind.
   */
  readonly method: string | undefined;
  /** URL of the request, without the values of unknown query parameters. Set with `method`. */
  readonly url: string | undefined;
  /** The invalid option or argument: `baseUrl`, `the id of IP policy`. Set for the category `invalid_call`. */
  readonly argument: string | undefined;
  /** The message without the argument, with which it begins. Set with `argument`. */
  readonly problem: Words | undefined;
  readonly deliveryStatus: DeliveryStatus;
  readonly sideEffect: SideEffect;
  /** Whether the same call may succeed later without a change by the caller. */
  readonly retryable: boolean;
  /**
   * The object of the call does not exist, or is of another kind; for a list of event sources or bound endpoints, and
   * for a new event source, the object that they belong to. A 404 without an error of the service, as from a wrong base
   * URL, does not set it.
   */
  readonly notFound: boolean;
  /**
   * The failure concerns the key, the address, the network, a rate limit, a time limit or an outage, so other calls
   * probably fail alike.
   */
  readonly affectsEveryCall: boolean;

  constructor(message: Words, fields: ApiErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.category = fields.category;
    this.messageWithoutEffect = fields.messageWithoutEffect;
    this.status = fields.status;
    this.code = fields.code;
    this.serviceMessage = fields.serviceMessage;
    this.operationId = fields.operationId;
    this.method = fields.method;
    this.url = fields.url;
    this.argument = fields.argument;
    this.problem = fields.problem;
    this.deliveryStatus = fields.deliveryStatus;
    this.sideEffect = fields.sideEffect;
    this.retryable = fields.retryable ?? false;
    this.notFound = fields.notFound ?? false;
    this.affectsEveryCall =
      CATEGORIES_AFFECTING_EVERY_CALL.includes(fields.category) || OUTAGE_STATUSES.includes(fields.status);
  }

  /** Returns a copy with a sentence appended to the message. */
  withHint(hint: Words): ApiError {
    return this.withFields({}, hint);
  }

  /** Returns a copy that ends with the sentence `effect`, and has no sentence that the effect is unknown. */
  withEffect(effect: Words): ApiError {
    const message = `${this.messageWithoutEffect ?? this.message} ${effect}`;
    return new ApiError(message, { ...this, messageWithoutEffect: undefined, cause: this.cause });
  }

  /** Returns a copy with other fields, and with the sentence `hint`, if it is given, at the end of the message. */
  withFields(fields: Partial<ApiErrorFields>, hint: Words = ''): ApiError {
    const append = (message: Words): string => (hint === '' ? message : `${message} ${hint}`);
    return new ApiError(append(this.message), {
      ...this,
      messageWithoutEffect: this.messageWithoutEffect === undefined ? undefined : append(this.messageWithoutEffect),
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
export function invalidCall(subject: string, problem: Words, expected: Words): ApiError {
  const sentence = `${problem}; expected ${expected}.`;
  return new ApiError(`${subject} ${sentence}`, {
    category: 'invalid_call',
    argument: subject,
    problem: sentence,
    deliveryStatus: 'no',
    sideEffect: 'not_sent',
  });
}

/** The service has the object, such as an endpoint of an agent for `cloud_endpoint`; the error is that of a 404. */
export function otherKind(
  title: string,
  { attribute, value }: NonNullable<Kind['listedWhere']>,
  id: string,
  found: string,
): ApiError {
  const expected = `expected the ${attribute} '${value}'`;
  return new ApiError(`${id} is not a ${title}: its ${attribute} is '${found}'; ${expected}.`, {
    category: 'api',
    status: 404,
    notFound: true,
    deliveryStatus: 'yes',
    sideEffect: 'no_effect',
  });
}

/** A copy with redacted strings: name, message, stack, code and up to four nested causes, without other members. */
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
