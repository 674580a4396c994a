import { Aspects, type TerraformStack } from 'cdktf';
import { SecurityPolicies } from '../../src';
import { annotationsOf } from '../support/constructs/annotations';

/** A finding as `<policy> <name of the resource>`. */
type FindingText = string;

/** Adds the aspect to the stack, and returns its findings, sorted and each once. */
export function judgeByAspect(
  stack: TerraformStack,
  props?: ConstructorParameters<typeof SecurityPolicies>[0],
): FindingText[] {
  Aspects.of(stack).add(new SecurityPolicies(props));
  return [...new Set([...annotationsOf(stack, 'error'), ...annotationsOf(stack, 'warn')].map(toFinding))].sort();
}

/** Other messages end with their policy: `… [no_grant]`. */
const OWN_MESSAGES = [
  ['no_open_network', /^The rules of the policy allow every /],
  ['description', /^description: is not set|have no description/],
] as const;

function toFinding(annotation: string): FindingText {
  const [, path = '', message = ''] = /^(\S+): (.*)$/s.exec(annotation) ?? [];
  const policy = /\[(\w+)\]$/.exec(message)?.[1] ?? OWN_MESSAGES.find(([, pattern]) => pattern.test(message))?.[0];
  if (policy === undefined) throw new Error(`${annotation} belongs to no policy`);
  return `${policy} ${path.split('/').at(-1)}`;
}
