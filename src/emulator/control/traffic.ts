import { countScheduled, startTraffic } from '../events/traffic/run';
import { readJsonBody } from '../http/body';
import { jsonResponse } from '../http/http';
import { readQuery } from '../http/query';
import { type Control, getAccount } from './control';

/**
 * POST publishes traffic and session events in the first account or in `?account`. It takes a {@link TrafficRequest}
 * and returns `{published, scheduled}`. GET returns the number of scheduled events.
 */
export const traffic: Control = {
  GET(state, { query }) {
    const account = getAccount(state, readQuery(query, ['account']).get('account'));
    return jsonResponse(200, { scheduled: countScheduled(account) });
  },
  POST(state, request) {
    const account = getAccount(state, readQuery(request.query, ['account']).get('account'));
    return jsonResponse(200, { ...startTraffic({ state, account, origin: request.origin }, readJsonBody(request)) });
  },
};
