/**
 * What the provider and the constructs load of the access engine, on first use. In the provider's executable this file
 * is a bundle of its own (scripts/build-provider.ts names its path) with its own copy of the class {@link Unknown}.
 * The functions below recognize an unknown value by that class. So the provider makes the unknown values that it gives
 * them with the class that is exported here.
 */

export { describeMeaning } from '../access/space';
export { Unknown } from '../values/known';
export { combineRules, decideAccess, deniesEveryAddress, findShortfalls, requireAccess } from './combined-policies';
