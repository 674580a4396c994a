import type { Words } from '../values/words';

/** Options of an {@link EventError}. */
export interface EventErrorOptions extends ErrorOptions {
  /** Line on which the record starts, from 1. */
  readonly line?: number;
  /** The text of the record; only its start is kept. */
  readonly text?: string;
}

/** A choice: enough to find the record in its file. */
const MAX_TEXT_CHARACTERS = 200;

/**
 * A record is not a valid event, an input is no archive of events or its compressed data is broken, or an expression is
 * not a valid filter. An error of an input that fails while it is read is thrown as it is.
 */
export class EventError extends Error {
  override readonly name = 'EventError';
  /**
   * Line on which the record starts, or the position of a parsed record, from 1. Set by `parseEvents` for the error of
   * a record.
   */
  readonly line: number | undefined;
  /**
   * The first 200 characters of the record, which of a parsed record are JSON. Undefined if no single record is broken,
   * and for a wrapper whose data cannot be read, such as invalid base64.
   */
  readonly text: string | undefined;

  constructor(message: Words, { line, text, ...options }: EventErrorOptions = {}) {
    super(message, options);
    this.line = line;
    this.text = text?.slice(0, MAX_TEXT_CHARACTERS);
  }
}
