import { newest } from '../log';
import { jsonAnswer } from '../message';
import type { Control } from './control';
import { readLimit } from './input';

/** The requests that the service has had: `total` since start or reset, of the list the newest 10,000 or `?limit`. */
export const requests: Control = {
  GET({ requests: log }, request) {
    const entries = newest(log, readLimit(request)).map((entry) => ({ ...entry }));
    return jsonAnswer(200, { total: log.total, requests: entries });
  },
};
