/** First line of a module that `netingress moves` writes. */
export const WRITTEN_BY_MOVES = '// Written by netingress moves.';
