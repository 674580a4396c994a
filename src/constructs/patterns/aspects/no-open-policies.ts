import type { IAspect, TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { familiesOpenToAll } from '../../../model/ip/allowed-ranges';
import { policyOf, readRules, ruleResources } from '../access/collect-rules';
import { addOnce } from '../shared/warn-at-synth';
import { type AspectExceptions, isExcepted } from './aspect-filter';

/**
 * Refuses IP policies that everybody passes: `Aspects.of(stack).add(new NoOpenPolicies())`. A policy whose allow rules
 * together match every IPv4 or every IPv6 address fails the synthesis, also if the rules stand apart or are split into
 * parts, and also if deny rules take some out. Rules that only Terraform knows are not seen.
 */
export class NoOpenPolicies implements IAspect {
  readonly #props: AspectExceptions;
  /** Where the aspect was added: everything below was judged with it. */
  readonly #judged = new WeakSet<IConstruct>();

  constructor(props: AspectExceptions = {}) {
    this.#props = props;
  }

  /** Called by the core for every construct, the one that the aspect was added to first. */
  visit(node: IConstruct): void {
    const { scope } = node.node;
    if (scope && this.#judged.has(scope)) {
      this.#judged.add(node);
      return;
    }
    this.#judged.add(node);
    for (const resources of byPolicy(ruleResources(node).filter((each) => !isExcepted(each, this.#props))))
      judge(resources);
  }
}

/** Resources that make rules of one policy together; those of a policy that cannot be told stay alone. */
function byPolicy(resources: readonly TerraformResource[]): readonly (readonly TerraformResource[])[] {
  const groups = new Map<string, TerraformResource[]>();
  const repetitions: unknown[] = [undefined];
  for (const resource of resources) {
    const { text, instances } = policyOf(resource) ?? { text: resource.node.path };
    if (!repetitions.includes(instances)) repetitions.push(instances);
    const key = JSON.stringify([resource.cdktfStack.node.path, text, repetitions.indexOf(instances)]);
    const group = groups.get(key);
    if (group) group.push(resource);
    else groups.set(key, [resource]);
  }
  return [...groups.values()];
}

function judge(resources: readonly TerraformResource[]): void {
  const open = familiesOpenToAll(resources.flatMap((resource) => readRules(resource).rules));
  const [first] = resources;
  if (open.length === 0 || !first) return;
  const families = open.map((family) => (family === 'ipv4' ? 'IPv4' : 'IPv6')).join(' and ');
  addOnce(
    first,
    'error',
    `the rules of the policy allow every ${families} address, expected only networks that are known`,
  );
}
