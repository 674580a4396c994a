/** Loads the access engine on first use: most processes do not need it. */
export function loadAccess(): typeof import('../../access-review/deferred-access') {
  return require('../../access-review/deferred-access') as typeof import('../../access-review/deferred-access');
}
