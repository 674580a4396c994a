/**
 * A world is one request, one reading of the documents and one value for everything that is not known. The evaluator asks
 * it when it needs one of them; {@link visitWorlds} runs the evaluator in every world in which these values differ.
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

/** Calls `run` in every world, until it returns false. `fixed` has the values of a request that is given. */
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

/** Follows the trail; what is asked behind its end begins with the first option. */
function createWorld(trail: Step[], fixed: Readonly<Record<string, unknown>>): World {
  const chosen = new Map<string, unknown>(Object.entries(fixed));
  let position = 0;
  return {
    choose<T>(key: string, options: readonly T[]): T {
      if (chosen.has(key)) return chosen.get(key) as T;
      if (position === trail.length) trail.push({ key, count: options.length, index: 0 });
      const step = trail[position++] as Step;
      if (step.key !== key || step.count !== options.length)
        throw new Error(`The evaluator asked ${key} after ${step.key}`);
      const value = options[step.index] as T;
      chosen.set(key, value);
      return value;
    },
  };
}

/** Whether `run` is true for any choice of the keys; other keys are those of the world. */
export function isTrueForAny(world: World, isFree: (key: string) => boolean, run: (world: World) => boolean): boolean {
  let found = false;
  visitWorlds((inner) => {
    found = run({ choose: (key, options) => (isFree(key) ? inner : world).choose(key, options) });
    return !found;
  });
  return found;
}
