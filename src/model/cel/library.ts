/**
 * The CEL library in a file that is required on first use only. It is an ES module, which `require` supports from Node
 * 20.19, so the build bundles it into this file.
 */
import type * as CelLibrary from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };

export const library: typeof CelLibrary = require('@marcbachmann/cel-js');
