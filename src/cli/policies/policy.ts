import { type Cidr, parseCidr } from '../../model/ip/cidr';
import type { PolicyRule } from '../../model/ip/policy';
import type { Json } from '../../model/json';
import { CliError } from '../cli-error';

export interface LocatedRule extends PolicyRule {
  /** Identifier of the rule, or address of the resource that configures it. */
  readonly location: string;
  readonly description: string | null;
}

export interface FoundPolicy {
  /** Identifier at the service, or address in the configuration. */
  readonly location: string;
  readonly name: string | null;
  readonly rules: readonly LocatedRule[];
  /** Locations of rules that cannot be read, or are known only after apply. */
  readonly unknown: readonly string[];
}

/** Returns the rule, or undefined if its CIDR or action is not a valid literal. */
export function parseRule(
  location: string,
  cidr: Json | undefined,
  { action, description }: { readonly [name: string]: Json | undefined },
): LocatedRule | undefined {
  const network: Cidr | undefined = parseLiteralCidr(cidr);
  if (!network || (action !== 'allow' && action !== 'deny')) return undefined;
  return { cidr: network, action, location, description: nonEmptyString(description) };
}

function parseLiteralCidr(value: Json | undefined): Cidr | undefined {
  const parsed = typeof value === 'string' ? parseCidr(value) : undefined;
  return parsed && !('problem' in parsed) ? parsed : undefined;
}

export function nonEmptyString(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the only policy that was found for a name. Throws a {@link CliError} if there is none, or several. */
export function exactlyOne<Item>(name: string, found: readonly Item[], locate: (item: Item) => string): Item {
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const locations = found.map((item) => `  ${locate(item)}`).join('\n');
  throw new CliError(
    first === undefined
      ? `No IP policy '${name}' found; expected an identifier (ipp_…), a complete description or, with --app, an address or construct path.`
      : `${found.length} IP policies are named '${name}'. Give one of these instead:\n${locations}`,
  );
}
