import { findKindOfId } from '../../model/kinds';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import type { CliContext } from '../context';
import type { Inputs } from './load-inputs';

/**
 * Objects of `account_object` that identify the account of this command: `fromConfiguration` has the literals of
 * provider blocks. A block with an alias, a URL or a key may be for another account, and references and variables have
 * no value here. `isBound`: a block or the environment names such an object.
 */
export function findAccountObjects(
  { env }: CliContext,
  { stacks }: Inputs,
): { readonly fromConfiguration: readonly string[]; readonly isBound: boolean } {
  const literals = stacks
    .flatMap(({ providers }) => providers)
    .filter(({ alias, base_url: url, api_key: key }) => (alias ?? url ?? key ?? null) === null)
    .flatMap(({ account_object: id }) => (typeof id === 'string' && findKindOfId(id) ? [id] : []));
  // The client of the command has checked the one of the environment.
  return {
    fromConfiguration: [...new Set(literals)],
    isBound: literals.length > 0 || (env[PROVIDER_ATTRIBUTES.account_object.env] ?? '') !== '',
  };
}
