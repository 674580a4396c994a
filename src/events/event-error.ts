/** How an {@link EventError} came about. */
export interface EventErrorOptions extends ErrorOptions {
  /** Line on which the record starts, from 1. */
  readonly line?: number;
  /** What was received; only its start is kept. */
  readonly text?: string;
}

/** As much of a broken record as helps to find it. */
const maxText = 200;

/** A record that is no event, or an expression that is no filter. The only error that this package throws by itself. */
export class EventError extends Error {
  override readonly name = 'EventError';
  /** Line on which the record starts, from 1; undefined where there are no lines. */
  readonly line: number | undefined;
  /** The first 200 characters of what was received; undefined where it was no text. */
  readonly text: string | undefined;

  constructor(message: string, { line, text, ...options }: EventErrorOptions = {}) {
    super(message, options);
    this.line = line;
    this.text = text?.slice(0, maxText);
  }
}
