/**
 * The Zstandard library, loaded for the first input in Zstandard where the runtime has none of its own, such as in Node
 * before 22.15, in browsers and workers. The build bundles it.
 */
export { Decompress } from 'fzstd';
