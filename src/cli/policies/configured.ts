import type { ConfiguredResource } from '../../model/inventory';
import { isJsonObject, type Json } from '../../model/json';
import { isObjectId } from '../../model/kind';
import { ipPolicy } from '../../model/resources/ip-policy';
import { parseSteps } from '../../terraform/configuration/address';
import type { SynthesizedStack } from '../../terraform/configuration/configuration';
import { findOutput } from '../../terraform/configuration/resolve';
import { CliError } from '../context';
import { type FoundPolicy, type LocatedRule, nonEmptyString, parseRule, theOnlyPolicy } from './policy';

/**
 * Finds policies in the synthesized folder `appFolder`, with the rules of all stacks. A query is an address, a resource
 * name, a construct path or its last step, or a description. An id finds an imported policy, or rules that
 * contain it.
 */
export function findConfiguredPolicies(
  stacks: readonly SynthesizedStack[],
  queries: readonly string[],
  appFolder: string,
): FoundPolicy[] {
  return queries.map((query) => {
    const isId = isObjectId(ipPolicy, query);
    const found = stacks.flatMap((stack) => findPolicies(stack, query));
    if (!isId || found.length > 0)
      return readPolicy(
        stacks,
        theOnlyPolicy(
          query,
          found,
          ({ stack, address }) => `${address} in ${stack}`,
          'an address, a construct path or its last step, or a complete description',
        ),
      );
    const selector: PolicySelector = { id: query, description: null };
    if (findRuleResources(selector, stacks).some(({ match }) => match === 'yes')) return readPolicy(stacks, selector);
    throw new CliError(
      `No rule in ${appFolder} refers to ${query}. Give the policy's address, construct path or description, or omit --app.`,
    );
  });
}

/** Returns the policy at an address of a stack, with the rules of all stacks. */
export function findConfiguredPolicy(
  stacks: readonly SynthesizedStack[],
  stackName: string,
  address: string,
): FoundPolicy | undefined {
  const stack = stacks.find(({ name }) => name === stackName);
  const [selector] = stack ? findPolicies(stack, address) : [];
  return selector && readPolicy(stacks, selector);
}

interface PolicySelector {
  readonly stack?: string;
  readonly address?: string;
  readonly id?: string | undefined;
  readonly description: string | null;
}

/** An id finds import blocks, which may exist before Terraform has generated their resources. */
function findPolicies({ name: stack, resources, imports }: SynthesizedStack, query: string): PolicySelector[] {
  const named = resources.filter((resource) => matchesQuery(resource, query)).map(({ address }) => address);
  const imported = imports.filter(({ id }) => id === query).map(({ to }) => to);
  const addresses = [...named, ...imported].filter((address) => address.startsWith('netingress_ip_policy.'));
  return [...new Set(addresses)].map((address) => ({
    stack,
    address,
    id: imports.find(({ to }) => to === address)?.id,
    description: nonEmptyString(resources.find((resource) => resource.address === address)?.values['description']),
  }));
}

function matchesQuery({ address, name, path, values }: ConfiguredResource, query: string): boolean {
  return [address, name, path, path?.split('/').at(-1), values['description']].includes(query);
}

function readPolicy(stacks: readonly SynthesizedStack[], selector: PolicySelector): FoundPolicy {
  const parts = findRuleResources(selector, stacks).map(({ match, resource, location }) => ({
    location,
    rules: match === 'yes' && !resource.repetition ? readRules(resource, location) : undefined,
  }));
  return {
    location: selector.address ?? selector.id ?? '',
    description: selector.description,
    rules: parts.flatMap(({ rules }) => rules ?? []),
    unknown: parts.flatMap(({ location, rules }) => (rules ? [] : [location])),
  };
}

interface RuleResource {
  readonly resource: ConfiguredResource;
  readonly match: Match;
  /** Address of the resource, with its stack if the policy is in another stack. */
  readonly location: string;
}

function findRuleResources(selector: PolicySelector, stacks: readonly SynthesizedStack[]): RuleResource[] {
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

const MAX_OUTPUT_DEPTH = 10;

type Match = 'yes' | 'no' | 'maybe';

/** Whether a value is the id of the policy. An expression other than one object's id may be any id. */
function matchPolicyId(
  selector: PolicySelector,
  value: Json | undefined,
  stack: string,
  stacks: readonly SynthesizedStack[],
  depth = 0,
): Match {
  if (typeof value !== 'string') return 'no';
  if (!value.includes('${')) return value === selector.id ? 'yes' : 'no';
  const address = /^\$\{((?:data\.)?netingress_ip_policy\.[\w-]+)\.id\}$/.exec(value)?.[1];
  if (address?.startsWith('data.')) return matchDataSource(selector, address, stack, stacks);
  if (address !== undefined) return address === selector.address && stack === selector.stack ? 'yes' : 'no';
  const output = findOutput(stacks, stack, parseSteps(value.slice(2, -1)) ?? []);
  if (typeof output?.value !== 'string' || output.path.length > 0 || depth === MAX_OUTPUT_DEPTH) return 'maybe';
  return matchPolicyId(selector, output.value, output.stack, stacks, depth + 1);
}

function matchDataSource(
  selector: PolicySelector,
  address: string,
  stack: string,
  stacks: readonly SynthesizedStack[],
): Match {
  const dataSources = stacks.find(({ name }) => name === stack)?.dataSources ?? [];
  const { id = null, description = null } =
    dataSources.find((dataSource) => dataSource.address === address)?.values ?? {};
  if (isLiteral(id)) return id === selector.id ? 'yes' : 'no';
  if (id !== null || !isLiteral(description) || !isLiteral(selector.description)) return 'maybe';
  return description === selector.description ? 'yes' : 'no';
}

function isLiteral(value: Json): value is string {
  return typeof value === 'string' && !value.includes('${');
}

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
