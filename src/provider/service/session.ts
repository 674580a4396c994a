import type { ServiceClient } from '../../client/api';
import { type CreateLookupLock, createLookupLock } from './create-lookup-lock';
import { createListPool, type ListPool, type ParentReference } from './list-pool';
import { createReadPool, type ReadPool } from './read-pool';
import { logWrites, type WriteLog } from './write-log';

/** What the operations of a configured provider share. */
export interface Session {
  /**
   * A write through this client invalidates the pools, except one of `eventSources`, which the provider does not use.
   */
  readonly client: ServiceClient;
  /**
   * Returns the signal that the next StopProvider aborts; after it, a new signal. Pass it as `signal` to a read, and as
   * `stop` to a write: a request in flight that may have an effect must complete.
   */
  readonly stopSignal: () => AbortSignal;
  /** Ids of objects that this process created or recovered. The look-up of a lost create ignores them. */
  readonly claimed: Set<string>;
  readonly createLock: CreateLookupLock;
  /** Returns the same pool until the next write. */
  readonly readPool: (kind: string) => ReadPool;
  /** The same pool until the next write. Its objects may be as old as it: nothing that an apply decides may use it. */
  readonly listPool: (reference: ParentReference) => ListPool;
  /** Returns true once for each subject, for diagnostics that are reported once in a run. */
  readonly claimFirst: (subject: string) => boolean;
  /**
   * By the name of the kind, `ip_policy_rule`, whether the service accepts a list filter: undefined before the first
   * filtered list, and if it failed for another reason.
   */
  readonly filterSupport: Map<string, Promise<boolean | undefined>>;
  readonly writes: WriteLog;
  /** The folder of a stack that CDKTF wrote, as the argument of `terraform -chdir`. */
  readonly folder: string | undefined;
  readonly applies: RunningApplies;
}

export interface RunningApplies {
  /** Applies that have begun and not ended, without those that wait for others. */
  active: number;
  hasBegun: boolean;
}

export function createSession(client: ServiceClient, stopSignal: () => AbortSignal, folder?: string): Session {
  const pools = new Map<string, ReadPool>();
  const listPools = new Map<string, ListPool>();
  const filterSupport = new Map<string, Promise<boolean | undefined>>();
  const invalidate = (): void => {
    pools.clear();
    listPools.clear();
  };
  const reported = new Set<string>();
  const { client: logged, log } = logWrites(client);
  return {
    client: invalidateReadsOnWrite(logged, invalidate),
    writes: log,
    folder,
    applies: { active: 0, hasBegun: false },
    stopSignal,
    claimed: new Set(),
    createLock: createLookupLock(),
    readPool(kind) {
      const pool = pools.get(kind) ?? createReadPool(client, kind, stopSignal);
      pools.set(kind, pool);
      return pool;
    },
    listPool(reference) {
      const key = `${reference.kind} ${reference.path}`;
      const pool = listPools.get(key) ?? createListPool(client, reference, filterSupport, stopSignal);
      listPools.set(key, pool);
      return pool;
    },
    claimFirst(subject) {
      const first = !reported.has(subject);
      reported.add(subject);
      return first;
    },
    filterSupport,
  };
}

/** Of all kinds: a delete may delete objects of others. Again after the write, because reads may run beside it. */
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

/** For several calls: once stopped, the later ones are stopped, too, except reads through the pools. */
export function pinStopSignal(session: Session): Session {
  const signal = session.stopSignal();
  return { ...session, stopSignal: () => signal };
}
