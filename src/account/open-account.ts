import { createClient } from '../client';
import type { CallOptions, ServiceClient } from '../client/api';
import type { AccountInventory } from '../model/inventory';
import { findKindOfId, kindsIn } from '../model/kinds';
import { isKindIn } from '../model/profiles/kind-in';
import type { SettingsSource } from '../model/provider-config';
import type { CompleteSettings } from '../model/provider-settings';
import { endpoint } from '../model/resources/sessions';
import { OtherAccountError } from './identity';
import { confirmObject, readAccount } from './read-account';

export interface ReadAccountResult {
  readonly inventory: AccountInventory;
  /** Requests that were sent, including retries. */
  readonly requests: number;
  /** The service's time in milliseconds at the end; this machine's without a `Date` header. */
  readonly now: number;
}

/**
 * Lists the kinds of the profile, and the endpoints that are online if the profile has them. Rejects as
 * {@link readAccount}, if the settings are invalid, or if the first list shows that the service cannot be reached or
 * refuses the API key (401). Any other failure of a list is in the inventory. With `accountObject` it first calls
 * {@link expectAccountObject}, and rejects as that does.
 */
export async function openAccount(
  { profile, accountObject, ...settings }: CompleteSettings,
  { signal, settingsSource }: { readonly signal: AbortSignal; readonly settingsSource: SettingsSource },
): Promise<ReadAccountResult> {
  let requests = 0;
  const client = createClient({
    ...settings,
    profile: profile.name,
    settingsSource,
    onEvent: ({ type }) => {
      if (type === 'sent') requests += 1;
    },
  });
  try {
    if (accountObject !== undefined) await expectAccountObject(client, accountObject, { signal });
    const kinds = [...kindsIn(profile), ...[endpoint].filter((kind) => isKindIn(kind, profile))].map(
      ({ name }) => name,
    );
    const [first = '', ...others] = kinds;
    const probe = await readAccount(client, { kinds: [first], call: { signal } });
    const failure = probe.kinds[0]?.failure;
    if (failure?.reason === 'unreachable' || failure?.status === 401) throw new Error(failure.message);
    const rest = await readAccount(client, { kinds: others, call: { signal } });
    return {
      inventory: { kinds: [...probe.kinds, ...rest.kinds] },
      requests,
      now: client.serviceTime(),
    };
  } finally {
    await client.close();
  }
}

/** Rejects with an {@link OtherAccountError} if the account does not have it, with another error if that is not known. */
export async function expectAccountObject(client: ServiceClient, id: string, call?: CallOptions): Promise<void> {
  const kind = findKindOfId(id);
  if (!kind) throw new Error(`account_object '${id}' was not validated`);
  const read = await confirmObject(client, kind.name, id, call);
  if ('gone' in read) throw new OtherAccountError(`the account at ${client.baseUrl} has no ${kind.title} ${id}`);
  if ('failure' in read) throw new Error(read.failure.message);
}
