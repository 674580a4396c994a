/** IP policies with their rules, as they are at the service or as the synthesized configuration declares them. */
import { readAccount } from '../client/read-account';
import type { AccountObject, DeclaredObject } from '../model/estate';
import { isJsonObject, type Json } from '../model/json';
import { type Cidr, parseCidr } from '../model/rules/cidr';
import type { PolicyRule } from '../model/rules/policy';
import { CliError, EXIT } from './cli-error';
import type { Connection } from './connect';

/** One rule, and how to find it. */
export interface PlacedRule extends PolicyRule {
  /** Identifier of the rule, or address of the resource that declares it. */
  readonly place: string;
  readonly description: string | null;
}

/** One policy. */
export interface Policy {
  /** Identifier at the service, or address in the configuration. */
  readonly place: string;
  /** What people call it, null if nothing tells. */
  readonly name: string | null;
  readonly rules: readonly PlacedRule[];
  /** Rules, or sets of them, that cannot be read, or not before Terraform does: nothing is guessed about them. */
  readonly unknown: readonly string[];
}

/** Finds policies by identifier or exact description at the service; throws a {@link CliError} for one that is not there once. */
export async function findLivePolicies(
  { client }: Connection,
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<Policy[]> {
  const account = await readAccount(client, { kinds: ['ip_policy', 'ip_policy_rule'], call: { signal } });
  const failed = account.kinds.find(({ failure }) => failure);
  if (failed?.failure)
    throw new CliError(`The rules could not all be read. ${failed.failure.message}`, EXIT.incomplete);
  const objectsOf = (kind: string): readonly AccountObject[] =>
    account.kinds.find((reading) => reading.kind === kind)?.objects ?? [];
  return wanted.map((name) => {
    const found = objectsOf('ip_policy').filter(({ id, values }) => id === name || values['description'] === name);
    const { id, values } = theOnly(name, found, ({ id: place }) => place);
    const rules = objectsOf('ip_policy_rule')
      .filter((rule) => rule.values['ip_policy_id'] === id)
      .map((rule) => ({ id: rule.id, read: placedRule(rule.id, rule.values['cidr'], rule.values) }));
    return {
      place: id,
      name: textOf(values['description']),
      rules: rules.flatMap(({ read }) => read ?? []),
      unknown: rules.flatMap(({ id: ruleId, read }) => (read ? [] : [ruleId])),
    };
  });
}

/**
 * Finds policies in what is declared: by address, name, construct path or its last step, description, or, for a policy
 * that is declared elsewhere, by the identifier that rules name. Throws a {@link CliError} for one that is not there once.
 */
export function findDeclaredPolicies(declared: readonly DeclaredObject[], wanted: readonly string[]): Policy[] {
  return wanted.map((name) => {
    if (/^ipp_[A-Za-z0-9]+$/.test(name))
      return declaredPolicy(declared, { place: name, name: null, is: (id) => id === name });
    const found = declared.filter((object) => object.type === 'netingress_ip_policy' && isCalled(object, name));
    const policy = theOnly(name, found, ({ stack, address }) => `${address} in ${stack}`);
    const reference = new RegExp(`^\\$\\{${policy.address.replaceAll('.', '\\.')}\\.id\\}$`);
    return declaredPolicy(
      declared.filter(({ stack }) => stack === policy.stack),
      {
        place: policy.address,
        name: textOf(policy.values['description']),
        is: (id) => typeof id === 'string' && reference.test(id),
      },
    );
  });
}

function isCalled({ address, name, path, values }: DeclaredObject, wanted: string): boolean {
  return [address, name, path, path?.split('/').at(-1), values['description']].includes(wanted);
}

interface Sought {
  readonly place: string;
  readonly name: string | null;
  readonly is: (policyId: Json | undefined) => boolean;
}

function declaredPolicy(declared: readonly DeclaredObject[], { place, name, is }: Sought): Policy {
  const rules: PlacedRule[] = [];
  const unknown: string[] = [];
  for (const object of declared) {
    const { type, address, values, repeated } = object;
    if (type !== 'netingress_ip_policy_rule' && type !== 'netingress_ip_policy_rules') continue;
    const policyId = values['ip_policy_id'];
    // An expression other than one resource's id could be any policy's.
    if (!is(policyId) && !isUnresolved(policyId)) continue;
    const read = repeated || !is(policyId) ? undefined : rulesOf(object);
    if (read) rules.push(...read);
    else unknown.push(address);
  }
  return { place, name, rules, unknown };
}

/** The rules that a resource declares; undefined as soon as anything in it is only known later. */
function rulesOf({ type, address, values }: DeclaredObject): PlacedRule[] | undefined {
  if (type === 'netingress_ip_policy_rule') {
    const rule = placedRule(address, values['cidr'], values);
    return rule && [rule];
  }
  const { rules } = values;
  if (!isJsonObject(rules)) return undefined;
  const read = Object.entries(rules)
    .filter(([, rule]) => rule !== null)
    .map(([cidr, rule]) => placedRule(address, cidr, isJsonObject(rule) ? rule : {}));
  return read.every((rule) => rule !== undefined) ? read : undefined;
}

function placedRule(
  place: string,
  cidr: Json | undefined,
  { action, description }: { readonly [name: string]: Json | undefined },
): PlacedRule | undefined {
  const network: Cidr | undefined = readCidr(cidr);
  if (!network || (action !== 'allow' && action !== 'deny')) return undefined;
  return { cidr: network, action, place, description: textOf(description) };
}

function readCidr(text: Json | undefined): Cidr | undefined {
  const parsed = typeof text === 'string' ? parseCidr(text) : undefined;
  return parsed && !('problem' in parsed) ? parsed : undefined;
}

/** Whether the value is an expression that is not the id of one resource. */
function isUnresolved(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('${') && !/^\$\{netingress_ip_policy\.[\w-]+\.id\}$/.test(value);
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function theOnly<Item>(name: string, found: readonly Item[], placeOf: (item: Item) => string): Item {
  const [only, second] = found;
  if (only !== undefined && second === undefined) return only;
  const places = found.map((item) => `  ${placeOf(item)}`).join('\n');
  throw new CliError(
    only === undefined
      ? `There is no IP policy '${name}': expected its identifier (ipp_…), its whole description, or, with --app, its address or construct.`
      : `There are ${found.length} IP policies '${name}'; give one of these in its place:\n${places}`,
  );
}
