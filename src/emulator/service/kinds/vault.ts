import type { Json, JsonObject } from '../../../values/json';
import { toPrincipal } from '../state/caller';
import { Refusal } from '../state/refusal';
import type { RequestContext } from '../state/request-context';
import { newestFirst, type StoredObject, tryFind } from '../state/store';
import type { KindHooks } from './kind-hooks';

export const vaultHooks: KindHooks = {
  computeService: (context, _pending, before) => authors(context, before),
};

/** No response contains the value, not even as null. */
export const secretHooks: KindHooks = {
  /** The vault is named by its id or by its name; the vendor's clients send the other as `""`. */
  resolveAlias({ account }, { vault_name: name, vault_id: id, ...body }) {
    if (!isNamed(name)) {
      if (isNamed(id)) return { ...body, vault_id: id };
      throw new Refusal(400, 24008, 'Neither vault_id nor vault_name is set; expected one of them.');
    }
    const vault = [...newestFirst(account.store, 'vault')].find(({ values }) => values['name'] === name);
    if (!vault) throw new Refusal(400, 24009, `There is no vault with the name ${JSON.stringify(name)}.`);
    if (!isNamed(id) || id === vault.id) return { ...body, vault_id: vault.id };
    const problem = `vault_id is ${JSON.stringify(id)}, but the vault with the name ${JSON.stringify(name)} is ${vault.id}.`;
    throw new Refusal(400, 24009, problem);
  },
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

function isNamed(value: Json | undefined): value is Json {
  return value !== undefined && value !== '';
}

function authors({ caller, origin, account }: RequestContext, before: StoredObject | undefined): JsonObject {
  const { id } = toPrincipal(caller, origin, account.id);
  return { created_by: before?.service['created_by'] ?? id, last_updated_by: id };
}
