import { getKind } from '../../model/kinds';
import type { Caller } from '../service/state/caller';
import { Refusal } from '../service/state/refusal';
import { tryFind } from '../service/state/store';
import type { Account, State } from '../service/state/types';
import type { HttpRequest } from './http';

export interface Authentication {
  readonly caller: Caller;
  readonly account: Account;
}

export function authenticate(state: State, { headers }: HttpRequest): Authentication {
  const header = headers['authorization'];
  if (!header) {
    throw new Refusal(403, 200, 'The request has no Authorization header; send Authorization: Bearer <API key>.');
  }
  const [, scheme, credential = ''] = /^(Bearer|Basic)(?: +(.*))?$/i.exec(header.trim()) ?? [];
  if (!scheme) {
    throw new Refusal(403, 201, 'The Authorization header cannot be parsed; send Authorization: Bearer <API key>.');
  }
  const token = scheme.toLowerCase() === 'bearer' ? /^\S+$/.exec(credential)?.[0] : undefined;
  if (!token) {
    throw new Refusal(403, 202, 'The Authorization header holds no API key; send Authorization: Bearer <API key>.');
  }
  if (findTokenOwner(state, 'tunnel_credential', token)) {
    throw new Refusal(403, 206, 'The token is that of a tunnel credential, which agents use; use an API key.');
  }
  const key = findTokenOwner(state, 'api_key', token);
  const account = key?.account ?? findAccountByKey(state, token);
  if (!account) throw new Refusal(403, 203, 'The API key is well-formed but not valid; use a key of this account.');
  return { caller: { token, keyId: key?.id }, account };
}

/**
 * A token is the id of its object without prefix, `_` and a secret: as that of an API key, `2ab..._x` can only be the
 * token of `ak_2ab...`.
 */
function findTokenOwner(state: State, kindName: string, token: string): { id: string; account: Account } | undefined {
  const idPart = /^([0-9A-Za-z]{27})_/.exec(token)?.[1];
  if (idPart === undefined) return undefined;
  const id = `${getKind(kindName).idPrefix}_${idPart}`;
  for (const account of state.accounts.values()) {
    if (tryFind(account.store, kindName, id)?.service['token'] === token) return { id, account };
  }
  return undefined;
}

function findAccountByKey({ accountNameByKey: keys, account, accounts }: State, key: string): Account | undefined {
  return keys ? accounts.get(keys.get(key) ?? '') : account;
}
