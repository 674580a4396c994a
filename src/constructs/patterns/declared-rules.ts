/** The rules that an app declares for policies, wherever in it they stand. */
import { type TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { parseCidr } from '../../model/rules/cidr';
import type { PolicyRule } from '../../model/rules/policy';
import { IpPolicy, IpPolicyRule, IpPolicyRules } from '../generated';
import { isKnownText, knownPart, LATER } from '../known';
import { type ObjectName, objectName, resolvedOf, textOf } from '../object-name';
import type { IIpPolicy } from './interfaces';
import { contentsOf } from './set-contents';

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
  const groups = first ? groupsIn(first.node.root) : [];
  return policies.map((policy) => {
    const resources = groups.filter((group) => makesRulesOf(group, policy)).flatMap((group) => group.resources);
    const read = resources.map(readRules);
    const own = findOwnPolicy(policy);
    const perhaps = own ? groups.filter((group) => mayMakeRulesOf(group, own)).flatMap((group) => group.resources) : [];
    const mayHaveOthers = mayHaveOtherRules(policy, () => resources);
    return {
      resources,
      perhaps,
      rules: read.flatMap(({ rules, isCertain }) => (isCertain ? rules : [])),
      mayHaveOthers,
      isComplete: !mayHaveOthers && perhaps.length === 0 && read.every(({ isComplete }) => isComplete),
    };
  });
}

/** Resources of one stack that name their policy in the same way: of thousands of rules most do. */
interface RuleGroup {
  readonly stack: TerraformStack;
  /** The identifier of the policy as it was given. */
  readonly given: unknown;
  readonly name: ObjectName | undefined;
  readonly resources: TerraformResource[];
}

function groupsIn(root: IConstruct): RuleGroup[] {
  const groups = new Map<TerraformStack, Map<unknown, RuleGroup>>();
  for (const resource of ruleResources(root)) {
    const stack = TerraformStack.of(resource);
    const given = (resource as { ipPolicyIdInput?: unknown }).ipPolicyIdInput;
    const inStack = groups.get(stack) ?? new Map<unknown, RuleGroup>();
    groups.set(stack, inStack);
    const group = inStack.get(given);
    if (group) group.resources.push(resource);
    else inStack.set(given, { stack, given, name: policyOf(resource), resources: [resource] });
  }
  return [...groups.values()].flatMap((inStack) => [...inStack.values()]);
}

/**
 * Between stacks only the very same reference, or an identifier that is known, means the same policy: what a reference
 * looks like in the configuration of its own stack may be another object in the next one.
 */
function makesRulesOf({ stack, given, name }: RuleGroup, policy: IIpPolicy): boolean {
  if (given === policy.id) return true;
  const id = textOf(policy, policy.id);
  if (id === undefined || name?.text !== id) return false;
  return isKnownText(id) || stack === TerraformStack.of(policy);
}

/** A reference to one object, as a construct makes it. */
const plainReference = /^\$\{[\w-]+(\.[\w-]+)+\}$/;

/** Whether the text of the group's policy is an expression that this one stands in, such as one of the values of an iterator. */
function mayMakeRulesOf({ stack, name, resources }: RuleGroup, own: IpPolicy): boolean {
  if (stack !== TerraformStack.of(own)) return false;
  if (name && !name.instances && (isKnownText(name.text) || plainReference.test(name.text))) return false;
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
  return objectName(resource, (resource as { ipPolicyIdInput?: unknown }).ipPolicyIdInput);
}

/** What is known at synth of the rules of one resource. */
export interface ReadRules {
  /** The rules as they were given. */
  readonly rules: readonly DeclaredRule[];
  /** Whether they are there as they were given: neither repeated, perhaps not at all, nor overridden. */
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
  const isKnown = entries.every(([text, action]) => knownPart(text) !== LATER && knownPart(action) !== LATER);
  const isCertain = !isRepeated(resource) && !overriddenIn(resource).some((name) => decisive.includes(name));
  return { rules, isCertain, isComplete: isKnown && !mayHoldMore && isCertain };
}

/** Whether Terraform makes several of the resource, or none. */
export function isRepeated(resource: TerraformResource): boolean {
  if (resource.count !== undefined || resource.forEach !== undefined) return true;
  return overriddenIn(resource).some((name) => name === 'count' || name === 'for_each');
}

/** What `addOverride()` was called for, by the first part of its path. */
function overriddenIn(resource: TerraformResource): string[] {
  const { overrides } = resource.toMetadata() as { overrides?: Readonly<Record<string, string[]>> };
  return overrides ? Object.values(overrides).flat() : [];
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
    entries: rules.map(({ networks, isKnown, rule }) => [isKnown ? networks : LATER, rule.action]),
    mayHoldMore,
  };
}

function ruleOf(text: unknown, action: unknown, { node }: TerraformResource): DeclaredRule[] {
  if (typeof text !== 'string' || knownPart(text) === LATER || (action !== 'allow' && action !== 'deny')) return [];
  const cidr = parseCidr(text);
  return 'problem' in cidr ? [] : [{ cidr, action, path: node.path }];
}
