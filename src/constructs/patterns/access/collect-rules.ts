/** The rules that an app declares for policies, wherever in it they stand. */
import { type TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { parseCidr } from '../../../model/ip/cidr';
import type { PolicyRule } from '../../../model/ip/policy';
import { IpPolicy, IpPolicyRule, IpPolicyRules } from '../../generated';
import {
  groupByName,
  instancesOf,
  isSameObject,
  type NamedGroup,
  type ObjectName,
  objectName,
  resolvedOf,
  textOf,
} from '../../object-reference';
import { isResolvedString, resolveKnown, UNKNOWN } from '../../tokens';
import type { IIpPolicy } from '../shared/interfaces';
import { contentsOf } from './rule-set-contents';

/** A rule that is known at synth, and the construct that declares it. */
export interface DeclaredRule extends PolicyRule {
  readonly path: string;
}

/** What the app says about the rules of one policy. */
export interface DeclaredRules {
  /** The resources that make rules, of any stack of the app. */
  readonly resources: readonly TerraformResource[];
  /** More such resources, each of which may name this policy or another one: Terraform alone knows. */
  readonly perhaps: readonly TerraformResource[];
  /** Rules that are certainly there once the app is deployed. */
  readonly rules: readonly DeclaredRule[];
  /**
   * Whether the service may hold rules that the app does not declare: it does not make the policy, or takes it over without
   * a set of rules, which removes what it does not declare.
   */
  readonly mayHaveOthers: boolean;
  /** Whether the rules are all of them, and nothing is left for Terraform to know. */
  readonly isComplete: boolean;
}

/**
 * The rules that the whole app declares for each of the policies: `IpPolicyRule` and `IpPolicyRules` with its identifier,
 * by reference, or as the same text. Rules with an invalid network are left out; they are reported where they stand.
 */
export function findDeclaredRules(policies: readonly IIpPolicy[]): DeclaredRules[] {
  const [first] = policies;
  const groups = first ? groupByName(ruleResources(first.node.root), givenPolicyOf) : [];
  return policies.map((policy) => {
    const wanted = objectName(policy, policy.id);
    const resources = groups
      .filter(({ name }) => name !== undefined && wanted !== undefined && isSameObject(name, wanted))
      .flatMap((group) => group.resources);
    const read = resources.map(readRules);
    const own = findOwnPolicy(policy);
    const perhaps = own ? groups.filter((group) => mayMakeRulesOf(group, own)).flatMap((group) => group.resources) : [];
    const mayHaveOthers = mayHaveOtherRules(policy, () => resources);
    return {
      resources,
      perhaps,
      rules: lastingRules(resources),
      mayHaveOthers,
      isComplete: !mayHaveOthers && perhaps.length === 0 && read.every(({ isComplete }) => isComplete),
    };
  });
}

/**
 * The rules that are there after every deployment. A set removes the rules of others, which are an error beside it: their
 * allow rules do not count, and their deny rules do, because they are in force until then.
 */
function lastingRules(resources: readonly TerraformResource[]): DeclaredRule[] {
  const hasSet = resources.some(IpPolicyRules.isIpPolicyRules);
  return resources.flatMap((resource) => {
    const { rules, isCertain } = readRules(resource);
    if (!isCertain) return [];
    return hasSet && !IpPolicyRules.isIpPolicyRules(resource) ? rules.filter(({ action }) => action === 'deny') : rules;
  });
}

/** A reference to one object, as a construct makes it. */
const plainReference = /^\$\{[\w-]+(\.[\w-]+)+\}$/;

/** Whether the text of the group's policy is an expression that this one stands in, such as one of the values of an iterator. */
function mayMakeRulesOf({ name, resources }: NamedGroup, own: IpPolicy): boolean {
  if (resources[0]?.cdktfStack !== TerraformStack.of(own)) return false;
  if (name && !name.instances && (isResolvedString(name.text) || plainReference.test(name.text))) return false;
  return resources.some((each) => JSON.stringify(resolvedOf(each, each.toTerraform())).includes(`${addressOf(own)}.`));
}

/** The address of a resource or data source in its stack, without `data.`. */
export function addressOf(element: {
  readonly terraformResourceType: string;
  readonly friendlyUniqueId: string;
}): string {
  return `${element.terraformResourceType}.${element.friendlyUniqueId}`;
}

/** Whether the policy may have rules that the app does not declare, as {@link DeclaredRules} says. */
export function mayHaveOtherRules(policy: IIpPolicy, declared = () => resourcesOf(policy)): boolean {
  const own = findOwnPolicy(policy);
  if (!own) return true;
  if (own.toMetadata()['imports'] === undefined) return false;
  return !declared().some((each) => IpPolicyRules.isIpPolicyRules(each) && !isRepeated(each));
}

function resourcesOf(policy: IIpPolicy): readonly TerraformResource[] {
  return findDeclaredRules([policy]).flatMap(({ resources }) => resources);
}

/** The resource in this app that makes the policy, or undefined for one that exists already. */
function findOwnPolicy(policy: IIpPolicy): IpPolicy | undefined {
  const id = textOf(policy, policy.id);
  return policy.node
    .findAll()
    .filter(IpPolicy.isIpPolicy)
    .find((own) => textOf(own, own.id) === id);
}

/** All resources at or below the construct that make rules. */
export function ruleResources(scope: IConstruct): TerraformResource[] {
  return scope.node.findAll().filter((each): each is IpPolicyRule | IpPolicyRules => {
    return IpPolicyRule.isIpPolicyRule(each) || IpPolicyRules.isIpPolicyRules(each);
  });
}

/** How the resource names its policy. */
export function policyOf(resource: TerraformResource): ObjectName | undefined {
  return objectName(resource, givenPolicyOf(resource), instancesOf(resource));
}

function givenPolicyOf(resource: TerraformResource): unknown {
  return (resource as { ipPolicyIdInput?: unknown }).ipPolicyIdInput;
}

/** What is known at synth of the rules of one resource. */
export interface ReadRules {
  /** The rules as they were given. */
  readonly rules: readonly DeclaredRule[];
  /** Whether they are there as they were given: neither repeated, perhaps not at all, nor overridden, nor ignored. */
  readonly isCertain: boolean;
  /** Whether that holds and they are all. */
  readonly isComplete: boolean;
}

/** Attributes and arguments that decide which rules a resource makes. */
const decisive = ['cidr', 'action', 'rules', 'ip_policy_id', 'count', 'for_each'];

/** The rules of one resource, as far as they are known. */
export function readRules(resource: TerraformResource): ReadRules {
  const { entries, mayHoldMore } = entriesOf(resource);
  const rules = entries.flatMap(([text, action]) => ruleOf(text, action, resource));
  const isKnown = entries.every(([text, action]) => resolveKnown(text) !== UNKNOWN && resolveKnown(action) !== UNKNOWN);
  const isCertain = !isRepeated(resource) && !isDeclaredElsewhere(resource, decisive);
  return { rules, isCertain, isComplete: isKnown && !mayHoldMore && isCertain };
}

/** Whether Terraform makes several of the resource, or none. */
export function isRepeated(resource: TerraformResource): boolean {
  if (resource.count !== undefined || resource.forEach !== undefined) return true;
  return isOverridden(resource, ['count', 'for_each']);
}

/**
 * Whether Terraform takes one of the attributes from elsewhere than the props: from `addOverride()`, or from the state, where
 * `lifecycle.ignoreChanges` names it.
 */
export function isDeclaredElsewhere(resource: TerraformResource, attributes: readonly string[]): boolean {
  if (isOverridden(resource, attributes)) return true;
  const { lifecycle } = overridesOf(resource) as { readonly lifecycle?: { readonly ignore_changes?: unknown } };
  return [resource.lifecycle?.ignoreChanges, lifecycle?.ignore_changes].some((ignored: unknown) => {
    if (ignored === undefined || ignored === null) return false;
    // `all`, or a token.
    if (!Array.isArray(ignored)) return true;
    return ignored.some((path) => attributes.includes(String(path).split(/[.[]/)[0] as string));
  });
}

function isOverridden(resource: TerraformResource, names: readonly string[]): boolean {
  const overrides = overridesOf(resource);
  return names.some((name) => name in overrides);
}

/** What `addOverride()` was called for, by the first part of its path. */
function overridesOf(resource: TerraformResource): object {
  return (resource as unknown as { readonly rawOverrides: object }).rawOverrides;
}

/** Network and action of each rule. */
function entriesOf(resource: TerraformResource): {
  readonly entries: readonly (readonly [unknown, unknown])[];
  readonly mayHoldMore: boolean;
} {
  if (IpPolicyRule.isIpPolicyRule(resource)) {
    return { entries: [[resource.cidrInput, resource.actionInput]], mayHoldMore: false };
  }
  const { rules, mayHoldMore } = contentsOf(resource as IpPolicyRules);
  return {
    entries: rules.map(({ networks, isKnown, rule }) => [isKnown ? networks : UNKNOWN, rule.action]),
    mayHoldMore,
  };
}

function ruleOf(text: unknown, action: unknown, { node }: TerraformResource): DeclaredRule[] {
  if (typeof text !== 'string' || resolveKnown(text) === UNKNOWN || (action !== 'allow' && action !== 'deny'))
    return [];
  const cidr = parseCidr(text);
  return 'problem' in cidr ? [] : [{ cidr, action, path: node.path }];
}
