/**
 * What the provider and the constructs load of this folder on first use. In the provider's executable it is a file of
 * its own (scripts/build-provider.ts names its path) with its own class {@link Unknown}. `isUnknown` tests the class,
 * so callers make unknown values with this one.
 */

export { describeMeaning } from '../access/space';
export { Identities, Unknown } from '../values/known';
export { combineRules, decideAccess, deniesEveryAddress, findShortfalls, requireAccess } from './combined-policies';
