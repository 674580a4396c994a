import { describeEnd, type RunResult } from '../terraform/run';
import type { Diagnostic } from '../terraform/ui-json';

/** A failed Terraform command. The message contains the errors of Terraform, or its output if it reported none. */
export class TerraformError extends Error {
  override readonly name = 'TerraformError';

  constructor(
    message: string,
    /** The errors of Terraform, without warnings; empty if Terraform reported none. */
    readonly diagnostics: readonly Diagnostic[],
  ) {
    super(message);
  }
}

/** `action` completes "Cannot …": `deploy the stack 'access'`. */
export function terraformError(action: string, result: RunResult, diagnostics: readonly Diagnostic[]): TerraformError {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const messages = errors.map(({ summary, detail, address }) =>
    [`${summary}${address === undefined ? '' : ` (${address})`}`, detail].filter((part) => part !== '').join('\n'),
  );
  const details = messages.length > 0 ? messages.join('\n\n') : `${result.stdout}\n${result.stderr}`.trim();
  return new TerraformError(`Cannot ${action}: Terraform ${describeEnd(result)}.\n\n${details}`, errors);
}
