/** Whom an endpoint admits, by the account or by a synthesized configuration. */
import { readAccount } from '../../account/read-account';
import type { ConfiguredResource } from '../../model/inventory';
import type { PolicyRule } from '../../model/ip/policy';
import { type AccessEndpoint, type EndpointAccess, evaluateAccess } from '../../model/traffic-policy/evaluate/access';
import type { PolicyRequest } from '../../model/traffic-policy/evaluate/request';
import { hasPlaceholder, readPolicyTemplate, replacePlaceholders } from '../../model/traffic-policy/terraform-template';
import type { SynthesizedStack } from '../../terraform/configuration/configuration';
import type { CommandClient } from '../command-client';
import { CliError, EXIT } from '../context';
import { findConfiguredPolicy } from './configured';
import { parseRule } from './policy';

/** Evaluates a request by the endpoints and rules of the account. Agents' policies are not known to the account. */
export async function evaluateRemoteAccess(
  { client }: CommandClient,
  url: string,
  request: PolicyRequest,
  signal: AbortSignal,
): Promise<EndpointAccess> {
  const account = await readAccount(client, { kinds: ['cloud_endpoint', 'ip_policy_rule'], call: { signal } });
  const failed = account.kinds.find(({ failure }) => failure);
  if (failed?.failure)
    throw new CliError(`Cannot read all endpoints and rules: ${failed.failure.message}`, EXIT.incomplete);
  const list = (kind: string) => account.kinds.find((listing) => listing.kind === kind)?.objects ?? [];
  const endpoints = list('cloud_endpoint').map(
    ({ values }): AccessEndpoint => ({ url: String(values['url']), policy: String(values['traffic_policy']) }),
  );
  const rules = list('ip_policy_rule');
  const ipPolicy = (id: string): readonly PolicyRule[] =>
    rules
      .filter(({ values }) => values['ip_policy_id'] === id)
      .flatMap((rule) => parseRule(rule.id, rule.values['cidr'], rule.values) ?? []);
  // Agents have endpoints too.
  return evaluateAccess({ endpoints, ipPolicy, isIncomplete: true }, url, request);
}

/** Separates stack and expression in a placeholder. */
const SEPARATOR = ' ';

/** Evaluates a request by the synthesized stacks. Values that are known after apply are unknown. */
export function evaluateConfiguredAccess(
  stacks: readonly SynthesizedStack[],
  url: string,
  request: PolicyRequest,
): EndpointAccess {
  const endpoints = stacks.flatMap((stack) =>
    stack.resources
      .filter(({ type }) => type === 'netingress_cloud_endpoint')
      .map(({ values }): AccessEndpoint => {
        const policy = readPolicyTemplate(String(values['traffic_policy']));
        const text = replacePlaceholders(policy, (expression) => resolveExpression(stack, expression));
        return { url: resolveTemplate(stack, String(values['url'])), policy: text };
      }),
  );
  const ipPolicy = (id: string): readonly PolicyRule[] | undefined => {
    const [stack = '', expression = ''] = id.slice(1, -1).split(SEPARATOR);
    const address = /^((?:data\.)?netingress_ip_policy\.[\w-]+)\.id$/.exec(expression)?.[1];
    const found =
      hasPlaceholder(id) && address !== undefined ? findConfiguredPolicy(stacks, stack, address) : undefined;
    return found && found.unknown.length === 0 ? found.rules : undefined;
  };
  return evaluateAccess({ endpoints, ipPolicy, isIncomplete: true }, url, request);
}

/** A literal attribute of the same stack, or a placeholder with the stack and the expression. */
function resolveExpression(stack: SynthesizedStack, expression: string): { readonly literal: string } | string {
  const literal = findLiteral(stack.resources, expression);
  return literal === undefined ? `${stack.name}${SEPARATOR}${expression}` : { literal };
}

function resolveTemplate(stack: SynthesizedStack, text: string): string {
  return text.replace(
    /\$\{([^}]+)\}/g,
    (whole, expression: string) => findLiteral(stack.resources, expression) ?? whole,
  );
}

function findLiteral(resources: readonly ConfiguredResource[], expression: string): string | undefined {
  const [, address, attribute = ''] = /^(netingress_[\w-]+\.[\w-]+)\.(\w+)$/.exec(expression.trim()) ?? [];
  const value = resources.find((resource) => resource.address === address)?.values[attribute];
  return typeof value === 'string' && !value.includes('${') ? value : undefined;
}
