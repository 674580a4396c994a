/**
 * Only `loadLibrary` of environment.ts requires this file, so that the library is loaded on first use. The build bundles
 * it, because it is an ES module that Node before 20.19 cannot `require`.
 */
import type * as CelLibrary from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };

export const library: typeof CelLibrary = require('@marcbachmann/cel-js');
