import type { JsonObject } from '../../model/json';
import { newest } from '../log';
import { jsonAnswer } from '../message';
import type { Control } from './control';
import { readLimit } from './input';

/** The audit events recorded, oldest first: `{total, events}`, bounded as the requests are. */
export const events: Control = {
  GET({ account }, request) {
    const recorded = newest(account.events, readLimit(request)) as readonly unknown[] as readonly JsonObject[];
    return jsonAnswer(200, { total: account.events.total, events: recorded });
  },
};
