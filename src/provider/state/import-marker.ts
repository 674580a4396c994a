import type { PrivateState } from '../protocol/provider';
import { readPrivateMember, withPrivateMember } from './private-state';

/**
 * Private state of an object from its import or move until its first update. During that time a value that the service
 * does not return is null because it could not be read, not because it is unset. The first configured value is accepted
 * as the current one and does not replace the object.
 */
export const IMPORT_MARKER: PrivateState = Buffer.from('{"imported":true}');

/** The same for an object that a `moved` block took over from another provider. */
export const MOVE_MARKER: PrivateState = Buffer.from('{"moved":true}');

/** Whether the object was imported, or moved from another provider, and not updated since. */
export function wasImported(state: PrivateState): boolean {
  return readPrivateMember(state, 'imported') === true || wasMoved(state);
}

export function wasMoved(state: PrivateState): boolean {
  return readPrivateMember(state, 'moved') === true;
}

/** The private state after an update: from then on the state has what was configured. */
export function clearImportMarker(state: PrivateState): PrivateState {
  return withPrivateMember(withPrivateMember(state, 'imported', undefined), 'moved', undefined);
}
