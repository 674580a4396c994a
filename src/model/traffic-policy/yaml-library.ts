/** The YAML library, loaded with `require()` for the first policy in YAML; the build bundles it into this file. */
export { LineCounter, parseDocument } from 'yaml';
