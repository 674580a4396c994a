import type { Kind } from '../../../model/kind';
import type { Profile } from '../../../model/profiles';
import type { CertificateAuthority } from '../../crypto/certificate-authority';
import type { IdGenerator } from '../../crypto/ids';
import type { SeededRandom } from '../../crypto/random';
import type { DeliveryFolder } from '../../events/delivery-folder';
import type { Delivery, ServiceEvent } from '../../events/event';
import type { EntryLog } from '../../events/log';
import type { TrafficRun } from '../../events/traffic';
import type { AdjustableClock } from './clock';
import type { EmulatorOptions, Settings } from './options';
import type { Store } from './store';

export interface Account {
  readonly name: string;
  readonly id: string;
  readonly store: Store;
  readonly events: EntryLog<ServiceEvent>;
  readonly deliveries: EntryLog<Delivery>;
  traffic: readonly TrafficRun[];
  /** The kinds of the objects that may have changes by the clock, by id. */
  readonly scheduled: Map<string, Kind>;
}

/** Members without `readonly` are replaced; the accounts, clock, ids, delivery folder and watchers change within. */
export interface State {
  readonly options: EmulatorOptions;
  readonly profile: Profile;
  readonly clock: AdjustableClock;
  readonly ids: IdGenerator;
  /** Replaced only by a snapshot with another seed. */
  random: SeededRandom;
  /** The first account, the default of the controls. */
  account: Account;
  /** The accounts by name, in the order of the options. */
  accounts: ReadonlyMap<string, Account>;
  /** Undefined if the only account accepts any key. */
  readonly accountNameByKey: ReadonlyMap<string, string> | undefined;
  settings: Settings;
  /** Settles after the last queued change; changes run one after the other. */
  changeQueue: Promise<unknown>;
  readonly deliveryFolder: DeliveryFolder | undefined;
  /** Functions to call at the next event, reset or restore, which removes them. */
  readonly watchers: Set<() => void>;
  authority: Promise<CertificateAuthority> | undefined;
  /** Writes the state file; undefined without one. Responses to changes wait for it. */
  save: (() => Promise<void>) | undefined;
}
