/**
 * A lock per resource type between creates and the look-up of a lost create. An object that the service has created for
 * another request of this process, but whose response has not arrived yet, equals the lost one. If a look-up adopted it,
 * the state would hold it twice. So a look-up waits for running creates of its type, and new creates wait for the look-up.
 */
export interface CreateLookupLock {
  /** Runs a create. Creates of a type run concurrently, never during a look-up. */
  create<T>(kind: string, run: () => Promise<T>): Promise<T>;
  /** Runs a look-up. Look-ups of a type run concurrently, never during a create. */
  lookUp<T>(kind: string, run: () => Promise<T>): Promise<T>;
}

/** The running operations of one resource type. */
interface TypeLock {
  readonly creates: Set<Promise<unknown>>;
  readonly lookUps: Set<Promise<unknown>>;
}

/** Creates an unlocked lock. */
export function createLookupLock(): CreateLookupLock {
  const locks = new Map<string, TypeLock>();
  const getLock = (kind: string): TypeLock => {
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
