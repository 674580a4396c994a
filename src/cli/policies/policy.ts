import { readAccount } from '../../account/read-account';
import type { AccountObject } from '../../model/inventory';
import { parseCidr } from '../../model/ip/cidr';
import type { PolicyRule } from '../../model/ip/policy';
import type { Json } from '../../model/json';
import type { CommandClient } from '../command-client';
import { CliError, EXIT } from '../context';

export interface LocatedRule extends PolicyRule {
  /** Id of the rule, or address of the resource that configures it. */
  readonly location: string;
  readonly description: string | null;
}

export interface FoundPolicy {
  /** Id at the service, or address in the configuration. */
  readonly location: string;
  readonly description: string | null;
  readonly rules: readonly LocatedRule[];
  /** Locations of rules that cannot be read, or are known only after apply. */
  readonly unknown: readonly string[];
}

export function parseRule(
  location: string,
  cidr: Json | undefined,
  { action, description }: { readonly [name: string]: Json | undefined },
): LocatedRule | undefined {
  const network = typeof cidr === 'string' ? parseCidr(cidr) : undefined;
  if (!network || 'problem' in network || (action !== 'allow' && action !== 'deny')) return undefined;
  return { cidr: network, action, location, description: nonEmptyString(description) };
}

export function nonEmptyString(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the policy that was found. Throws without one, and for several. `expected` names the forms of `wanted`. */
export function theOnlyPolicy<Item>(
  wanted: string,
  found: readonly Item[],
  locate: (item: Item) => string,
  expected = 'an id (ipp_…) or a complete description',
): Item {
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const locations = found.map((item) => `  ${locate(item)}`).join('\n');
  throw new CliError(
    first === undefined
      ? `No IP policy '${wanted}' found; expected ${expected}.`
      : `${found.length} IP policies are named '${wanted}'. Give one of these instead:\n${locations}`,
  );
}

export async function findRemotePolicies(
  { client }: CommandClient,
  idsOrDescriptions: readonly string[],
  signal: AbortSignal,
): Promise<FoundPolicy[]> {
  const account = await readAccount(client, { kinds: ['ip_policy', 'ip_policy_rule'], call: { signal } });
  const failed = account.kinds.find(({ failure }) => failure);
  if (failed?.failure) throw new CliError(`Cannot read all rules: ${failed.failure.message}`, EXIT.incomplete);
  const list = (kind: string): readonly AccountObject[] =>
    account.kinds.find((listing) => listing.kind === kind)?.objects ?? [];
  return idsOrDescriptions.map((idOrDescription) => {
    const found = list('ip_policy').filter(({ id, values }) => [id, values['description']].includes(idOrDescription));
    const policy = theOnlyPolicy(idOrDescription, found, ({ id }) => id);
    const rules = list('ip_policy_rule')
      .filter(({ values }) => values['ip_policy_id'] === policy.id)
      .map(({ id, values }) => ({ id, rule: parseRule(id, values['cidr'], values) }));
    return {
      location: policy.id,
      description: nonEmptyString(policy.values['description']),
      rules: rules.flatMap(({ rule }) => rule ?? []),
      unknown: rules.flatMap(({ id, rule }) => (rule ? [] : [id])),
    };
  });
}
