import type { Words } from '../values/words';

/** Options of an {@link EventError}. */
export interface EventErrorOptions extends ErrorOptions {
  /** Line on which the record starts, from 1. */
  readonly line?: number;
  /** The text that was received; only its start is kept. */
  readonly text?: string;
}

const MAX_TEXT_CHARACTERS = 200;

/**
 * A record is not a valid event, or an expression is not a valid filter. `netingress/events` throws no other errors,
 * except those of an input that fails while it is read.
 */
export class EventError extends Error {
  override readonly name = 'EventError';
  /** Line on which the record starts, from 1; undefined if the input has no lines. */
  readonly line: number | undefined;
  /** The first 200 characters of the text; undefined if the input was not a string. */
  readonly text: string | undefined;

  constructor(message: Words, { line, text, ...options }: EventErrorOptions = {}) {
    super(message, options);
    this.line = line;
    this.text = text?.slice(0, MAX_TEXT_CHARACTERS);
  }
}
