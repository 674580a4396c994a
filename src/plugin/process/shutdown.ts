import type { OperationTracker } from '../grpc/operation-tracker';
import type { Log } from '../log';

export type ShutdownReason =
  | 'shutdown'
  /** Terraform seems to have exited without Shutdown, or has not connected within a minute or before SIGTERM. */
  | 'orphaned';

/**
 * Time for operations in flight. Terraform kills a provider 2 s after Shutdown. An orphan is to exit within 5 s of
 * Terraform; both this limit and the 2,500 ms are chosen. {@link watchParent} takes up to 1 s to notice that Terraform
 * has exited, and {@link READ_MS} follows: 3,800 ms, so 1,200 ms are left for a slow machine.
 */
const DRAIN_MS: Readonly<Record<ShutdownReason, number>> = { shutdown: 1_500, orphaned: 2_500 };

/** Time for Terraform to read the last responses; chosen, below the 500 ms that remain of its 2 s. */
const READ_MS = 300;

export interface ShutdownOptions {
  readonly operations: OperationTracker;
  readonly log: Log;
  readonly stopProvider: () => void;
  readonly closeServer: (limitMs: number) => Promise<void>;
  readonly exit: () => void;
}

/** Calls `exit` in the end. The first reason counts. */
export type Shutdown = (reason: ShutdownReason) => Promise<void>;

export function createShutdown({ operations, log, stopProvider, closeServer, exit }: ShutdownOptions): Shutdown {
  const shutDown = async (reason: ShutdownReason): Promise<void> => {
    log('debug', 'the provider shuts down', { reason });
    stopProvider();
    // No request is accepted from now on, also not one that is incomplete.
    const closed = closeServer(DRAIN_MS[reason] + READ_MS);
    const drained = await operations.waitIdle(DRAIN_MS[reason]);
    if (drained === 'timeout') log('warn', 'the provider exits while an operation is in flight', { reason });
    await closed;
    exit();
  };
  let ending: Promise<void> | undefined;
  return (reason) => (ending ??= shutDown(reason));
}

/** The time that go-plugin waits for a provider to start. */
const CONNECT_MS = 60_000;

/** Calls `onNone` unless Terraform has connected, and the returned function was called, within {@link CONNECT_MS}. */
export function expectConnection(onNone: () => void): () => void {
  const timer = setTimeout(onNone, CONNECT_MS);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Chosen. */
const PARENT_POLL_MS = 1_000;

/** Calls `onParentExit` once, when the process has another parent; a process of Windows keeps its parent's number. */
export function watchParent(parentId: () => number, onParentExit: () => void): void {
  const initial = parentId();
  const timer = setInterval(() => {
    if (parentId() === initial) return;
    clearInterval(timer);
    onParentExit();
  }, PARENT_POLL_MS);
  timer.unref();
}
