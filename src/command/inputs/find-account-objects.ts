import { findKindOfId } from '../../model/kinds';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import type { CliContext } from '../context';
import type { Inputs } from './load-inputs';

/**
 * `fromConfiguration` has the ids that provider blocks set as `account_object`. It has neither the id of a block with
 * an alias, a URL or a key, which may be for another account, nor an expression, whose value is not known here.
 * `isBound`: a block or the environment names an object of the account. The one of the environment is not returned,
 * because `withCommandClient` checks it.
 */
export function findAccountObjects(
  { env }: CliContext,
  { stacks }: Inputs,
): { readonly fromConfiguration: readonly string[]; readonly isBound: boolean } {
  const literals = stacks
    .flatMap(({ providers }) => providers)
    .filter(({ alias, base_url: url, api_key: key }) => (alias ?? url ?? key ?? null) === null)
    .flatMap(({ account_object: id }) => (typeof id === 'string' && findKindOfId(id) ? [id] : []));
  return {
    fromConfiguration: [...new Set(literals)],
    isBound: literals.length > 0 || (env[PROVIDER_ATTRIBUTES.account_object.env] ?? '') !== '',
  };
}
