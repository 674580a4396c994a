import { randomBytes } from 'node:crypto';
import { PROFILES } from '../../model/profiles';
import { createFaults } from '../control/faults/fault';
import { createIdGenerator, deriveId, encodeSecret } from '../crypto/ids';
import { createSeededRandom, type SeededRandom } from '../crypto/random';
import { openFolder } from '../events/delivery/files';
import { notifyWatchers } from '../events/delivery/watchers';
import { createRecording } from '../http/http-recording';
import { createLog } from '../http/log';
import { createStore } from '../objects/store';
import { createClock, parseTime, systemClock } from '../time/clock';
import { type AccountConfig, mapKeysToAccounts, resolveAccounts } from './accounts';
import type { EmulatorOptions } from './options';
import { createSettings } from './settings';
import type { Account, State } from './types';

/** Creates the state of a new emulator. Throws for contradictory options. */
export function createState(options: EmulatorOptions): State {
  const clock =
    typeof options.clock === 'object'
      ? createClock(options.clock)
      : createClock(systemClock, options.clock === undefined ? null : parseTime(options.clock));
  const random = createSeededRandom(options.seed);
  const configs = resolveAccounts(options);
  return {
    options,
    profile: PROFILES[options.profile ?? 'spec'],
    clock,
    ids: createIdGenerator(random.bytes('identifiers', 10)),
    random,
    // Not derived from the seed, which is often in test code.
    controlToken: `control_${encodeSecret(randomBytes(20))}`,
    ...createAccounts(configs, random),
    accountNameByKey: mapKeysToAccounts(configs),
    settings: createSettings(options),
    requests: createLog(),
    recording: createRecording(),
    faults: createFaults(),
    snapshots: new Map(),
    changeQueue: Promise.resolve(),
    deliveryFolder: options.deliver === undefined ? undefined : openFolder(options.deliver),
    watchers: new Set(),
    authority: undefined,
    save: undefined,
  };
}

/** Deletes objects, events, requests and faults, and restores settings and clock. Identifiers are not reused. */
export function resetState(state: State): void {
  Object.assign(state, createAccounts(resolveAccounts(state.options), state.random));
  state.settings = createSettings(state.options);
  state.requests = createLog();
  state.recording = createRecording();
  state.faults = createFaults();
  state.clock.restore();
  notifyWatchers(state.watchers);
}

export function createAccounts(
  configs: readonly AccountConfig[],
  random: SeededRandom,
): Pick<State, 'account' | 'accounts'> {
  const accounts = configs.map(({ name }) => createAccount(name, random));
  return {
    account: accounts[0] as Account,
    accounts: new Map(accounts.map((account) => [account.name, account])),
  };
}

function createAccount(name: string, random: SeededRandom): Account {
  return {
    name,
    id: deriveId('ac', `${name} ${random.bytes('account', 20).toString('hex')}`),
    store: createStore(),
    events: createLog(),
    deliveries: createLog(),
    traffic: [],
    scheduled: new Map(),
    recentRequests: [],
  };
}
