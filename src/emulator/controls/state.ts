import { answerOf } from '../answer';
import { ALL_KINDS } from '../emulator-kinds';
import { jsonAnswer } from '../message';
import { countOf, newestFirst } from '../store';
import type { Control } from './control';

/** What the service holds: `{profile, time, counts: {kind: n}, objects: {kind: [as answered, newest first]}}`. */
export const state: Control = {
  GET(emulator, { origin }) {
    const { account, profile, clock } = emulator;
    const view = { state: emulator, account, origin };
    const counts = ALL_KINDS.map(({ name }) => [name, countOf(account.store, name)]);
    const objects = ALL_KINDS.map(({ name }) => [
      name,
      [...newestFirst(account.store, name)].map((stored) => answerOf(view, stored)),
    ]);
    return jsonAnswer(200, {
      profile: profile.name,
      time: new Date(clock.now()).toISOString(),
      counts: Object.fromEntries(counts),
      objects: Object.fromEntries(objects),
    });
  },
};
