import { pathText, type ValuePath } from '../model/validation/problem';

/** A value of the wrong type, or damaged bytes. */
export class ValueError extends Error {
  override readonly name = 'ValueError';

  constructor(
    readonly problem: string,
    readonly path: ValuePath = [],
  ) {
    super(path.length > 0 ? `${pathText(path)}: ${problem}` : problem);
  }
}

/** Prepends a step to the path of the error. */
export function atStep(step: string | number, error: unknown): ValueError {
  const { problem, path } = toValueError(error);
  return new ValueError(problem, [step, ...path]);
}

/** Converts errors of libraries, for example of damaged bytes or too deep nesting. */
export function toValueError(error: unknown): ValueError {
  if (error instanceof ValueError) return error;
  return new ValueError(error instanceof Error ? error.message : String(error));
}

/** Returns the type of data for messages, which must not contain the data: it may be secret. */
export function describeType(data: unknown): string {
  if (Array.isArray(data)) return `an array of ${data.length}`;
  if (data instanceof Uint8Array) return 'bytes';
  return typeof data === 'object' ? 'an object' : `a ${typeof data}`;
}
