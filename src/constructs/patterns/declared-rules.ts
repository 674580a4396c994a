/** The rules that an app declares for a policy, wherever in it they stand. */
import { type TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { parseCidr } from '../../model/rules/cidr';
import type { PolicyRule } from '../../model/rules/policy';
import { IpPolicy, IpPolicyRule, IpPolicyRules } from '../generated';
import { knownPart, LATER } from '../known';
import { textOf } from '../object-name';
import type { IIpPolicy } from './interfaces';
import { contentsOf } from './set-contents';

/** A rule that is known at synth, and the construct that declares it. */
export interface DeclaredRule extends PolicyRule {
  readonly path: string;
}

/** What the app says about the rules of one policy. */
export interface DeclaredRules {
  /** The resources that make rules, all of the same stack. */
  readonly resources: readonly TerraformResource[];
  readonly rules: readonly DeclaredRule[];
  /** Whether that is all of them: the app makes the policy itself, and nothing is left for Terraform to know. */
  readonly isComplete: boolean;
}

/** The resource in this app that makes the policy, or undefined for one that exists already. */
export function findOwnPolicy(policy: IIpPolicy): IpPolicy | undefined {
  const id = textOf(policy, policy.id);
  return policy.node
    .findAll()
    .filter(IpPolicy.isIpPolicy)
    .find((own) => textOf(own, own.id) === id);
}

/**
 * The rules that the policy's own stack declares for it: `IpPolicyRule` and `IpPolicyRules` with its identifier, by
 * reference or as the same text. Rules with an invalid network are left out; they are reported where they stand.
 */
export function findDeclaredRules(policy: IIpPolicy): DeclaredRules {
  const stack = TerraformStack.of(policy);
  const id = textOf(policy, policy.id);
  const resources = ruleResources(stack).filter(
    (resource) => TerraformStack.of(resource) === stack && policyOf(resource) === id,
  );
  const read = resources.map(readRules);
  return {
    resources,
    rules: read.flatMap(({ rules }) => rules),
    isComplete: findOwnPolicy(policy) !== undefined && read.every(({ isComplete }) => isComplete),
  };
}

/** All resources at or below the construct that make rules. */
export function ruleResources(scope: IConstruct): TerraformResource[] {
  return scope.node.findAll().filter((each): each is IpPolicyRule | IpPolicyRules => {
    return IpPolicyRule.isIpPolicyRule(each) || IpPolicyRules.isIpPolicyRules(each);
  });
}

/** What the identifier of the resource's policy is within its stack: an identifier, or a reference. */
export function policyOf(resource: TerraformResource): string | undefined {
  return textOf(resource, (resource as { ipPolicyIdInput?: unknown }).ipPolicyIdInput);
}

/** The rules of one resource, as far as they are known. */
export function readRules(resource: TerraformResource): Pick<DeclaredRules, 'rules' | 'isComplete'> {
  const isRepeated = resource.count !== undefined || resource.forEach !== undefined;
  const { entries, mayHoldMore } = entriesOf(resource);
  const known = entries.flatMap(([text, action]) => ruleOf(text, action, resource));
  const isKnown = entries.every(([text, action]) => knownPart(text) !== LATER && knownPart(action) !== LATER);
  return { rules: known, isComplete: isKnown && !mayHoldMore && !isRepeated };
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
