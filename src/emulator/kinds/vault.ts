import type { JsonObject } from '../../model/json';
import { toPrincipal } from '../events/audit';
import type { RequestContext } from '../objects/request-context';
import { type StoredObject, tryFind } from '../objects/store';
import type { KindHooks } from './kind-hooks';

export const vaultHooks: KindHooks = {
  computeService: (context, _pending, before) => authors(context, before),
};

/** No response contains the value, not even as null. Its authors are references without a URI. */
export const secretHooks: KindHooks = {
  computeService: (context, _pending, before) => authors(context, before),
  render({ account }, { values, service }, { value: _never, ...body }) {
    const vault = tryFind(account.store, 'vault', String(values['vault_id']));
    return {
      ...body,
      vault_name: vault?.values['name'] ?? null,
      created_by: { id: service['created_by'] ?? null, uri: '' },
      last_updated_by: { id: service['last_updated_by'] ?? null, uri: '' },
    };
  },
};

function authors({ caller, origin, account }: RequestContext, before: StoredObject | undefined): JsonObject {
  const { id } = toPrincipal(caller, origin, account.id);
  return { created_by: before?.service['created_by'] ?? id, last_updated_by: id };
}
