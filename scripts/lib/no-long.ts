/**
 * In bundles this stands for the package `long`, which protobufjs takes where it finds it: that compiles WebAssembly at
 * each start. The plugin's codecs read 64-bit integers by themselves and write none beyond 2^53.
 */
export {};
