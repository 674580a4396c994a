import { resetState } from '../state/state';
import { serialized } from '../time/serialize';
import type { Control } from './control';

/** Back to the start: no objects, events and requests, settings as at start. */
export const reset: Control = {
  async POST(state) {
    await serialized(state, () => resetState(state));
    return { status: 204, headers: {}, body: '' };
  },
};
