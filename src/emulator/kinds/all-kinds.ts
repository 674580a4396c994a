/** The kinds that the emulator holds: those of the service, and what only its controls can make. */
import type { Kind } from '../../model/kind';
import { getKind, KINDS } from '../../model/kinds';
import { endpointKind } from './endpoint-kind';

/** Every kind that there can be objects of, in the order in which they can be made. */
export const ALL_KINDS: readonly Kind[] = [...KINDS, endpointKind];

/** The kind of that name; throws if there is none, which is a bug of the caller. */
export function findAnyKind(name: string): Kind {
  return name === endpointKind.name ? endpointKind : getKind(name);
}
