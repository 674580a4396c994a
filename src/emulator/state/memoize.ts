/** Results that are kept, since requests come by the thousand within a second and want the same ones again. */
const kept = 1000;

/** The function, remembering its last results; a thousand of them, so that it does not grow. It must depend on its argument only. */
export function remembered<Argument, Result>(compute: (argument: Argument) => Result): (argument: Argument) => Result {
  const results = new Map<Argument, Result>();
  return (argument) => {
    let result = results.get(argument);
    if (result === undefined) {
      result = compute(argument);
      if (results.size >= kept) results.clear();
      results.set(argument, result);
    }
    return result;
  };
}
