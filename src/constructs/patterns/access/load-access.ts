/** Loads the access engine at the first check of a synthesis, to keep the import of the package fast. */
export function loadAccess(): typeof import('../../../access/deferred-access') {
  return require('../../../access/deferred-access') as typeof import('../../../access/deferred-access');
}
