/** What one configured provider process shares between its operations. */
import type { ServiceClient } from '../client/api';

/** State of a provider process after ConfigureProvider. */
export interface Session {
  readonly client: ServiceClient;
  /** Aborted by StopProvider: ends waits and retries, never a request that may already change something. */
  readonly stopped: () => AbortSignal;
  /** Identifiers this process has created or adopted: a lost create never takes one of them over. */
  readonly handedOut: Set<string>;
  /**
   * Whether a failure that concerns the connection as a whole (wrong key, wrong address) was reported already. The
   * first read reports it and the run fails; saying the same once per object would bury it.
   */
  reportedOutage: boolean;
}

/** A session around a client. */
export function createSession(client: ServiceClient, stopped: () => AbortSignal): Session {
  return { client, stopped, handedOut: new Set(), reportedOutage: false };
}

/**
 * The session as one operation of several calls sees it: once stopped it stays so, while `stopped` of the session itself
 * is fresh again for the operations that come after.
 */
export function holdStop(session: Session): Session {
  const signal = session.stopped();
  return { ...session, stopped: () => signal };
}
