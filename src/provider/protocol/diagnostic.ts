/** Diagnostics are values: they are returned, never thrown (terraform/rules 5.1). */

/** A step of an attribute path: an attribute or member name, or the key or index of an element. */
export type PathStep = string | { readonly key: string } | { readonly index: number };

/** From the root of a resource's configuration. */
export type AttributePath = readonly PathStep[];

/** What a user is told. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** A title: short, general, no values, no final period. */
  readonly summary: string;
  /** Full sentences: what happened, to which object, what was found, what is expected, what to do. */
  readonly detail: string;
  /** The attribute concerned, when there is one; Terraform shows its line. */
  readonly path?: AttributePath;
}

/** Whether any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
