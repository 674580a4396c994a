import { tryParseJson } from '../model/json';
import type { RunResult } from '../terraform/run';

/** A diagnostic of Terraform. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** One line. */
  readonly summary: string;
  /** May be empty. */
  readonly detail: string;
  /** Address of the resource, if the diagnostic concerns one. */
  readonly address: string | undefined;
}

export interface TerraformMessages {
  readonly diagnostics: readonly Diagnostic[];
  readonly planned: ReadonlyMap<string, string>;
  readonly outputs: readonly string[];
}

interface Line {
  readonly type?: string;
  readonly diagnostic?: Omit<Diagnostic, 'address'> & { readonly address?: string };
  readonly change?: { readonly resource: { readonly addr: string }; readonly action: string };
  readonly outputs?: Readonly<Record<string, { readonly action?: string }>>;
}

/** Skips lines that are not JSON, such as the stack of a crash. */
export function parseMessages(text: string): TerraformMessages {
  const lines = text.split('\n').flatMap((line) => (tryParseJson(line) as Line | undefined) ?? []);
  const diagnostics = lines.flatMap(({ diagnostic }) => {
    if (!diagnostic) return [];
    const { severity, summary, detail, address } = diagnostic;
    return [{ severity, summary, detail, address }];
  });
  const planned = lines.flatMap(({ type, change }) =>
    type === 'planned_change' && change && !['noop', 'read'].includes(change.action)
      ? [[change.resource.addr, change.action] as const]
      : [],
  );
  const outputs = lines.flatMap(({ type, outputs: named }) =>
    type === 'outputs' ? Object.entries(named ?? {}).filter(([, { action = 'noop' }]) => action !== 'noop') : [],
  );
  return { diagnostics, planned: new Map(planned), outputs: outputs.map(([name]) => name) };
}

/** A failed Terraform command. The message contains the errors of Terraform. */
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

/** Creates the error of a failed command; `action` completes "Cannot …": `deploy the stack 'access'`. */
export function terraformError(action: string, result: RunResult, diagnostics: readonly Diagnostic[]): TerraformError {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const messages = errors.map(({ summary, detail, address }) =>
    [`${summary}${address === undefined ? '' : ` (${address})`}`, detail].filter((part) => part !== '').join('\n'),
  );
  const details = messages.length > 0 ? messages.join('\n\n') : `${result.stdout}\n${result.stderr}`.trim();
  const exit = result.status === null ? 'was interrupted' : `ended with status ${result.status}`;
  return new TerraformError(`Cannot ${action}: Terraform ${exit}.\n\n${details}`, errors);
}
