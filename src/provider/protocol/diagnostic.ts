/** Diagnostics are returned as values, never thrown. */

/** A step of an attribute path: an attribute or member name, or the key or index of an element. */
export type PathStep = string | { readonly key: string } | { readonly index: number };

/** From the root of a resource's configuration. */
export type AttributePath = readonly PathStep[];

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** A short title without values and final period. */
  readonly summary: string;
  /** `<subject> <problem>; expected <form>. <what to do>.` */
  readonly detail: string;
  /** The attribute concerned. Terraform shows its line. */
  readonly path?: AttributePath;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

export function createError(summary: string, detail: string, path?: AttributePath): Diagnostic {
  return { severity: 'error', summary, detail, ...(path && { path }) };
}

export function createWarning(summary: string, detail: string): Diagnostic {
  return { severity: 'warning', summary, detail };
}
