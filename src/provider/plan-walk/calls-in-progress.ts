/**
 * The protocol does not tell a provider which objects a plan has, nor their order. A call that needs the plans of other
 * objects waits until Terraform has made no further call for a moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface CallsInProgress {
  /** `call` is a read or a plan of a resource. */
  track<T>(call: () => Promise<T>): Promise<T>;
  /** For a call that has its answer at once: an upgrade of a state, or a plan of an unchanged object. */
  note(): void;
  /**
   * Waits until every other call has ended or waits here, too, and no call has begun, ended or been noted for
   * {@link QUIET_MS}. The caller is a tracked call itself. After {@link MAX_WAITS} calls of this function, it returns at
   * once, so the other plans may still be missing.
   */
  waitForOthers(): Promise<void>;
}

/** Chosen: mostly Terraform makes the next call for an object within a few milliseconds. */
const QUIET_MS = 200;

/** Chosen: how often it is looked whether the calls are quiet. */
const POLL_MS = 20;

/** Chosen. Later calls do not wait: the waits of a plan that deletes thousands of rules would take minutes. */
const MAX_WAITS = 100;

export function createCallsInProgress(): CallsInProgress {
  let active = 0;
  let changedAt = 0;
  let waits = 0;
  /** One wait for all calls, so that they go on together: otherwise each would wait for the end of those before it. */
  let quiet: Promise<void> | undefined;
  const count = (by: number): void => {
    active += by;
    changedAt = performance.now();
  };
  async function becomeQuiet(): Promise<void> {
    do await sleep(POLL_MS);
    while (active > 0 || performance.now() - changedAt < QUIET_MS);
    quiet = undefined;
  }
  return {
    async track(call) {
      count(1);
      try {
        return await call();
      } finally {
        count(-1);
      }
    },
    note: () => count(0),
    async waitForOthers() {
      waits += 1;
      if (waits > MAX_WAITS) return;
      active -= 1;
      quiet ??= becomeQuiet();
      await quiet;
      active += 1;
    },
  };
}
