export const EXIT = { done: 0, error: 1, differences: 2, incomplete: 3 } as const;

/** A failure that the user can correct. The command line prints its message without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly status: number = EXIT.error,
  ) {
    super(message);
  }
}
