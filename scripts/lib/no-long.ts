/**
 * Replaces the package `long` in bundles. protobufjs uses it for 64-bit integers if it is installed, and it compiles
 * WebAssembly at each start. The plugin's codecs read these integers without it and write none beyond 2^53.
 *
 * The module is empty: protobufjs evaluates `Long && Long.isLong ? Long : null`, so one without `isLong` counts as a
 * package that is not installed.
 */
export {};
