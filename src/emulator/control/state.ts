import { jsonResponse } from '../http/http';
import { readQuery } from '../http/query';
import { ALL_KINDS } from '../kinds/endpoint';
import { toResponseBody } from '../objects/render-object';
import { countObjects, newestFirst } from '../objects/store';
import { type Control, getAccount } from './control';

/**
 * GET returns `{profile, time, counts: {kind: n}, objects: {kind: [...]}}` of the first account or of `?account`. The
 * objects are response bodies, newest first.
 */
export const state: Control = {
  GET(emulator, { origin, query }) {
    const { profile, clock } = emulator;
    const account = getAccount(emulator, readQuery(query, ['account']).get('account'));
    const view = { state: emulator, account, origin };
    const kinds = ALL_KINDS.map(({ name }) => name);
    return jsonResponse(200, {
      profile: profile.name,
      time: new Date(clock.now()).toISOString(),
      counts: Object.fromEntries(kinds.map((kind) => [kind, countObjects(account.store, kind)])),
      objects: Object.fromEntries(
        kinds.map((kind) => [
          kind,
          [...newestFirst(account.store, kind)].map((stored) => toResponseBody(view, stored)),
        ]),
      ),
    });
  },
};
