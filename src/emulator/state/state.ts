/** Everything that an emulator holds, as data. */
import { randomBytes } from 'node:crypto';
import type { Kind } from '../../model/kind';
import { PROFILES, type Profile } from '../../model/profiles';
import { createFaults, type Faults } from '../control/faults/fault';
import type { Snapshot } from '../control/snapshot/snapshot';
import type { CertificateAuthority } from '../crypto/certificate-authority';
import { createIds, derivedId, type Ids, secretText } from '../crypto/ids';
import { createRandomness, type Randomness } from '../crypto/random';
import { announce } from '../events/delivery/announce';
import type { Delivery } from '../events/delivery/delivery';
import { type DeliveryFolder, openFolder } from '../events/delivery/files';
import type { ServiceEvent } from '../events/event';
import type { TrafficRun } from '../events/traffic/run';
import { createExchanges, type Exchanges } from '../http/http-recording';
import { createLog, type Log, type LoggedRequest } from '../http/log';
import { createStore, type Store } from '../objects/store';
import { type AdjustableClock, createClock, readTime, systemClock } from '../time/clock';
import { type AccountSetup, accountSetups, keysOf } from './accounts';
import type { EmulatorOptions } from './options';
import { initialSettings, type Settings } from './settings';

/** Everything that belongs to one account. A reset replaces it. */
export interface Account {
  readonly name: string;
  /** `ac_...`, in every audit event. */
  readonly id: string;
  readonly store: Store;
  readonly events: Log<ServiceEvent>;
  /** What subscriptions delivered. */
  readonly deliveries: Log<Delivery>;
  /** Traffic that was asked for and whose time has not come. */
  traffic: readonly TrafficRun[];
  /** Objects that time may still change, with their kinds, by identifier. */
  readonly pending: Map<string, Kind>;
  /** Times of the requests in the rate limit's window, oldest first. */
  recent: number[];
}

/** One emulator. The members that change are those without `readonly`. */
export interface State {
  readonly options: EmulatorOptions;
  readonly profile: Profile;
  readonly clock: AdjustableClock;
  readonly ids: Ids;
  /** Another one only when a snapshot with its seed is loaded. */
  random: Randomness;
  /** What the controls ask for when the emulator listens on another host than loopback. */
  readonly controlToken: string;
  /** The first account, which is the one that the controls mean unless they are told otherwise. */
  account: Account;
  /** All accounts by name, the first one first. */
  accounts: ReadonlyMap<string, Account>;
  /** Names of accounts by API key; undefined where any key is the one account's. */
  readonly keys: ReadonlyMap<string, string> | undefined;
  settings: Settings;
  requests: Log<LoggedRequest>;
  /** The newest requests with their answers, as sent. */
  exchanges: Exchanges;
  faults: Faults;
  /** Snapshots that were saved, by name; a reset keeps them. */
  readonly snapshots: Map<string, Snapshot>;
  /** Settles when the last change that was begun is done: changes happen one after the other. */
  changes: Promise<unknown>;
  /** Where destinations are files; undefined while they are not. */
  readonly deliver: DeliveryFolder | undefined;
  /** Who waits for events. */
  readonly watchers: Set<() => void>;
  /** Made when the first certificate is asked for. */
  authority: Promise<CertificateAuthority> | undefined;
  /** Writes what is held to where it survives a restart, if there is such a place; an answer waits for it. */
  save: (() => Promise<void>) | undefined;
}

/** The state of an emulator that has just started. Throws for options that contradict each other. */
export function createState(options: EmulatorOptions): State {
  const clock =
    typeof options.clock === 'object'
      ? createClock(options.clock)
      : createClock(systemClock, options.clock === undefined ? null : readTime(options.clock));
  const random = createRandomness(options.seed);
  const setups = accountSetups(options);
  return {
    options,
    profile: PROFILES[options.profile ?? 'spec'],
    clock,
    ids: createIds(random.bytes('identifiers', 10)),
    random,
    // Not from the seed, which people write into their tests.
    controlToken: `control_${secretText(randomBytes(20))}`,
    ...createAccounts(setups, random),
    keys: keysOf(setups),
    settings: initialSettings(options),
    requests: createLog(),
    exchanges: createExchanges(),
    faults: createFaults(),
    snapshots: new Map(),
    changes: Promise.resolve(),
    deliver: options.deliver === undefined ? undefined : openFolder(options.deliver),
    watchers: new Set(),
    authority: undefined,
    save: undefined,
  };
}

/**
 * Back to the start: no objects, events, requests or faults, settings and clock as given. Identifiers are not used
 * again.
 */
export function resetState(state: State): void {
  Object.assign(state, createAccounts(accountSetups(state.options), state.random));
  state.settings = initialSettings(state.options);
  state.requests = createLog();
  state.exchanges = createExchanges();
  state.faults = createFaults();
  state.clock.restore();
  announce(state);
}

/** Empty accounts as they were set up. */
export function createAccounts(
  setups: readonly AccountSetup[],
  random: Randomness,
): Pick<State, 'account' | 'accounts'> {
  const accounts = setups.map(({ name }) => createAccount(name, random));
  return {
    account: accounts[0] as Account,
    accounts: new Map(accounts.map((account) => [account.name, account])),
  };
}

function createAccount(name: string, random: Randomness): Account {
  return {
    name,
    id: derivedId('ac', `${name} ${random.bytes('account', 20).toString('hex')}`),
    store: createStore(),
    events: createLog(),
    deliveries: createLog(),
    traffic: [],
    pending: new Map(),
    recent: [],
  };
}
