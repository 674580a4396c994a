/** Where in a value: attribute names, map keys and indexes from its root. */
export type ValuePath = readonly (string | number)[];

/** A value does not have the type it should have, or its bytes are damaged. */
export class ValueError extends Error {
  override readonly name = 'ValueError';

  /** `problem` says what is wrong with what stands at `path`; the message says both. */
  constructor(
    readonly problem: string,
    readonly path: ValuePath = [],
  ) {
    super(path.length > 0 ? `${pathText(path)}: ${problem}` : problem);
  }
}

/** The error as one of the parent of where it was thrown; whatever else was caught becomes a ValueError too. */
export function within(step: string | number, error: unknown): ValueError {
  const { problem, path } = toValueError(error);
  return new ValueError(problem, [step, ...path]);
}

/** What was caught as a ValueError: libraries throw errors of their own on damaged bytes, and on bottomless nesting. */
export function toValueError(error: unknown): ValueError {
  if (error instanceof ValueError) return error;
  return new ValueError(error instanceof Error ? error.message : String(error));
}

function pathText(path: ValuePath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^\w+$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}
