/**
 * What the provider and the constructs load of this folder on first use, see `load-access.ts` there. In the provider's
 * executable it is a file of its own with its own class {@link Unknown}, so callers make unknown values with this one.
 */
export { Unknown } from '../model/known';
export { decideAccess, deniesEveryAddress, findShortfalls, formatShortfall, requireAccess } from './must-admit';
