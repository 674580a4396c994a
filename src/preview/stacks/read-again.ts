/** Reads the state of a stack again after its preview, because a change in between makes the report wrong. */
import type { StackOutcome } from '../outcome';
import type { PreviewStack } from './prepare-stack';
import type { PreviewRunOptions } from './start-stack';

/** A state that cannot be read again makes the report incomplete. */
export async function readStateAgain(
  { readState, signal }: Pick<PreviewRunOptions, 'readState' | 'signal'>,
  { stack, state }: { readonly stack: PreviewStack; readonly state: string },
): Promise<Pick<StackOutcome, 'stateChanged' | 'notPreviewed'>> {
  try {
    return { stateChanged: findSerial(await readState(stack)) !== findSerial(state), notPreviewed: [] };
  } catch (error) {
    signal.throwIfAborted();
    const problem = `whether its state changed during the preview is not known: ${(error as Error).message}`;
    return { stateChanged: false, notPreviewed: [problem] };
  }
}

function findSerial(state: string): string | undefined {
  return state === '' ? undefined : /"serial":\s*(\d+)/.exec(state)?.[1];
}
