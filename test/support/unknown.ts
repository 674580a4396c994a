/** Unknown values of tests. Those with equal names are the same value, as on both sides of a change. */
import { Identities, Unknown } from '../../src/values/known';

/** The table of a test file, whose states are compared with each other. */
export const IDENTITIES = new Identities();

/** `later('var.office')` is known after apply. */
export function later(reference: string): Unknown {
  return new Unknown({ kind: 'reference', reference }, IDENTITIES.of('later', reference));
}

/** Why a list is not complete. */
export function unread(list: string): Unknown {
  return new Unknown({ kind: 'unread', list }, IDENTITIES.of('unread', list));
}
