import { randomBytes } from 'node:crypto';
import { encodeBase62 } from '../crypto/ids';
import { createEntryLog } from '../events/log';
import { createFaults } from '../http/fault';
import type { HttpState } from '../http/state';
import { createState, resetState } from '../service/state/create';
import type { EmulatorOptions } from '../service/state/options';
import type { Snapshot } from './snapshot/types';

export interface EmulatorState extends HttpState {
  readonly controlToken: string;
  /** By name. Reset and restore keep them. */
  readonly snapshots: Map<string, Snapshot>;
}

export function createEmulatorState(options: EmulatorOptions): EmulatorState {
  return {
    ...createState(options),
    requests: createEntryLog(),
    faults: createFaults(),
    // The token is not derived from the seed, because that is often in the code of tests.
    controlToken: `control_${encodeBase62(randomBytes(20))}`,
    snapshots: new Map(),
  };
}

export function resetEmulatorState(state: EmulatorState): void {
  state.requests = createEntryLog();
  state.faults = createFaults();
  resetState(state);
}
