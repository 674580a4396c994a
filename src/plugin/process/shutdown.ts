/** Ends a provider process: operations in flight drain, the server closes, the socket is removed, the process exits. */

import type { OperationTracker } from '../grpc/operation-tracker';
import type { Log } from '../log';

export type ShutdownReason =
  /** Terraform sent Shutdown. */
  | 'shutdown'
  /** Terraform exited without sending Shutdown. */
  | 'orphaned'
  /** The process received SIGTERM. */
  | 'terminated';

/**
 * Time for operations in flight. Terraform kills a provider 2 s after Shutdown, and an orphan must exit within 5 s of
 * Terraform: detection takes up to 1 s and closing 0.3 s. After a signal Terraform still waits for responses, and if it
 * exits the process becomes an orphan.
 */
const DRAIN_MS: Readonly<Record<ShutdownReason, number>> = { shutdown: 1_500, orphaned: 2_500, terminated: 60_000 };

/** Time for Terraform to send Shutdown after the operations have drained. */
const GRACE_MS: Readonly<Record<ShutdownReason, number>> = { shutdown: 0, orphaned: 300, terminated: 2_000 };

const EXIT_CODE: Readonly<Record<ShutdownReason, number>> = { shutdown: 0, orphaned: 0, terminated: 143 };

export interface ShutdownOptions {
  readonly operations: OperationTracker;
  readonly log: Log;
  readonly stopProvider: () => void;
  /** Sends pending responses, then closes all connections. */
  readonly closeServer: () => Promise<void>;
  readonly exit: (code: number) => void;
}

/** Resolves when `exit` was called. A later call with another reason may end the process sooner. */
export type Shutdown = (reason: ShutdownReason) => Promise<void>;

export function createShutdown({ operations, log, stopProvider, closeServer, exit }: ShutdownOptions): Shutdown {
  const shutdowns = new Map<ShutdownReason, Promise<void>>();
  let exited = false;
  const shutDown = async (reason: ShutdownReason): Promise<void> => {
    log('debug', 'the provider shuts down', { reason });
    const deadline = performance.now() + DRAIN_MS[reason];
    const drain = async (): Promise<boolean> => {
      stopProvider();
      return (await operations.waitIdle(Math.max(0, deadline - performance.now()))) === 'idle';
    };
    let drained = await drain();
    // Not node:timers/promises: the tests use fake timers, which do not replace it.
    if (GRACE_MS[reason] > 0) await new Promise((resolve) => setTimeout(resolve, GRACE_MS[reason]));
    // A Terraform that did not receive the signal may have started another operation.
    if (reason === 'terminated' && (await operations.waitIdle(0)) === 'timeout') drained = await drain();
    if (!drained) log('warn', 'the provider exits while an operation is in flight', { reason });
    await closeServer();
    if (exited) return;
    exited = true;
    exit(EXIT_CODE[reason]);
  };
  return (reason) => {
    const shutdown = shutdowns.get(reason) ?? shutDown(reason);
    shutdowns.set(reason, shutdown);
    return shutdown;
  };
}

const PARENT_POLL_MS = 1_000;

/** Calls `onParentExit` once, when the process has another parent. */
export function watchParent(parentId: () => number, onParentExit: () => void): { stop(): void } {
  const initial = parentId();
  const timer = setInterval(() => {
    if (parentId() === initial) return;
    clearInterval(timer);
    onParentExit();
  }, PARENT_POLL_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
