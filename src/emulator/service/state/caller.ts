import { deriveId, PERSON_ID_PREFIX } from '../../crypto/ids';
import type { Principal } from '../../events/event';

/** The client of an API key, or the user that a control request names. */
export type Caller =
  | {
      readonly token: string;
      /** Id of the API key object; undefined for a key from the options. */
      readonly keyId: string | undefined;
    }
  | { readonly id: string; readonly subject: string; readonly source: 'Dashboard' | 'API' };

/**
 * The principal of each API key is the one user of the account, also if the `owner_id` of the key is another, and each
 * key is a credential. The credential of a key that is not an object of this emulator is derived from the key.
 */
export function toPrincipal(caller: Caller, origin: string, accountId: string): Principal {
  if ('token' in caller) {
    const credential = toCredential(caller.keyId ?? deriveId('ak', caller.token), origin);
    return { id: deriveId(PERSON_ID_PREFIX, accountId), subject: 'owner@example.com', source: 'API', credential };
  }
  const { id, subject, source } = caller;
  return { id, subject, source, credential: source === 'API' ? toCredential(deriveId('ak', id), origin) : null };
}

function toCredential(id: string, origin: string): { id: string; uri: string } {
  return { id, uri: `${origin}/api_keys/${id}` };
}
