/**
 * Replaces `long` in bundles, a package that protobufjs uses for 64-bit integers if it is there, and that compiles
 * WebAssembly at each start. The plugin's codecs read these integers without it and write none beyond 2^53.
 */
export {};
