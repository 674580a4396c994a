import { scheduledIn, startTraffic } from '../events/traffic/run';
import { readJsonBody } from '../http/body';
import { jsonResponse } from '../http/http';
import { readQuery } from '../http/query';
import type { Control } from './control';
import { accountNamed } from './input';

/**
 * Makes traffic and session events, in the first account or `?account`: what to send is {@link TrafficRequest}, the answer `{published, scheduled}`. GET
 * answers how many events are still to come.
 */
export const traffic: Control = {
  GET(state, { query }) {
    const account = accountNamed(state, readQuery(query, ['account']).get('account'));
    return jsonResponse(200, { scheduled: scheduledIn(account) });
  },
  POST(state, request) {
    const body = readJsonBody(request);
    const account = accountNamed(state, readQuery(request.query, ['account']).get('account'));
    return jsonResponse(200, { ...startTraffic({ state, account, origin: request.origin }, body) });
  },
};
