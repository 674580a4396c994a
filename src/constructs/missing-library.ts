import { CDKTF_LIBRARIES } from '../model/cdktf-library';

/**
 * The index of the built package (scripts/lib/lazy-index.ts) calls this if a module of the constructs cannot be loaded.
 * Returns an error with advice if the CDKTF library is missing, and otherwise the given error.
 */
export function explainMissingLibrary(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') return error;
  try {
    // In the copy of this file for `cdktn`, the build replaces the name.
    require.resolve('cdktf');
    return error;
  } catch {
    const entries = Object.entries(CDKTF_LIBRARIES).map(([library, { entry }]) => `'${entry}' with ${library}`);
    return new Error(
      `The CDKTF library of this import is not installed; expected ${entries.join(', or ')}. Import from the entry of ` +
        'the library that your app uses, or install the library.',
      { cause: error },
    );
  }
}
