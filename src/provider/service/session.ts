/** What one configured provider process shares between its operations. */
import type { ServiceClient } from '../../client/api';
import { type CreateLookupLock, createLookupLock } from './create-lookup-lock';
import { createReadPool, type ReadPool } from './read-pool';

/** State of a provider process after ConfigureProvider. */
export interface Session {
  /** Every write through it forgets what was read before. */
  readonly client: ServiceClient;
  /** Aborted by StopProvider: ends waits and retries, never a request that may already change something. */
  readonly stopSignal: () => AbortSignal;
  /** Identifiers of objects that this process created or adopted. The look-up of a lost create ignores them. */
  readonly claimed: Set<string>;
  /** Separates creates from the look-up of a lost create. */
  readonly createLock: CreateLookupLock;
  /** Reads objects of a kind together with other reads of that kind. */
  readonly readPool: (kind: string) => ReadPool;
  /**
   * Whether a failure of the connection as a whole (wrong key, wrong address) still has to be reported. True once: the
   * first report fails the run, and one report per object would bury it.
   */
  readonly shouldReportOutage: () => boolean;
  /** By resource type, whether the service accepts a list filter: undefined before the first filtered list. */
  readonly filterSupport: Map<string, Promise<boolean>>;
}

/** A session around a client. */
export function createSession(client: ServiceClient, stopped: () => AbortSignal): Session {
  const pools = new Map<string, ReadPool>();
  let outageReported = false;
  return {
    client: invalidateReadsOnWrite(client, () => pools.clear()),
    stopSignal: stopped,
    claimed: new Set(),
    createLock: createLookupLock(),
    readPool(kind) {
      const pool = pools.get(kind) ?? createReadPool(client, kind, stopped);
      pools.set(kind, pool);
      return pool;
    },
    shouldReportOutage() {
      const first = !outageReported;
      outageReported = true;
      return first;
    },
    filterSupport: new Map(),
  };
}

/** Deleting one object may delete others, so a write of any kind forgets all kinds: before it, and what was read meanwhile. */
function invalidateReadsOnWrite(client: ServiceClient, invalidate: () => void): ServiceClient {
  const writing = async <T>(write: () => Promise<T>): Promise<T> => {
    invalidate();
    try {
      return await write();
    } finally {
      invalidate();
    }
  };
  return {
    ...client,
    create: (kind, body, call) => writing(() => client.create(kind, body, call)),
    update: (kind, id, body, call) => writing(() => client.update(kind, id, body, call)),
    delete: (kind, id, call) => writing(() => client.delete(kind, id, call)),
    detach: (kind, id, path, call) => writing(() => client.detach(kind, id, path, call)),
  };
}

/**
 * The session as one operation of several calls sees it: once stopped it stays so, while `stopped` of the session itself
 * is fresh again for the operations that come after.
 */
export function pinStopSignal(session: Session): Session {
  const signal = session.stopSignal();
  return { ...session, stopSignal: () => signal };
}
