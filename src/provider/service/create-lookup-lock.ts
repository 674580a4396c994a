/**
 * The look-up of a lost create must not adopt an object of another create of this process whose response is still on
 * its way: the state would have the object twice. So no create of a kind runs beside a look-up of the kind; creates run
 * beside creates, and look-ups beside look-ups.
 */
export interface CreateLookupLock {
  create<T>(kind: string, run: () => Promise<T>): Promise<T>;
  lookUp<T>(kind: string, run: () => Promise<T>): Promise<T>;
}

interface KindLock {
  readonly creates: Set<Promise<unknown>>;
  readonly lookUps: Set<Promise<unknown>>;
}

export function createLookupLock(): CreateLookupLock {
  const locks = new Map<string, KindLock>();
  const getLock = (kind: string): KindLock => {
    const lock = locks.get(kind) ?? { creates: new Set(), lookUps: new Set() };
    locks.set(kind, lock);
    return lock;
  };
  return {
    async create(kind, run) {
      const { creates, lookUps } = getLock(kind);
      while (lookUps.size > 0) await Promise.allSettled(lookUps);
      return track(creates, run());
    },
    lookUp(kind, run) {
      const { creates, lookUps } = getLock(kind);
      return track(lookUps, Promise.allSettled(creates).then(run));
    },
  };
}

async function track<T>(running: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  running.add(work);
  try {
    return await work;
  } finally {
    running.delete(work);
  }
}
