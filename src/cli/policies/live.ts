import { readAccount } from '../../account/read-account';
import type { AccountObject } from '../../model/inventory';
import { CliError, EXIT } from '../cli-error';
import type { Connection } from '../connect';
import { exactlyOne, type FoundPolicy, nonEmptyString, parseRule } from './policy';

/**
 * Finds policies of the account by identifier or exact description. Throws a {@link CliError} for a name without exactly
 * one policy, and if the lists cannot be read.
 */
export async function findLivePolicies(
  { client }: Connection,
  names: readonly string[],
  signal: AbortSignal,
): Promise<FoundPolicy[]> {
  const account = await readAccount(client, { kinds: ['ip_policy', 'ip_policy_rule'], call: { signal } });
  const failed = account.kinds.find(({ failure }) => failure);
  if (failed?.failure) throw new CliError(`Cannot read all rules: ${failed.failure.message}`, EXIT.incomplete);
  const list = (kind: string): readonly AccountObject[] =>
    account.kinds.find((listing) => listing.kind === kind)?.objects ?? [];
  return names.map((name) => {
    const found = list('ip_policy').filter(({ id, values }) => id === name || values['description'] === name);
    const policy = exactlyOne(name, found, ({ id }) => id);
    const rules = list('ip_policy_rule')
      .filter(({ values }) => values['ip_policy_id'] === policy.id)
      .map(({ id, values }) => ({ id, rule: parseRule(id, values['cidr'], values) }));
    return {
      location: policy.id,
      name: nonEmptyString(policy.values['description']),
      rules: rules.flatMap(({ rule }) => rule ?? []),
      unknown: rules.flatMap(({ id, rule }) => (rule ? [] : [id])),
    };
  });
}
