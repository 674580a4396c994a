import { getKind } from '../../../model/kinds';
import { PROFILES, type Profile } from '../../../model/profiles';
import { createIdGenerator, deriveId } from '../../crypto/ids';
import { createSeededRandom, type SeededRandom } from '../../crypto/random';
import { openFolder } from '../../events/delivery-folder';
import { createEntryLog } from '../../events/log';
import { notifyWatchers } from '../../events/watchers';
import { createClock, parseTime } from './clock';
import { createSettings, type EmulatorOptions } from './options';
import { clearPrevious, createStore, put, type StoredObject } from './store';
import type { Account, State } from './types';

export function createState(options: EmulatorOptions): State {
  const clock =
    typeof options.clock === 'object'
      ? createClock(options.clock)
      : createClock({ now: () => Date.now() }, options.clock === undefined ? null : parseTime(options.clock));
  const random = createSeededRandom(options.seed);
  const configs = resolveAccounts(options);
  const profile = PROFILES[options.profile ?? 'spec'];
  return {
    options,
    profile,
    clock,
    ids: createIdGenerator(random.bytes('identifiers', 10)),
    random,
    ...createAccounts(configs, random, profile),
    accountNameByKey: mapKeysToAccounts(configs),
    settings: createSettings(options),
    changeQueue: Promise.resolve(),
    deliveryFolder: options.eventFolder === undefined ? undefined : openFolder(options.eventFolder),
    watchers: new Set(),
    authority: undefined,
    save: undefined,
  };
}

/** The position of the ids remains, so that none is used again, and so does a seed of a loaded snapshot. */
export function resetState(state: State): void {
  Object.assign(state, createAccounts(resolveAccounts(state.options), state.random, state.profile));
  state.settings = createSettings(state.options);
  state.clock.restore();
  notifyWatchers(state.watchers);
}

export function createAccounts(
  configs: readonly AccountConfig[],
  random: SeededRandom,
  profile: Profile,
): Pick<State, 'account' | 'accounts'> {
  const accounts = configs.map(({ name }) => createAccount(name, random, profile));
  return {
    account: accounts[0] as Account,
    accounts: new Map(accounts.map((account) => [account.name, account])),
  };
}

function createAccount(name: string, random: SeededRandom, profile: Profile): Account {
  const id = deriveId('ac', `${name} ${random.bytes('account', 20).toString('hex')}`);
  const store = createStore();
  if (profile.devDomain !== undefined) put(store, createDevDomain(id, profile.devDomain));
  clearPrevious(store);
  return {
    name,
    id,
    store,
    events: createEntryLog(),
    deliveries: createEntryLog(),
    traffic: [],
    scheduled: new Map(),
  };
}

/** The domain that the service creates with an account. Its id sorts before those that the emulator generates. */
function createDevDomain(accountId: string, parent: string): StoredObject {
  const kind = getKind('domain');
  const label = accountId.slice(-12).toLowerCase();
  // Chosen, and not the time of the clock: before every object of a clock that is set to the present.
  const createdAt = Date.UTC(2020, 0, 1);
  return {
    kind,
    id: `${kind.idPrefix}_${label.padStart(27, '0')}`,
    createdAt,
    updatedAt: createdAt,
    values: { domain: `dev-${label}.${parent}` },
    service: { is_dev: true },
  };
}

interface AccountConfig {
  readonly name: string;
  readonly apiKeys: readonly string[] | undefined;
}

const DEFAULT_ACCOUNT = 'default';

export function resolveAccounts({ accounts, apiKeys }: EmulatorOptions): readonly AccountConfig[] {
  if (!accounts && !apiKeys) return [{ name: DEFAULT_ACCOUNT, apiKeys: undefined }];
  if (accounts && apiKeys)
    throw new Error('Both accounts and apiKeys are set; expected one of them. Set the apiKeys of each account.');
  const configs = accounts ?? [{ name: DEFAULT_ACCOUNT, apiKeys: apiKeys ?? [] }];
  if (configs.length === 0)
    throw new Error('accounts is empty; expected at least one account. Add one, or omit accounts.');
  rejectDuplicates(
    'account name',
    configs.map(({ name }) => name),
  );
  rejectDuplicates(
    'API key',
    configs.flatMap((config) => config.apiKeys),
  );
  for (const { name, apiKeys: keys } of configs) {
    if (keys.length === 0) throw new Error(`The account '${name}' has no API key; expected at least one.`);
  }
  return configs;
}

function mapKeysToAccounts(configs: readonly AccountConfig[]): ReadonlyMap<string, string> | undefined {
  if (configs.some(({ apiKeys }) => apiKeys === undefined)) return undefined;
  return new Map(configs.flatMap(({ name, apiKeys = [] }) => apiKeys.map((key) => [key, name] as const)));
}

/** The error does not contain the value, which may be an API key. */
function rejectDuplicates(what: string, values: readonly string[]): void {
  if (values.includes('')) throw new Error(`An ${what} is empty; expected a non-empty string.`);
  if (new Set(values).size < values.length) throw new Error(`An ${what} is duplicated; expected each once.`);
}
