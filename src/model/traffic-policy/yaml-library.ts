/** Loaded with `require()` for the first policy in YAML; the build bundles the library into this file. */
export { LineCounter, parseDocument } from 'yaml';
