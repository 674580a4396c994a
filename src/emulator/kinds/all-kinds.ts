import type { Kind } from '../../model/kind';
import { getKind, KINDS } from '../../model/kinds';
import { endpointKind } from './endpoint';

/** The kinds of the service and those that only the controls can create, in order of creation. */
export const ALL_KINDS: readonly Kind[] = [...KINDS, endpointKind];

/** Throws for an unknown name. */
export function findAnyKind(name: string): Kind {
  return name === endpointKind.name ? endpointKind : getKind(name);
}
