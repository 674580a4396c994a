/** Everything that an emulator holds, as data. */
import type { Kind } from '../model/kind';
import { PROFILES, type Profile } from '../model/profiles';
import type { CertificateAuthority } from './certificate-authority';
import { type Clock, systemClock } from './clock';
import { announce } from './delivery/announce';
import type { Delivery } from './delivery/delivery';
import { type DeliveryFolder, openFolder } from './delivery/files';
import type { ServiceEvent } from './event';
import { createIds, type Ids } from './ids';
import { createLog, type Log, type LoggedRequest } from './log';
import type { EmulatorOptions } from './options';
import { initialSettings, type Settings } from './settings';
import { createStore, type Store } from './store';
import type { TrafficRun } from './traffic/run';

/** What a reset throws away. An operation keeps the account it began with, so a reset cannot mix two of them. */
export interface Account {
  readonly store: Store;
  readonly events: Log<ServiceEvent>;
  /** What subscriptions delivered. */
  readonly deliveries: Log<Delivery>;
  /** Traffic that was asked for and whose time has not come. */
  traffic: readonly TrafficRun[];
  /** Objects that time may still change, with their kinds, by identifier. */
  readonly pending: Map<string, Kind>;
}

/** One emulator. The members that change are those without `readonly`. */
export interface State {
  readonly options: EmulatorOptions;
  readonly profile: Profile;
  readonly clock: Clock;
  readonly ids: Ids;
  /** `ac_...`, in every audit event. */
  readonly accountId: string;
  /** What the controls ask for when the emulator listens on another host than loopback. */
  readonly controlToken: string;
  account: Account;
  settings: Settings;
  requests: Log<LoggedRequest>;
  /** Times of the requests in the rate limit's window, oldest first. */
  recent: number[];
  /** Settles when the last change that was begun is done: changes happen one after the other. */
  changes: Promise<unknown>;
  /** Where destinations are files; undefined while they are not. */
  readonly deliver: DeliveryFolder | undefined;
  /** Who waits for events. */
  readonly watchers: Set<() => void>;
  /** Made when the first certificate is asked for. */
  authority: Promise<CertificateAuthority> | undefined;
}

/** The state of an emulator that has just started. */
export function createState(options: EmulatorOptions): State {
  const clock = options.clock ?? systemClock;
  const ids = createIds();
  return {
    options,
    profile: PROFILES[options.profile ?? 'spec'],
    clock,
    ids,
    accountId: ids.next('ac', clock.now()),
    controlToken: ids.next('control', clock.now()),
    account: createAccount(),
    settings: initialSettings(options),
    requests: createLog(),
    recent: [],
    changes: Promise.resolve(),
    deliver: options.deliver === undefined ? undefined : openFolder(options.deliver),
    watchers: new Set(),
    authority: undefined,
  };
}

/** Back to the start: no objects, events or requests, settings as given. Identifiers are not used again. */
export function resetState(state: State): void {
  state.account = createAccount();
  state.settings = initialSettings(state.options);
  state.requests = createLog();
  state.recent = [];
  announce(state);
}

function createAccount(): Account {
  return { store: createStore(), events: createLog(), deliveries: createLog(), traffic: [], pending: new Map() };
}
