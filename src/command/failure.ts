import { CommanderError } from 'commander';
import { ApiError } from '../client/errors/api-error';
import { EXIT } from '../model/exit-status';
import { StateError } from '../terraform/state';
import type { Words } from '../values/words';
import { CliError } from './context';

export interface Failure {
  readonly status: number;
  /** Undefined if commander has printed it. */
  readonly message?: Words;
}

/**
 * The meanings of the exit status 0, 2 and 3 for a command. Without a meaning, the help omits 2 and 3, and calls 0
 * `done`.
 */
export interface ExitMeanings {
  readonly done?: Words;
  readonly failed?: Words;
  readonly undecided?: Words;
}

export function formatExitHelp({ done = 'done', failed, undecided }: ExitMeanings): string {
  const meanings = [
    `${EXIT.done} ${done}`,
    `${EXIT.error} a mistake in the command or its inputs, or a crash`,
    ...(failed === undefined ? [] : [`${EXIT.failed} ${failed}`]),
    ...(undecided === undefined ? [] : [`${EXIT.undecided} ${undecided}`]),
  ];
  return `Exit status: ${meanings.join('; ')}.`;
}

/** Returns undefined for any other error, such as a defect of the program: the user sees its stack trace. */
export function describeFailure(error: unknown): Failure | undefined {
  if (error instanceof CommanderError) return { status: error.exitCode === 0 ? EXIT.done : EXIT.error };
  if (error instanceof CliError) return { status: error.status, message: error.message };
  if (error instanceof StateError)
    return { status: error.reason === 'not_read' ? EXIT.undecided : EXIT.error, message: error.message };
  return error instanceof ApiError ? describeApiError(error) : undefined;
}

function describeApiError(error: ApiError): Failure | undefined {
  const { category, message, status = 0 } = error;
  if (category === 'unexpected') return undefined;
  if (category === 'invalid_call') return { status: EXIT.error, message };
  const isRefused = category === 'api' && status >= 400 && status < 500;
  return { status: isRefused ? EXIT.failed : EXIT.undecided, message };
}
