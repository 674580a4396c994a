/**
 * Keeps creates and the look-up of a lost one apart. An object that the service has made, but whose answer is still on
 * its way to another create of this process, looks exactly like the lost one: taken over, it would stand in the state
 * twice. So a look-up waits for the creates of its kind that are under way, and new ones wait for it.
 */
export interface CreateGate {
  /** Runs a create; any number run at once, none during a look-up. */
  create<T>(kind: string, run: () => Promise<T>): Promise<T>;
  /** Runs a look-up; any number run at once, none during a create. */
  lookUp<T>(kind: string, run: () => Promise<T>): Promise<T>;
}

/** What is under way for one kind. */
interface Lane {
  readonly creates: Set<Promise<unknown>>;
  readonly lookUps: Set<Promise<unknown>>;
}

/** A gate that nobody waits at yet. */
export function createGate(): CreateGate {
  const lanes = new Map<string, Lane>();
  const laneOf = (kind: string): Lane => {
    const lane = lanes.get(kind) ?? { creates: new Set(), lookUps: new Set() };
    lanes.set(kind, lane);
    return lane;
  };
  return {
    async create(kind, run) {
      const { creates, lookUps } = laneOf(kind);
      while (lookUps.size > 0) await Promise.allSettled(lookUps);
      return counted(creates, run());
    },
    lookUp(kind, run) {
      const { creates, lookUps } = laneOf(kind);
      return counted(lookUps, Promise.allSettled(creates).then(run));
    },
  };
}

async function counted<T>(running: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  running.add(work);
  try {
    return await work;
  } finally {
    running.delete(work);
  }
}
