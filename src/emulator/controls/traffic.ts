import { readBody } from '../body';
import { jsonAnswer } from '../message';
import { scheduledIn, startTraffic } from '../traffic/run';
import type { Control } from './control';

/**
 * Makes traffic and session events: what to send is {@link TrafficRequest}, the answer `{published, scheduled}`. GET
 * answers how many events are still to come.
 */
export const traffic: Control = {
  GET: ({ account }) => jsonAnswer(200, { scheduled: scheduledIn(account) }),
  POST(state, request) {
    const body = readBody({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } });
    return jsonAnswer(200, { ...startTraffic({ state, account: state.account, origin: request.origin }, body) });
  },
};
