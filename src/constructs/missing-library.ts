/**
 * The build calls this for what the index of the constructs throws when it loads them. Every other error is returned.
 */
import { CDKTF_LIBRARIES } from '../model/cdktf-library';

export function explainMissingLibrary(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') return error;
  try {
    // The copy for the other library has its name here.
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
