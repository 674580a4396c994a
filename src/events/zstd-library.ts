/** Loaded by Node without Zstandard of its own (before 22.15) for the first compressed input. The build bundles the library. */
export { Decompress } from 'fzstd';
