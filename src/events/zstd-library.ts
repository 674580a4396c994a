/**
 * The Zstandard library, loaded for the first compressed input by a Node that has none of its own (before 22.15). The
 * build bundles it.
 */
export { Decompress } from 'fzstd';
