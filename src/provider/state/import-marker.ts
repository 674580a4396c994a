import type { PrivateState } from '../protocol/provider';

/**
 * Private state of an object from its import, or its move from another provider's state, until its first update: what no
 * answer holds is null in its state not because nothing was set, but because nothing could be read. Configuration that
 * names such a value then tells what is there already, and is no reason to replace the object.
 */
export const IMPORT_MARKER: PrivateState = Buffer.from('{"imported":true}');

/** The private state after a successful update: what is in the state from now on is what was configured. */
export function clearImportMarker(state: PrivateState): PrivateState {
  return wasImported(state) ? new Uint8Array() : state;
}

/** Whether the private state is that of an imported or moved object that was not updated since. */
export function wasImported(state: PrivateState): boolean {
  return Buffer.from(state).equals(IMPORT_MARKER);
}
