/**
 * First line of a module that `netingress moves` writes. By it `newer-sources.ts` tells such a module from a source of
 * the app.
 */
export const WRITTEN_BY_MOVES = '// Written by netingress moves.';
