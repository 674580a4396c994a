import { resetState } from '../state';
import { inTurn } from '../turns';
import type { Control } from './control';

/** Back to the start: no objects, events and requests, settings as at start. */
export const reset: Control = {
  async POST(state) {
    await inTurn(state, () => resetState(state));
    return { status: 204, headers: {}, body: '' };
  },
};
