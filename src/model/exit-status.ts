/**
 * The exit status of every command:
 *
 * - 1 for a mistake of the caller, also one that shows late, as an output file that cannot be written; and for a crash,
 *   whatever else was found;
 * - otherwise 2 if something was refused, differs, or is certainly not as required;
 * - otherwise 3 if something that was asked for is not decided or was not read;
 * - otherwise 0.
 *
 * A signal ends a command with 128 plus its number. `access run` passes on the status of its command.
 */
export const EXIT = { done: 0, error: 1, failed: 2, undecided: 3 } as const;

/** For a command without a mistake or crash. */
export function decideExit({
  failed,
  undecided,
}: {
  readonly failed: boolean;
  readonly undecided: boolean;
}): 0 | 2 | 3 {
  if (failed) return EXIT.failed;
  return undecided ? EXIT.undecided : EXIT.done;
}
