import type { IAspect, TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { groupByReference, isSameObject } from '../../object-reference';
import { addAnnotationOnce } from '../../validation/warn-at-synth';
import { findRuleResources, getPolicyId, readRules } from '../access/collect-rules';
import { formatOpenFamilies } from '../access/evaluate-rules';
import { type AspectExclusions, isExcluded } from './aspect-filter';

/**
 * Fails the synthesis for each IP policy that allows every IPv4 or every IPv6 address:
 * `Aspects.of(stack).add(new NoOpenPolicies())`. All allow rules of a policy in the scope count together; deny rules do
 * not count. Rules that are known after apply are not checked. `exclude` is for rules, rule sets and constructs that
 * contain them: to exclude an `IpPolicy` does not exclude its rules, unless it is their scope.
 */
export class NoOpenPolicies implements IAspect {
  /**
   * The visited constructs. One without a visited parent is a scope of the aspect, and checked with all its children.
   */
  readonly #visited = new WeakSet<IConstruct>();

  constructor(private readonly props: AspectExclusions = {}) {}

  /** Called by CDKTF for every construct, parents first. */
  visit(node: IConstruct): void {
    const { scope } = node.node;
    const isChild = scope !== undefined && this.#visited.has(scope);
    this.#visited.add(node);
    if (isChild) return;
    const resources = findRuleResources(node).filter((resource) => !isExcluded(resource, this.props));
    for (const ofPolicy of groupByPolicy(resources)) rejectOpenPolicy(ofPolicy);
  }
}

/**
 * A resource whose policy is not known, as with `each.value` in the id, forms a group of its own. A policy whose rules
 * are in several stacks is returned once for each stack, with all of its resources in the same order, so that its error
 * is added once.
 */
function groupByPolicy(resources: readonly TerraformResource[]): readonly (readonly TerraformResource[])[] {
  const groups = groupByReference(resources, getPolicyId);
  return groups.flatMap(({ reference, resources: ofReference }) => {
    if (!reference) return ofReference.map((resource) => [resource]);
    const samePolicy = groups.filter((other) => other.reference && isSameObject(other.reference, reference));
    return [samePolicy.flatMap((group) => group.resources)];
  });
}

function rejectOpenPolicy(resources: readonly TerraformResource[]): void {
  const open = formatOpenFamilies(resources.flatMap((resource) => readRules(resource).rules));
  const [first] = resources;
  if (open === undefined || !first) return;
  const message = `The rules of the policy allow every ${open} address; expected only known networks.`;
  addAnnotationOnce(first, 'error', message);
}
