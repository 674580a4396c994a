import { jsonResponse } from '../http/http';
import { readQuery } from '../http/query';
import { ALL_KINDS } from '../kinds/all-kinds';
import { toResponseBody } from '../objects/render-object';
import { countOf, newestFirst } from '../objects/store';
import type { Control } from './control';
import { accountNamed } from './input';

/** What the service holds: `{profile, time, counts: {kind: n}, objects: {kind: [as answered, newest first]}}`; `?account` names another account than the first. */
export const state: Control = {
  GET(emulator, { origin, query }) {
    const { profile, clock } = emulator;
    const account = accountNamed(emulator, readQuery(query, ['account']).get('account'));
    const view = { state: emulator, account, origin };
    const counts = ALL_KINDS.map(({ name }) => [name, countOf(account.store, name)]);
    const objects = ALL_KINDS.map(({ name }) => [
      name,
      [...newestFirst(account.store, name)].map((stored) => toResponseBody(view, stored)),
    ]);
    return jsonResponse(200, {
      profile: profile.name,
      time: new Date(clock.now()).toISOString(),
      counts: Object.fromEntries(counts),
      objects: Object.fromEntries(objects),
    });
  },
};
