/**
 * How a provider process ends (terraform/rules 1.5). Whatever the cause, what is under way gets a chance to reach a
 * state it can answer, the server stops, the socket goes, and the process exits.
 */
import type { OperationTracker } from './in-flight';
import type { Log } from './log';

/** Why the process ends. */
export type ShutdownReason =
  /** Terraform is done with the provider. */
  | 'shutdown'
  /** Terraform is gone without a word: killed, or crashed. */
  | 'orphaned'
  /** Somebody ended this process by a signal. */
  | 'terminated';

/**
 * Milliseconds that operations under way get. Terraform kills a provider 2 s after Shutdown; an orphan must be gone
 * 5 s after Terraform (noticing takes up to a second, closing a third of one). After a signal Terraform, if it got the same one, waits for answers,
 * and if it is gone the process becomes an orphan.
 */
const DRAIN_MS: Readonly<Record<ShutdownReason, number>> = { shutdown: 1_500, orphaned: 2_500, terminated: 60_000 };

/** Milliseconds that Terraform gets to say Shutdown, after which it is taken as gone or not interested. */
const GRACE_MS: Readonly<Record<ShutdownReason, number>> = { shutdown: 0, orphaned: 300, terminated: 2_000 };

const EXIT_CODE: Readonly<Record<ShutdownReason, number>> = { shutdown: 0, orphaned: 0, terminated: 143 };

/** What is to be ended. */
export interface ShutdownOptions {
  readonly operations: OperationTracker;
  readonly log: Log;
  /** Ends waits and retries of operations under way. */
  readonly stopProvider: () => void;
  /** Lets answers out, then closes all connections. */
  readonly closeServer: () => Promise<void>;
  readonly exit: (code: number) => void;
}

/** Ends the process; later calls only matter if they have less patience. Settles when `exit` was called. */
export type Shutdown = (reason: ShutdownReason) => Promise<void>;

/** The one way in which this process ends, bugs aside. */
export function createShutdown({ operations: activity, log, stopProvider, closeServer, exit }: ShutdownOptions): Shutdown {
  const endings = new Map<ShutdownReason, Promise<void>>();
  let exited = false;
  const endOnce = async (reason: ShutdownReason): Promise<void> => {
    log('debug', 'the provider ends', { reason });
    const patienceEnds = performance.now() + DRAIN_MS[reason];
    const settled = async (): Promise<boolean> => {
      stopProvider();
      return (await activity.waitIdle(Math.max(0, patienceEnds - performance.now()))) === 'idle';
    };
    let idle = await settled();
    await delay(GRACE_MS[reason]);
    // A Terraform that did not get the signal goes on meanwhile, and what it has begun is not to be cut off.
    if (reason === 'terminated' && (await activity.waitIdle(0)) === 'late') idle = await settled();
    if (!idle) log('warn', 'the provider ends in the middle of an operation', { reason });
    await closeServer();
    if (exited) return;
    exited = true;
    exit(EXIT_CODE[reason]);
  };
  return (reason) => {
    const ending = endings.get(reason) ?? endOnce(reason);
    endings.set(reason, ending);
    return ending;
  };
}

/** Milliseconds between looks at the parent process; with {@link DRAIN_MS} and {@link GRACE_MS} less than 5 s. */
const PARENT_POLL_MS = 1_000;

/** Calls `gone` once when the parent process ended, which shows in this process getting another parent. */
export function watchParent(parentId: () => number, gone: () => void): { stop(): void } {
  const first = parentId();
  const timer = setInterval(() => {
    if (parentId() === first) return;
    clearInterval(timer);
    gone();
  }, PARENT_POLL_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function delay(milliseconds: number): Promise<void> {
  return milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds));
}
