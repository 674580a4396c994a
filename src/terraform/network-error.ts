/** `fetch` rejects with "fetch failed"; the reason, such as `connect ECONNREFUSED 127.0.0.1:80`, is in the cause. */
export function networkErrorReason(error: unknown): string {
  const { cause, message } = error as { readonly cause?: unknown; readonly message?: string };
  // If a host has several addresses, the cause is an AggregateError with an empty message.
  const { message: inner, errors } = (cause ?? {}) as { readonly message?: string; readonly errors?: unknown };
  const messages = Array.isArray(errors) ? errors.map((error: Partial<Error>) => error.message).filter(Boolean) : [];
  return inner || messages.join(', ') || message || String(error);
}
