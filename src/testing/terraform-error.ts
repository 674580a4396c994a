import type { RunResult } from '../terraform/run';
import type { Diagnostic } from './terraform-ui-json';

/** A Terraform command that failed. Its message holds what Terraform reported, so a test can expect a part of it. */
export class TerraformError extends Error {
  override readonly name = 'TerraformError';

  constructor(
    message: string,
    /** The errors that Terraform reported, warnings left out; empty when it ended without saying why. */
    readonly diagnostics: readonly Diagnostic[],
  ) {
    super(message);
  }
}

/** The error of a command that did not succeed. `doing` says what could not be done: `deploy the stack 'access'`. */
export function terraformError(doing: string, result: RunResult, all: readonly Diagnostic[]): TerraformError {
  const errors = all.filter(({ severity }) => severity === 'error');
  const texts = errors.map(({ summary, detail, address }) =>
    [`${summary}${address === undefined ? '' : ` (${address})`}`, detail].filter((text) => text !== '').join('\n'),
  );
  const said = texts.length > 0 ? texts.join('\n\n') : `${result.stdout}\n${result.stderr}`.trim();
  const how = result.status === null ? 'was interrupted' : `ended with status ${result.status}`;
  return new TerraformError(`Cannot ${doing}: Terraform ${how}.\n\n${said}`, errors);
}
