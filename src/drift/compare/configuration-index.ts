/** Which declaration an object of a state has: the same address may stand in several stacks. */
import { groupBy } from '../../model/group-by';
import type { DeclaredInput } from '../input';
import { withoutKeys } from '../report/display-name';

const stackPrefix = 'stack ';

/** How the state of a stack is called that was read in its folder. */
export function stackState(stack: string): string {
  return `${stackPrefix}${stack}`;
}

/** Whether the name is that of a stack's own state; states that were given as files do not say which stack they belong to. */
export function isStackState(state: string): boolean {
  return state.startsWith(stackPrefix);
}

/** Finds the declaration of an object by its address, with or without instance key, and the name of its state. */
export type FindDeclaration = (address: string, state: string | null) => DeclaredInput | undefined;

/**
 * Finds declarations: the one of the stack whose state it is, or, for a state that is no stack's own, the only one with
 * that address.
 */
export function declarationFinder(declared: readonly DeclaredInput[]): FindDeclaration {
  const byAddress = groupBy(declared, ({ address }) => address);
  return (address, state) => {
    const same = byAddress.get(withoutKeys(address)) ?? [];
    const own = same.find(({ stack }) => stackState(stack) === state);
    if (own || (state !== null && isStackState(state))) return own;
    return same.length === 1 ? same[0] : undefined;
  };
}
