import type { Advice, DiagnosticCause } from '../../values/diagnostic-cause';
import type { Words } from '../../values/words';

export type PathStep = string | { readonly key: string } | { readonly index: number };

export type AttributePath = readonly PathStep[];

export interface ProviderDiagnostic {
  readonly severity: 'error' | 'warning';
  /** A title without final period: `Cannot create IP policy`. */
  readonly summary: Words;
  readonly detail: Words;
  /** The attribute concerned. Terraform shows its line. */
  readonly path?: AttributePath;
  /** For callers in this repository, such as a preview; Terraform does not get it. */
  readonly cause?: DiagnosticCause;
}

export function hasErrors(diagnostics: readonly ProviderDiagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

export function createError(summary: Words, detail: Words, path?: AttributePath): ProviderDiagnostic {
  return { severity: 'error', summary, detail, ...(path && { path }) };
}

/**
 * Adds the cause, and ends the detail with the advice: one line, `''` for none, or a function that returns lines, which
 * is called without addresses here. Callers that know addresses call `adviceWith` of the cause again.
 */
export function withCause(
  diagnostic: ProviderDiagnostic,
  cause: Pick<DiagnosticCause, 'kind' | 'part' | 'failure'> & { readonly advice?: Words | Advice },
): ProviderDiagnostic {
  const { kind, part, failure } = cause;
  const adviceWith = typeof cause.advice === 'function' ? cause.advice : undefined;
  const advice = toLines(cause.advice);
  const detail = advice.length > 0 ? `${diagnostic.detail}\n\n${advice.join('\n')}` : diagnostic.detail;
  const request = failure && { failure: { code: failure.code, operationId: failure.operationId } };
  const known = advice.length > 0 && { advice, problem: diagnostic.detail, ...(adviceWith && { adviceWith }) };
  return { ...diagnostic, detail, cause: { kind, ...(part && { part }), ...request, ...known } };
}

function toLines(advice: Words | Advice | undefined): readonly Words[] {
  if (typeof advice === 'function') return advice({ addressOf: () => undefined });
  return advice === undefined || advice === '' ? [] : [advice];
}

export function createWarning(summary: Words, detail: Words, path?: AttributePath): ProviderDiagnostic {
  return { severity: 'warning', summary, detail, ...(path && { path }) };
}
