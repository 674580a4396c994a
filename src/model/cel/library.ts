/**
 * The CEL library, in a file of its own that nothing imports at load: {@link compileCondition} requires it when there
 * is an expression to compile. The library is an ES module, which `require` takes from Node 20.19 only, so the build
 * bundles it into this file.
 */
import type * as CelLibrary from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };

/** Its exports. */
export const library: typeof CelLibrary = require('@marcbachmann/cel-js');
