/** `fetch` rejects with "fetch failed"; the reason, such as `connect ECONNREFUSED 127.0.0.1:80`, is in the cause. */
export function networkErrorReason(error: unknown): string {
  const { cause, message } = error as { readonly cause?: unknown; readonly message?: string };
  // A host with several addresses fails with one error for each, and no message above them.
  const { message: inner, errors } = (cause ?? {}) as { readonly message?: string; readonly errors?: unknown };
  const each = Array.isArray(errors) ? errors.map((one: Partial<Error>) => one.message).filter(Boolean) : [];
  return inner || each.join(', ') || message || String(error);
}
