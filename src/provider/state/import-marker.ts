import type { PrivateState } from '../protocol/provider';
import { readPrivateMember, withPrivateMember } from './private-state';

/**
 * From an import until the first update, a value that the service does not return is null because it could not be read,
 * not because it is unset. The first configured value then does not replace the object.
 */
export const IMPORT_MARKER: PrivateState = Buffer.from('{"imported":true}');

/** The same for an object that a `moved` block took over from another provider, until its first update. */
export const MOVE_MARKER: PrivateState = Buffer.from('{"moved":true}');

/** True also for a moved object. */
export function wasImported(state: PrivateState): boolean {
  return readPrivateMember(state, 'imported') === true || wasMoved(state);
}

export function wasMoved(state: PrivateState): boolean {
  return readPrivateMember(state, 'moved') === true;
}

export function clearImportMarker(state: PrivateState): PrivateState {
  return withPrivateMember(withPrivateMember(state, 'imported', undefined), 'moved', undefined);
}
