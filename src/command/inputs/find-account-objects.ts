import { findKindOfId } from '../../model/kinds';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import type { CliContext } from '../context';
import type { Inputs } from './load-inputs';

/**
 * Objects of `account_object` that identify the account of this command. A provider configuration with its own settings
 * may be for another account, and references and variables have no value here.
 */
export function findAccountObjects(
  { env }: CliContext,
  { stacks }: Inputs,
): { readonly fromConfiguration: readonly string[]; readonly isBound: boolean } {
  const literals = stacks
    .flatMap(({ providers }) => providers)
    .filter(({ alias, base_url: url, api_key: key }) => (alias ?? url ?? key) === undefined)
    .flatMap(({ account_object: id }) => (typeof id === 'string' && findKindOfId(id) ? [id] : []));
  // The client of the command has checked the one of the environment.
  return {
    fromConfiguration: [...new Set(literals)],
    isBound: literals.length > 0 || (env[PROVIDER_ATTRIBUTES.account_object.env] ?? '') !== '',
  };
}
