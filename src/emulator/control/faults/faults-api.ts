import type { State } from '../../state/state';
import { checkFault } from './check';
import { addFault, type Fault, type FaultInput } from './fault';

/** Faults in process. */
export interface EmulatorFaults {
  /** Sets a fault behind those that are set. Throws for one that names what there is not, or could never happen. */
  add(fault: FaultInput): Fault;
  /** The faults that are set, with how often they were met. */
  list(): readonly Fault[];
  /** Takes that fault away, or all. */
  clear(id?: string): void;
}

/** What users see of the faults. */
export function emulatorFaults(state: State): EmulatorFaults {
  return {
    add(fault) {
      const problem = checkFault(fault);
      if (problem !== undefined) throw new Error(`The fault cannot be set: ${problem}`);
      return { ...addFault(state.faults, fault) };
    },
    list: () => state.faults.set.map((fault) => ({ ...fault })),
    clear(id) {
      state.faults.set = id === undefined ? [] : state.faults.set.filter((fault) => fault.id !== id);
    },
  };
}
