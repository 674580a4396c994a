/**
 * At most `limit` results, see {@link keepAtMost}. An error that `compute` throws is not cached; a promise is, also a
 * rejected one.
 */
export function memoize<Result>(limit: number, compute: (input: string) => Result): (input: string) => Result;
export function memoize<Input, Result>(
  limit: number,
  compute: (input: Input) => Result,
  keyOf: (input: Input) => string,
): (input: Input) => Result;
export function memoize<Input, Result>(
  limit: number,
  compute: (input: Input) => Result,
  keyOf: (input: Input) => string = String,
): (input: Input) => Result {
  const cache = new Map<string, { readonly result: Result }>();
  return (input) => {
    const key = keyOf(input);
    const cached = cache.get(key);
    if (cached) return cached.result;
    const result = compute(input);
    keepAtMost(limit, cache, key, { result });
    return result;
  };
}

/** A full cache is emptied first: keys come from outside, so their number is unlimited. */
export function keepAtMost<Value>(limit: number, cache: Map<string, Value>, key: string, value: Value): void {
  if (!cache.has(key) && cache.size >= limit) cache.clear();
  cache.set(key, value);
}

/** Results live as long as their inputs, which are compared by identity. */
export function memoizeObject<Input extends object, Result extends object>(
  compute: (input: Input) => Result,
): (input: Input) => Result {
  const cache = new WeakMap<Input, Result>();
  return (input) => {
    const cached = cache.get(input);
    if (cached) return cached;
    const result = compute(input);
    cache.set(input, result);
    return result;
  };
}
