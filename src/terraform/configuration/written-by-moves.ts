/**
 * First line of a module that `netingress moves` writes; `newer-sources.ts` tells it from a source of the app by it.
 */
export const WRITTEN_BY_MOVES = '// Written by netingress moves.';
