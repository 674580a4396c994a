/**
 * A world is one request, one interpretation of the service's documents, and one value for everything that is not
 * known. The evaluator asks it when it needs one of them. {@link visitWorlds} runs the evaluator in every world: in
 * every combination of the values for which it asks.
 */
export interface World {
  /** The same key has the same value in one world. */
  choose<T>(key: string, options: readonly T[]): T;
}

export class TooManyWorlds extends Error {}

interface Step {
  readonly key: string;
  readonly count: number;
  index: number;
}

/**
 * Calls `run` in every world, until it returns false. `fixed` has the values of a request that is given.
 *
 * @throws TooManyWorlds after `limit` worlds; the default is chosen. The campaigns count such a case as skipped.
 */
export function visitWorlds(
  run: (world: World) => boolean,
  fixed: Readonly<Record<string, unknown>> = {},
  limit = 20_000,
): void {
  const trail: Step[] = [];
  for (let count = 1; ; count++) {
    if (count > limit) throw new TooManyWorlds(`More than ${limit} worlds`);
    if (!run(createWorld(trail, fixed))) return;
    while (trail.length > 0 && (trail.at(-1) as Step).index + 1 === (trail.at(-1) as Step).count) trail.pop();
    const last = trail.at(-1);
    if (!last) return;
    last.index++;
  }
}

/**
 * Chooses as the trail says. What the evaluator asks after the end of the trail has its first option, and extends the
 * trail.
 */
function createWorld(trail: Step[], fixed: Readonly<Record<string, unknown>>): World {
  const chosen = new Map<string, unknown>(Object.entries(fixed));
  let position = 0;
  return {
    choose<T>(key: string, options: readonly T[]): T {
      if (chosen.has(key)) return chosen.get(key) as T;
      if (position === trail.length) trail.push({ key, count: options.length, index: 0 });
      const step = trail[position++] as Step;
      if (step.key !== key || step.count !== options.length)
        throw new Error(
          `The evaluator is not deterministic: it asked ${key} (${options.length} options) where an earlier run asked ${step.key} (${step.count})`,
        );
      const value = options[step.index] as T;
      chosen.set(key, value);
      return value;
    },
  };
}

/** Whether `run` is true for at least one choice of the free keys. The other keys have their values of the world. */
export function isTrueForSome(world: World, isFree: (key: string) => boolean, run: (world: World) => boolean): boolean {
  let found = false;
  visitWorlds((inner) => {
    found = run({ choose: (key, options) => (isFree(key) ? inner : world).choose(key, options) });
    return !found;
  });
  return found;
}
