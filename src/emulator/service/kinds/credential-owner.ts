import type { JsonObject } from '../../../values/json';
import { deriveId, PERSON_ID_PREFIX } from '../../crypto/ids';
import { toPrincipal } from '../state/caller';
import { Refusal } from '../state/refusal';
import { type StoredObject, tryFind } from '../state/store';
import type { Account } from '../state/types';
import type { KindHooks } from './kind-hooks';

/**
 * Adds the owner in the profile with service users (`ngrok`): by default the caller. An e-mail address becomes an id
 * that is derived from it. Refuses an inactive owner.
 */
export function withOwner(hooks: KindHooks): KindHooks {
  return {
    ...hooks,
    fillDefaults(context, received) {
      const { state, account, caller, origin } = context;
      const values = hooks.fillDefaults?.(context, received) ?? received;
      if (state.profile.name !== 'ngrok') return values;
      const sent = values['owner_id'] as string | undefined;
      const owner = sent ?? toPrincipal(caller, origin, account.id).id;
      return { ...values, owner_id: owner.includes('@') ? deriveId(PERSON_ID_PREFIX, owner) : owner };
    },
    validate(context, values) {
      hooks.validate?.(context, values);
      const owner = findServiceUser(context.account, values['owner_id']);
      if (owner?.values['active'] === false) {
        throw new Refusal(400, 636, `The owner ${owner.id} is inactive; expected an active service user.`);
      }
    },
  };
}

function findServiceUser({ store }: Account, id: JsonObject[string]): StoredObject | undefined {
  return typeof id === 'string' ? tryFind(store, 'service_user', id) : undefined;
}
