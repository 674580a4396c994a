/** Unknown values. Two of the same name in a test file are equal, as one expression on both sides of a change is. */
import { Identities, Unknown } from '../../src/values/known';

/** The table of identities of a test file: states that it compares must use the same one. */
export const IDENTITIES = new Identities();

/** `later('var.office')` is known after apply. */
export function later(reference: string): Unknown {
  return new Unknown({ kind: 'reference', reference }, IDENTITIES.of('later', reference));
}

/** The rest of a list that could not be read completely. */
export function unread(list: string): Unknown {
  return new Unknown({ kind: 'unread', list }, IDENTITIES.of('unread', list));
}
