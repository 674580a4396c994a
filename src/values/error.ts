import { formatPath, type ValuePath } from './path';
import type { Words } from './words';

export class ValueError extends Error {
  override readonly name = 'ValueError';

  constructor(
    readonly problem: Words,
    readonly path: ValuePath = [],
  ) {
    super(path.length > 0 ? `${formatPath(path)}: ${problem}` : problem);
  }
}

/** Puts the step before the path of an error. */
export function withStep<Result>(step: string | number, convert: () => Result): Result {
  try {
    return convert();
  } catch (error) {
    throw errorAt(step, error);
  }
}

export function errorAt(step: string | number, error: unknown): ValueError {
  const { problem, path } = toValueError(error);
  return new ValueError(problem, [step, ...path]);
}

export function withValueErrors<Result>(convert: () => Result): Result {
  try {
    return convert();
  } catch (error) {
    throw toValueError(error);
  }
}

/**
 * Keeps the message of another error, such as that of `JSON.parse` for a type, of the msgpack library, or of a stack
 * that overflows. It must not contain a value of the data, which may be secret.
 */
export function toValueError(error: unknown): ValueError {
  if (error instanceof ValueError) return error;
  return new ValueError(error instanceof Error ? error.message : String(error));
}

/** For messages, which must not contain the data: it may be secret. Null is `an object`. */
export function describeDataType(data: unknown): Words {
  if (Array.isArray(data)) return `an array of ${data.length}`;
  if (data instanceof Uint8Array) return 'bytes';
  return typeof data === 'object' ? 'an object' : `a ${typeof data}`;
}

export function expectArray(data: unknown, expected: Words): readonly unknown[] {
  if (Array.isArray(data)) return data as readonly unknown[];
  throw new ValueError(`expected ${expected}, found ${describeDataType(data)}`);
}

export function expectMembers(data: unknown, expected: Words): Readonly<Record<string, unknown>> {
  if (typeof data === 'object' && data !== null && !Array.isArray(data) && !(data instanceof Uint8Array))
    return data as Readonly<Record<string, unknown>>;
  throw new ValueError(`expected ${expected}, found ${describeDataType(data)}`);
}
