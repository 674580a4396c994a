import { parseOutputReference, resolveOutput, type StackOutputs } from '../../graph/build/cross-stack-outputs';
import type { ConfiguredResource } from '../../model/inventory';
import { isJsonObject, type Json } from '../../model/json';
import { isObjectId } from '../../model/kind';
import { ipPolicy } from '../../model/resources/ip-policy';
import { CliError } from '../cli-error';
import { exactlyOne, type FoundPolicy, type LocatedRule, nonEmptyString, parseRule } from './policy';

/** The configuration of one stack. */
export interface ConfiguredPolicies extends StackOutputs {
  readonly resources: readonly ConfiguredResource[];
  readonly data?: readonly ConfiguredResource[];
  readonly imports?: readonly { readonly to: string; readonly id: string }[];
}

/**
 * Finds policies in the configuration `app`, with the rules of all stacks. A name is an address, a resource name, a
 * construct path or its last step, or a description. An identifier finds an imported policy, or rules that contain it.
 * Throws a {@link CliError} for a name without exactly one policy.
 */
export function findConfiguredPolicies(
  stacks: readonly ConfiguredPolicies[],
  names: readonly string[],
  app: string,
): FoundPolicy[] {
  return names.map((name) => {
    const isId = isObjectId(ipPolicy, name);
    const found = stacks.flatMap((stack) => (isId ? findImported(stack, name) : findByName(stack, name)));
    if (!isId || found.length > 0)
      return readPolicy(
        stacks,
        exactlyOne(name, found, ({ stack, address }) => `${address} in ${stack}`),
      );
    const selector: PolicySelector = { id: name, name: null };
    if (findRuleResources(selector, stacks).some(({ match }) => match === 'yes')) return readPolicy(stacks, selector);
    throw new CliError(
      `No rule in ${app} refers to ${name}. Give the policy's address, construct path or description, or omit --app.`,
    );
  });
}

/** Identifies a policy by its resource, its identifier, or both. */
interface PolicySelector {
  readonly stack?: string;
  readonly address?: string;
  readonly id?: string | undefined;
  readonly name: string | null;
}

function findByName({ name: stack, resources, imports = [] }: ConfiguredPolicies, name: string): PolicySelector[] {
  const found = resources.filter((each) => each.type === 'netingress_ip_policy' && matchesName(each, name));
  return found.map(({ address, values }) => ({
    stack,
    address,
    id: imports.find(({ to }) => to === address)?.id,
    name: nonEmptyString(values['description']),
  }));
}

/** An import block may exist before Terraform has generated its resource. */
function findImported({ name: stack, resources, imports = [] }: ConfiguredPolicies, id: string): PolicySelector[] {
  const found = imports.filter((each) => each.id === id && each.to.startsWith('netingress_ip_policy.'));
  return found.map(({ to: address }) => {
    const values = resources.find((each) => each.address === address)?.values;
    return { stack, address, id, name: nonEmptyString(values?.['description']) };
  });
}

function matchesName({ address, name, path, values }: ConfiguredResource, wanted: string): boolean {
  return [address, name, path, path?.split('/').at(-1), values['description']].includes(wanted);
}

function readPolicy(stacks: readonly ConfiguredPolicies[], selector: PolicySelector): FoundPolicy {
  const parts = findRuleResources(selector, stacks).map(({ match, resource, location }) => ({
    location,
    rules: match === 'yes' && !resource.repeated ? readRules(resource, location) : undefined,
  }));
  return {
    location: selector.address ?? selector.id ?? '',
    name: selector.name,
    rules: parts.flatMap(({ rules }) => rules ?? []),
    unknown: parts.flatMap(({ location, rules }) => (rules ? [] : [location])),
  };
}

interface RuleResource {
  readonly resource: ConfiguredResource;
  /** Whether the rules belong to the policy. */
  readonly match: Match;
  /** Address of the resource, with its stack if the policy is in another stack. */
  readonly location: string;
}

/** Returns the resources of all stacks whose rules belong, or may belong, to the policy. */
function findRuleResources(selector: PolicySelector, stacks: readonly ConfiguredPolicies[]): RuleResource[] {
  return stacks.flatMap(({ name: stack, resources }) =>
    resources
      .filter(({ type }) => type === 'netingress_ip_policy_rule' || type === 'netingress_ip_policy_rules')
      .map(
        (resource): RuleResource => ({
          resource,
          match: matchPolicyId(selector, resource.values['ip_policy_id'], stack, stacks),
          location: [undefined, stack].includes(selector.stack) ? resource.address : `${resource.address} in ${stack}`,
        }),
      )
      .filter(({ match }) => match !== 'no'),
  );
}

/** Longest chain of outputs that is followed. */
const MAX_OUTPUT_DEPTH = 10;

type Match = 'yes' | 'no' | 'maybe';

/** Whether a value is the identifier of the policy. An expression other than one object's id may be any identifier. */
function matchPolicyId(
  selector: PolicySelector,
  value: Json | undefined,
  stack: string,
  stacks: readonly ConfiguredPolicies[],
  depth = 0,
): Match {
  if (typeof value !== 'string') return 'no';
  if (!value.includes('${')) return value === selector.id ? 'yes' : 'no';
  const address = /^\$\{((?:data\.)?netingress_ip_policy\.[\w-]+)\.id\}$/.exec(value)?.[1];
  if (address?.startsWith('data.')) return matchDataSource(selector, address, stack, stacks);
  if (address !== undefined) return address === selector.address && stack === selector.stack ? 'yes' : 'no';
  const reference = parseOutputReference(value);
  const output = reference && resolveOutput(reference, stacks);
  if (!output?.certain || typeof output.value !== 'string' || depth === MAX_OUTPUT_DEPTH) return 'maybe';
  return matchPolicyId(selector, output.value, output.stack, stacks, depth + 1);
}

/** Whether a data source finds the policy by a literal identifier or description. */
function matchDataSource(
  selector: PolicySelector,
  address: string,
  stack: string,
  stacks: readonly ConfiguredPolicies[],
): Match {
  const data = stacks.find(({ name }) => name === stack)?.data ?? [];
  const { id = null, description = null } = data.find((each) => each.address === address)?.values ?? {};
  if (isLiteral(id)) return id === selector.id ? 'yes' : 'no';
  if (id !== null || !isLiteral(description) || !isLiteral(selector.name)) return 'maybe';
  return description === selector.name ? 'yes' : 'no';
}

function isLiteral(value: Json): value is string {
  return typeof value === 'string' && !value.includes('${');
}

/** Returns the rules of a resource, or undefined if a part of them is known only after apply. */
function readRules({ type, values }: ConfiguredResource, location: string): LocatedRule[] | undefined {
  if (type === 'netingress_ip_policy_rule') {
    const rule = parseRule(location, values['cidr'], values);
    return rule && [rule];
  }
  const { rules } = values;
  if (!isJsonObject(rules)) return undefined;
  const parsed = Object.entries(rules)
    .filter(([, rule]) => rule !== null)
    .map(([cidr, rule]) => parseRule(location, cidr, isJsonObject(rule) ? rule : {}));
  return parsed.every((rule) => rule !== undefined) ? parsed : undefined;
}
