/** Loads the access engine on first use: most processes never need it. */
export function loadAccess(): typeof import('../../access/deferred-access') {
  return require('../../access/deferred-access') as typeof import('../../access/deferred-access');
}
