/**
 * The Zstandard library, which the build bundles. It is loaded with the first input in Zstandard, and only where the
 * runtime cannot decompress that: Node before 22.15, browsers and workers.
 */
export { Decompress } from 'fzstd';
