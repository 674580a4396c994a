import { type TerraformResource, TerraformStack, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { NetworkRule } from '../../../model/ip/aggregate-rules';
import { parseCidr } from '../../../model/ip/cidr';
import { UNKNOWN } from '../../../values/cty-value';
import { IpPolicy, IpPolicyRule, IpPolicyRules, type IpPolicyRulesRule } from '../../generated';
import { groupByReference, isSameObject, type ReferenceGroup, toObjectReference } from '../../object-reference';
import { isOverriddenOrIgnored, isRepeated } from '../../overrides';
import { getAddress, readResourceInput } from '../../read-resource';
import { isProps } from '../../render';
import { isResolvedString, resolveKnown, resolveString, resolveValue } from '../../tokens';
import type { IIpPolicy } from '../shared/references';

export interface CollectedRule extends NetworkRule {
  /** Path of the construct that declares it. */
  readonly path: string;
}

export interface RuleSetEntry {
  /** One CIDR range, or a token for one range or for a list of ranges. */
  readonly networks: string | readonly string[];
  /** Whether `networks` contains neither a token nor a Terraform template. */
  readonly isKnown: boolean;
  readonly rule: IpPolicyRulesRule;
}

export interface CollectedRules {
  readonly policy: IIpPolicy;
  /** Rule resources that certainly belong to the policy. */
  readonly resources: readonly TerraformResource[];
  /**
   * Rule resources whose policy may be this one, in the stack that creates it: their `ip_policy_id` is an expression,
   * such as a conditional or `each.value`.
   */
  readonly possibleResources: readonly TerraformResource[];
  /**
   * The rules that are known at synth, of `resources` that certainly create each of them. If one of `resources` is an
   * `IpPolicyRules`, the allow rules of `IpPolicyRule` are left out.
   */
  readonly rules: readonly CollectedRule[];
  /**
   * Whether the service may have rules of the policy that the app does not declare. True if the app does not create the
   * policy, or imports it without an `IpPolicyRules` (that has no `count` or `forEach`), which deletes undeclared
   * rules.
   */
  readonly mayHaveUndeclared: boolean;
  /** Whether `rules` is the complete list, so that no rule is known only after apply. */
  readonly isComplete: boolean;
}

/**
 * Collects the rules of each policy from the whole app. A resource belongs to a policy if both have the same id,
 * by reference or as a literal. Rules with an invalid network are left out, because their resource reports them.
 */
export function collectRules(policies: readonly IIpPolicy[]): CollectedRules[] {
  const [first] = policies;
  const groups = first ? groupByReference(findRuleResources(first.node.root), getPolicyId) : [];
  return policies.map((policy) => {
    const target = toObjectReference(policy, policy.id);
    const resources = groups
      .filter(({ reference }) => reference !== undefined && target !== undefined && isSameObject(reference, target))
      .flatMap((group) => group.resources);
    const created = findPolicyResource(policy);
    const possibleResources = created
      ? groups.filter((group) => mayReferTo(group, created)).flatMap((group) => group.resources)
      : [];
    const mayHaveUndeclared = mayHaveUndeclaredRules(policy, resources);
    const isComplete =
      !mayHaveUndeclared &&
      possibleResources.length === 0 &&
      resources.every((resource) => readRules(resource).isComplete);
    return { policy, resources, possibleResources, rules: findLastingRules(resources), mayHaveUndeclared, isComplete };
  });
}

/**
 * An `IpPolicyRules` deletes the rules of other resources, which validation reports. Their allow rules are ignored
 * here; their deny rules count, because they are effective until then.
 */
function findLastingRules(resources: readonly TerraformResource[]): CollectedRule[] {
  const hasSet = resources.some(IpPolicyRules.isIpPolicyRules);
  return resources.flatMap((resource) => {
    const { rules, isCertain } = readRules(resource);
    if (!isCertain) return [];
    return hasSet && !IpPolicyRules.isIpPolicyRules(resource) ? rules.filter(({ action }) => action === 'deny') : rules;
  });
}

/** `${netingress_ip_policy.office.id}`, also `${var.policy_id}`. */
const PLAIN_REFERENCE = /^\$\{[\w-]+(\.[\w-]+)+\}$/;

/**
 * Whether the policy of the resources may be this one: their id is neither a literal nor a plain reference, or it has a
 * value for each instance; and some argument refers to the policy, such as `for_each` with an iterator's values. An
 * argument that refers to it by way of a local is not recognized.
 */
function mayReferTo({ reference, resources }: ReferenceGroup, policy: IpPolicy): boolean {
  if (resources[0]?.cdktfStack !== TerraformStack.of(policy)) return false;
  if (reference && !reference.repetition) {
    if (isResolvedString(reference.expression) || PLAIN_REFERENCE.test(reference.expression)) return false;
  }
  const address = `${getAddress(policy)}.`;
  return resources.some((resource) => JSON.stringify(resolveValue(resource, resource.toTerraform())).includes(address));
}

/** See {@link CollectedRules.mayHaveUndeclared}. `resources` are those of the policy, if they are already collected. */
export function mayHaveUndeclaredRules(policy: IIpPolicy, resources?: readonly TerraformResource[]): boolean {
  const created = findPolicyResource(policy);
  if (!created) return true;
  if (created.toMetadata()['imports'] === undefined) return false;
  const declaring = resources ?? collectRules([policy]).flatMap((collected) => collected.resources);
  return !declaring.some((resource) => IpPolicyRules.isIpPolicyRules(resource) && !isRepeated(resource));
}

function findPolicyResource(policy: IIpPolicy): IpPolicy | undefined {
  const id = resolveString(policy, policy.id);
  // The policy may be a pattern that contains the resource.
  return policy.node
    .findAll()
    .filter(IpPolicy.isIpPolicy)
    .find((created) => resolveString(created, created.id) === id);
}

export function findRuleResources(scope: IConstruct): TerraformResource[] {
  return scope.node.findAll().filter((resource): resource is IpPolicyRule | IpPolicyRules => {
    return IpPolicyRule.isIpPolicyRule(resource) || IpPolicyRules.isIpPolicyRules(resource);
  });
}

export function getPolicyId(resource: TerraformResource): unknown {
  return readResourceInput(resource, 'ip_policy_id');
}

/** The resources of other stacks whose rules neither synthesis nor Terraform in this stack can evaluate. */
export function findUnknownRules(
  { resources, possibleResources, mayHaveUndeclared }: CollectedRules,
  stack: TerraformStack,
): TerraformResource[] {
  // A data source reads all rules of such a policy, with those of other stacks.
  if (mayHaveUndeclared) return [];
  const unknown = resources.filter((resource) => !readRules(resource).isComplete);
  return [...unknown, ...possibleResources].filter((resource) => TerraformStack.of(resource) !== stack);
}

export interface ResourceRules {
  /** The valid rules whose network and action are known at synth, also if the resource is not `isCertain`. */
  readonly rules: readonly CollectedRule[];
  /**
   * Whether the resource creates each rule once: no `count`, `forEach`, override or `ignoreChanges` decides about it.
   */
  readonly isCertain: boolean;
  /** Whether `rules` is the complete list of what the resource creates. */
  readonly isComplete: boolean;
}

const DECISIVE_ARGUMENTS = ['cidr', 'action', 'rules', 'ip_policy_id', 'count', 'for_each'];

export function readRules(resource: TerraformResource): ResourceRules {
  const { entries, isPartial } = readEntries(resource);
  const rules = entries.flatMap(([network, action]) => toDeclaredRule(network, action, resource));
  const isKnown = entries.every((entry) => entry.every((value) => resolveKnown(value) !== UNKNOWN));
  const isCertain = !isRepeated(resource) && !isOverriddenOrIgnored(resource, DECISIVE_ARGUMENTS);
  return { rules, isCertain, isComplete: isKnown && !isPartial && isCertain };
}

function readEntries(resource: TerraformResource): {
  readonly entries: readonly (readonly [network: unknown, action: unknown])[];
  readonly isPartial: boolean;
} {
  if (IpPolicyRule.isIpPolicyRule(resource)) {
    return { entries: [[resource.cidrInput, resource.actionInput]], isPartial: false };
  }
  const set = readRuleSet(resource as IpPolicyRules);
  return {
    ...set,
    entries: set.entries.map((entry) => [entry.isKnown ? entry.networks : UNKNOWN, entry.rule.action]),
  };
}

function toDeclaredRule(network: unknown, action: unknown, { node }: TerraformResource): CollectedRule[] {
  if (typeof network !== 'string' || resolveKnown(network) === UNKNOWN) return [];
  if (action !== 'allow' && action !== 'deny') return [];
  const cidr = parseCidr(network);
  return 'problem' in cidr ? [] : [{ cidr, action, path: node.path }];
}

export interface RuleSetContents {
  readonly entries: readonly RuleSetEntry[];
  /** Whether there may be more elements, because `rules` or some of its elements are tokens, or invalid. */
  readonly isPartial: boolean;
}

/** Reads the current rules of a rule set. Null elements are left out, because they declare no rule. */
export function readRuleSet(set: IpPolicyRules & { readonly entries?: readonly RuleSetEntry[] }): RuleSetContents {
  // The set of an allow list knows the networks behind the expression that it renders.
  if (set.entries) return { entries: set.entries, isPartial: false };
  const rules: unknown = set.rulesInput;
  if (!isProps(rules) || Tokenization.isResolvable(rules)) return { entries: [], isPartial: true };
  const elements = Object.entries(rules).filter(([, rule]) => rule !== null && rule !== undefined);
  const readable = elements.filter(([, rule]) => isProps(rule) && !Tokenization.isResolvable(rule));
  return {
    entries: readable.map(([networks, rule]) => {
      return { networks, isKnown: isResolvedString(networks), rule: rule as unknown as IpPolicyRulesRule };
    }),
    isPartial: readable.length < elements.length,
  };
}

export function formatNetworks(set: IpPolicyRules, { networks, isKnown }: RuleSetEntry): string {
  const resolved = isKnown ? networks : resolveValue(set, networks);
  return Array.isArray(resolved) ? resolved.join(', ') : String(resolved);
}
