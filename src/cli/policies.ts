/** IP policies with their rules, as they are at the service or as the synthesized configuration declares them. */
import { readAccount } from '../account/read-account';
import { findOutput, outputOf, type WithOutputs } from '../graph/build/cross-stack-outputs';
import type { AccountObject, ConfiguredResource } from '../model/inventory';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import type { PolicyRule } from '../model/ip/policy';
import { isJsonObject, type Json } from '../model/json';
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

/** What is declared in one stack. */
export interface DeclaredRules extends WithOutputs {
  readonly resources: readonly ConfiguredResource[];
  readonly data?: readonly ConfiguredResource[];
  readonly imports?: readonly { readonly to: string; readonly id: string }[];
}

/**
 * Finds policies in what `app` declares: by address, name, construct path or its last step, description, or by the
 * identifier that a policy is imported by or, for one that is declared elsewhere, that rules name. Rules are those of all
 * stacks. Throws a {@link CliError} for a policy that is not there once.
 */
export function findDeclaredPolicies(
  stacks: readonly DeclaredRules[],
  wanted: readonly string[],
  app: string,
): Policy[] {
  return wanted.map((name) => {
    const byId = /^ipp_[A-Za-z0-9]+$/.test(name);
    const found = stacks.flatMap((stack) => (byId ? importedPolicies(stack, name) : calledPolicies(stack, name)));
    if (!byId || found.length > 0)
      return declaredPolicy(
        stacks,
        theOnly(name, found, ({ stack, address }) => `${address} in ${stack}`),
      );
    const elsewhere: Sought = { id: name, name: null };
    if (rulesFor(elsewhere, stacks).some(({ is }) => is === 'yes')) return declaredPolicy(stacks, elsewhere);
    throw new CliError(
      `No rule in ${app} names ${name}; give the policy's address, construct or description, or ask without --app.`,
    );
  });
}

/** A policy by its resource, its identifier, or both. */
interface Sought {
  readonly stack?: string;
  readonly address?: string;
  readonly id?: string | undefined;
  readonly name: string | null;
}

function calledPolicies({ name: stack, resources, imports = [] }: DeclaredRules, wanted: string): Sought[] {
  const found = resources.filter((each) => each.type === 'netingress_ip_policy' && isCalled(each, wanted));
  return found.map(({ address, values }) => {
    return { stack, address, id: imports.find(({ to }) => to === address)?.id, name: textOf(values['description']) };
  });
}

/** Of a resource that Terraform has yet to write there is nothing but the import. */
function importedPolicies({ name: stack, resources, imports = [] }: DeclaredRules, id: string): Sought[] {
  const found = imports.filter((each) => each.id === id && each.to.startsWith('netingress_ip_policy.'));
  return found.map(({ to: address }) => {
    const values = resources.find((each) => each.address === address)?.values;
    return { stack, address, id, name: textOf(values?.['description']) };
  });
}

function isCalled({ address, name, path, values }: ConfiguredResource, wanted: string): boolean {
  return [address, name, path, path?.split('/').at(-1), values['description']].includes(wanted);
}

function declaredPolicy(stacks: readonly DeclaredRules[], sought: Sought): Policy {
  const parts = rulesFor(sought, stacks).map(({ is, object, place }) => {
    return { place, rules: is === 'yes' && !object.repeated ? rulesOf(object, place) : undefined };
  });
  return {
    place: sought.address ?? sought.id ?? '',
    name: sought.name,
    rules: parts.flatMap(({ rules }) => rules ?? []),
    unknown: parts.flatMap(({ place, rules }) => (rules ? [] : [place])),
  };
}

/** A resource that declares rules. */
interface RuleResource {
  readonly object: ConfiguredResource;
  /** Whether they are the policy's. */
  readonly is: IsPolicy;
  /** Its address, with the stack if that is another one than the policy's. */
  readonly place: string;
}

/** The resources of all stacks whose rules are, or may be, the policy's. */
function rulesFor(sought: Sought, stacks: readonly DeclaredRules[]): RuleResource[] {
  return stacks.flatMap(({ name: stack, resources }) =>
    resources
      .filter(({ type }) => type === 'netingress_ip_policy_rule' || type === 'netingress_ip_policy_rules')
      .map(
        (object): RuleResource => ({
          object,
          is: isPolicy(sought, object.values['ip_policy_id'], stack, stacks),
          place: [undefined, stack].includes(sought.stack) ? object.address : `${object.address} in ${stack}`,
        }),
      )
      .filter(({ is }) => is !== 'no'),
  );
}

/** The longest chain of outputs of outputs that is followed; stacks cannot refer to each other in a circle. */
const LONGEST_CHAIN = 10;

type IsPolicy = 'yes' | 'no' | 'perhaps';

/** Whether a value is the policy's identifier; an expression other than one object's id could be any policy's. */
function isPolicy(
  sought: Sought,
  value: Json | undefined,
  stack: string,
  stacks: readonly DeclaredRules[],
  depth = 0,
): IsPolicy {
  if (typeof value !== 'string') return 'no';
  if (!value.includes('${')) return value === sought.id ? 'yes' : 'no';
  const address = /^\$\{((?:data\.)?netingress_ip_policy\.[\w-]+)\.id\}$/.exec(value)?.[1];
  if (address?.startsWith('data.')) return isLookedUp(sought, address, stack, stacks);
  if (address !== undefined) return address === sought.address && stack === sought.stack ? 'yes' : 'no';
  const named = outputOf(value);
  const output = named && findOutput(named, stacks);
  if (!output?.certain || typeof output.value !== 'string' || depth === LONGEST_CHAIN) return 'perhaps';
  return isPolicy(sought, output.value, output.stack, stacks, depth + 1);
}

/** Whether a data source finds the policy: by identifier, or by description as far as both are written out. */
function isLookedUp(sought: Sought, address: string, stack: string, stacks: readonly DeclaredRules[]): IsPolicy {
  const data = stacks.find(({ name }) => name === stack)?.data ?? [];
  const { id = null, description = null } = data.find((each) => each.address === address)?.values ?? {};
  if (isWritten(id)) return id === sought.id ? 'yes' : 'no';
  if (id !== null || !isWritten(description) || !isWritten(sought.name)) return 'perhaps';
  return description === sought.name ? 'yes' : 'no';
}

function isWritten(value: Json): value is string {
  return typeof value === 'string' && !value.includes('${');
}

/** The rules that a resource declares; undefined as soon as anything in it is only known later. */
function rulesOf({ type, values }: ConfiguredResource, place: string): PlacedRule[] | undefined {
  if (type === 'netingress_ip_policy_rule') {
    const rule = placedRule(place, values['cidr'], values);
    return rule && [rule];
  }
  const { rules } = values;
  if (!isJsonObject(rules)) return undefined;
  const read = Object.entries(rules)
    .filter(([, rule]) => rule !== null)
    .map(([cidr, rule]) => placedRule(place, cidr, isJsonObject(rule) ? rule : {}));
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
