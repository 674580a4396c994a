/**
 * Replaces the optional package `long` of protobufjs in bundles, which would compile WebAssembly at each start. The
 * plugin's codecs read 64-bit integers without it and write none beyond 2^53.
 */
export {};
