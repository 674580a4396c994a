/**
 * Loaded with `require()` on first use. The library is an ES module, and Node before 20.19 cannot `require` one, so the
 * build bundles it into this file.
 */
import type * as CelLibrary from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };

export const library: typeof CelLibrary = require('@marcbachmann/cel-js');
