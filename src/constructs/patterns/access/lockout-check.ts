/** Whom a restriction shuts out: what is known of it at synth, and conditions for what only Terraform will know. */
import { type Precondition, type TerraformResource, TerraformStack } from 'cdktf';
import { admitsNothing } from '../../../model/ip/allowed-ranges';
import { parseIp } from '../../../model/ip/cidr';
import { evaluatePolicy, type PolicyRule } from '../../../model/ip/policy';
import { type DataNetingressIpPolicyRules, IpPolicyRule } from '../../generated';
import { isResolvedString } from '../../tokens';
import type { IIpPolicy } from '../shared/interfaces';
import {
  addressOf,
  type DeclaredRule,
  type DeclaredRules,
  findDeclaredRules,
  isRepeated,
  readRules,
} from './collect-rules';

/** A policy of a restriction; `live` reads the rules that it has when Terraform runs, where others than the app's may be. */
export interface GuardedPolicy {
  readonly policy: IIpPolicy;
  readonly live: DataNetingressIpPolicyRules;
}

/** What is to be judged. */
export interface Guarded {
  readonly policies: readonly GuardedPolicy[];
  readonly mustAdmit: readonly string[];
}

/** A policy with its rules, as the app declares them. */
interface JudgedPolicy extends GuardedPolicy {
  readonly declared: DeclaredRules;
}

function judged({ policies }: Guarded): JudgedPolicy[] {
  const declared = findDeclaredRules(policies.map(({ policy }) => policy));
  return policies.map((each, index) => ({ ...each, declared: declared[index] as DeclaredRules }));
}

/**
 * Who is certainly shut out, as ends of sentences: everybody, or addresses of `mustAdmit`. Rules that are not known yet
 * may admit more, but a deny that is known decides.
 */
export function findLockOuts(guarded: Guarded): string[] {
  const all = judged(guarded).map(({ declared }) => declared);
  const rules = all.flatMap((declared) => declared.rules);
  const isComplete = all.every((declared) => declared.isComplete);
  const paths = guarded.policies.map(({ policy }) => policy.node.path).join(', ');
  if (isComplete && admitsNothing(rules)) {
    const why = rules.some(({ action }) => action === 'allow')
      ? 'their deny rules match every address that they allow'
      : 'they have no allow rule';
    return [`shuts everybody out, because of its policies (${paths}) ${why}, expected policies that admit somebody`];
  }
  return guarded.mustAdmit.flatMap((ip, index) => {
    if (!isResolvedString(ip) || !parseIp(ip)) return [];
    const { allowed, because } = evaluatePolicy(rules, ip);
    const denied = because.find(({ action }) => action === 'deny') as DeclaredRule | undefined;
    const place = `shuts out ${ip} of mustAdmit[${index}], because`;
    if (denied) {
      return [`${place} ${denied.path} denies ${denied.cidr.canonical}, expected no deny rule that matches it`];
    }
    return allowed || !isComplete ? [] : [`${place} no allow rule of its policies (${paths}) matches it, expected one`];
  });
}

/** Resources of another stack that make rules of a policy which only that stack will know. */
export interface UnseenRules {
  readonly policy: IIpPolicy;
  readonly resources: readonly TerraformResource[];
}

/**
 * Rules that can be judged neither at synth nor by Terraform in the stack, which is why {@link lockOutConditions} gives
 * no condition. Where the rules of a policy are read, those of other stacks are among them.
 */
export function findUnseenRules(guarded: Guarded, stack: TerraformStack): UnseenRules[] {
  return judged(guarded).flatMap((each) => {
    const resources = unseenOf(each, stack);
    return resources.length > 0 ? [{ policy: each.policy, resources }] : [];
  });
}

function unseenOf({ declared }: JudgedPolicy, stack: TerraformStack): TerraformResource[] {
  if (declared.mayHaveOthers) return [];
  const unknown = declared.resources.filter((each) => !readRules(each).isComplete);
  return [...unknown, ...declared.perhaps].filter((each) => isForeign(each, stack));
}

/**
 * Conditions that Terraform checks before the restriction is made or changed, when not everything is known at synth:
 * that there is an allow rule, and that each address of `mustAdmit` is admitted, by the provider's `policy_allows`
 * (needs Terraform 1.8 or OpenTofu 1.7). None when all is known, or when rules of another stack are not.
 *
 * @param enforced whether they matter; a template where Terraform alone knows
 */
export function lockOutConditions(guarded: Guarded, stack: TerraformStack, enforced: boolean | string): Precondition[] {
  if (enforced === false) return [];
  const all = judged(guarded);
  const isDecided = all.every(({ declared }) => declared.isComplete) && guarded.mustAdmit.every(isResolvedString);
  if ((enforced === true && isDecided) || all.some((each) => unseenOf(each, stack).length > 0)) return [];
  const unless = enforced === true ? '' : `!tobool("${enforced}") || `;
  const rules = rulesExpression(all, stack);
  return [
    {
      condition: `\${${unless}contains(values(${rules}), "allow")}`,
      errorMessage: 'The IP policies of this restriction hold no allow rule, so it would shut everybody out.',
    },
    ...guarded.mustAdmit.map((ip) => ({
      condition: `\${${unless}provider::netingress::policy_allows(${rules}, "${ip}")}`,
      errorMessage: `The IP policies of this restriction would shut out ${ip}, which it must admit.`,
    })),
  ];
}

/** Action by network, over all rules; where policies disagree about a network the deny stands, because it wins. */
function rulesExpression(policies: readonly JudgedPolicy[], stack: TerraformStack): string {
  const lists = policies.flatMap(({ policy, live, declared: { resources, perhaps, mayHaveOthers } }) => [
    ...resources.filter((each) => !isForeign(each, stack)).map((each) => listExpression(each)),
    ...perhaps.filter((each) => !isForeign(each, stack)).map((each) => listExpression(each, policy.id)),
    ...literalLists(
      resources.filter((each) => isForeign(each, stack)),
      mayHaveOthers,
    ),
    ...(mayHaveOthers
      ? [`[for rule in data.${addressOf(live)}.ip_policy_rules : {cidr = rule.cidr, action = rule.action}]`]
      : []),
  ]);
  const all = `concat(${['[]', ...lists].join(', ')})`;
  const byNetwork = `{for rule in ${all} : rule.cidr => rule.action...}`;
  return `{for cidr, actions in ${byNetwork} : cidr => contains(actions, "deny") ? "deny" : "allow"}`;
}

/**
 * Rules of other stacks, which Terraform cannot refer to. Where the policy is read too, a deny is in force whether it is
 * deployed already or not, and an allow once it is.
 */
function literalLists(resources: readonly TerraformResource[], isRead: boolean): string[] {
  const rules = resources
    .map(readRules)
    .flatMap((read): readonly PolicyRule[] => (read.isCertain ? read.rules : []))
    .filter(({ action }) => !isRead || action === 'deny');
  if (rules.length === 0) return [];
  return [`[${rules.map(({ cidr, action }) => `{cidr = "${cidr.canonical}", action = "${action}"}`).join(', ')}]`];
}

function isForeign(resource: TerraformResource, stack: TerraformStack): boolean {
  return TerraformStack.of(resource) !== stack;
}

/** The rules of a resource; of one that may make rules of several policies, those of the policy with the identifier. */
function listExpression(resource: TerraformResource, policyId?: string): string {
  const address = addressOf(resource);
  const ifAll = (...conditions: readonly string[]): string =>
    conditions.length > 0 ? ` if ${conditions.join(' && ')}` : '';
  const ofPolicy = (of: string): string[] => (policyId === undefined ? [] : [`${of}.ip_policy_id == "${policyId}"`]);
  if (IpPolicyRule.isIpPolicyRule(resource)) {
    const all = isRepeated(resource) ? address : `[${address}]`;
    return `[for rule in ${all} : {cidr = rule.cidr, action = rule.action}${ifAll(...ofPolicy('rule'))}]`;
  }
  const one = (set: string): string =>
    `[for cidr, rule in ${set}.rules : {cidr = cidr, action = rule.action}${ifAll('rule != null', ...ofPolicy(set))}]`;
  return isRepeated(resource) ? `flatten([for each in ${address} : ${one('each')}])` : one(address);
}
