import {
  Fn,
  FOR_EXPRESSION_VALUE,
  forExpression,
  type IResolvable,
  type IResolveContext,
  type Precondition,
  type TerraformProvider,
  type TerraformResource,
  TerraformStack,
  Token,
} from 'cdktf';
import type { Construct } from 'constructs';
import { ipPolicyRules } from '../../../model/composites';
import {
  type DataNetingressIpPolicyRules,
  type IpPolicy,
  IpPolicyRule,
  IpPolicyRules,
  type IpPolicyRulesProps,
  type IpPolicyRulesRule,
} from '../../generated';
import { isRepeated } from '../../overrides';
import { getAddress } from '../../read-resource';
import { isProps, type Props } from '../../render';
import { isResolvedString, isToken, UnvisitedValue } from '../../tokens';
import { configuredAttributes } from '../../validation/validate-props';
import { toExpression } from '../on-change/terraform-expression';
import { type CollectedRules, findUnknownRules, type RuleSetEntry, readRules } from './collect-rules';
import { renderEnforced } from './must-admit';

type RuleMap = Readonly<Record<string, IpPolicyRulesRule>>;

/**
 * The `IpPolicyRules` of an allow list. Each read of `rulesInput` and each assignment first calls `update`, in which
 * the list calls {@link setEntries} at first, and again after each `allow()` or `deny()`.
 */
export class AllowListRules extends IpPolicyRules {
  #entries: readonly RuleSetEntry[] = [];
  /** To distinguish the rules of the list from rules that the app assigned. */
  #assigned: IpPolicyRulesProps['rules'] | undefined;
  #isOverridden = false;

  constructor(
    scope: Construct,
    id: string,
    policy: IpPolicy,
    provider: TerraformProvider | undefined,
    private readonly update: () => void,
  ) {
    super(scope, id, { ipPolicyId: policy.id, rules: {}, ...(provider && { provider }) });
  }

  override get rulesInput() {
    this.update();
    return super.rulesInput;
  }

  override set rules(rules: IpPolicyRulesProps['rules']) {
    this.update();
    super.rules = rules;
  }

  override get rules(): IpPolicyRules['rules'] {
    return super.rules;
  }

  /** The rules of the list; undefined while rules that the app assigned replace them. */
  get entries(): readonly RuleSetEntry[] | undefined {
    return this.rulesInput === this.#assigned ? this.#entries : undefined;
  }

  setEntries(entries: readonly RuleSetEntry[]): void {
    this.#entries = entries;
    this.#assigned = renderRuleMap(entries);
    super.rules = this.#assigned;
  }

  override addOverride(path: string, value: unknown): void {
    // CDKTF merges an override into the rendered rules, so they cannot be deferred.
    this.#isOverridden ||= /^rules(\.|$)/.test(path);
    super.addOverride(path, value);
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const rules: unknown = this.rulesInput;
    const canDefer = isProps(rules) && !isToken(rules) && !this.#isOverridden;
    const deferred =
      canDefer &&
      new PostProcessedRules(rules, (deferredRules) => this.#render({ rules: deferredRules })['rules'] as Props);
    return this.#render({ ...this.inputs.all(), rules: deferred || rules });
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    this.update();
    return super.synthesizeHclAttributes();
  }

  #render(props: Props): Record<string, unknown> {
    return configuredAttributes(this, ipPolicyRules, props);
  }
}

/**
 * Renders rules without tokens in the post-processor, so that CDKTF does not visit their strings, which is slow for
 * thousands of rules (docs/performance.md, Synthesis). CDKTF resolves the rules with tokens, also while it looks for
 * references to other stacks.
 */
class PostProcessedRules implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(
    private readonly rules: Props,
    private readonly render: (rules: Props) => Props,
  ) {}

  resolve({ preparing, registerPostProcessor }: IResolveContext): unknown {
    const entries = Object.entries(this.rules);
    const plain = Object.fromEntries(entries.filter(([cidr, rule]) => isPlainRule(cidr, rule)));
    const withTokens = Object.fromEntries(entries.filter(([cidr, rule]) => !isPlainRule(cidr, rule)));
    if (!preparing) {
      registerPostProcessor({
        postProcess: (resolved) => new UnvisitedValue({ ...resolved, ...this.render(plain) }, 'again'),
      });
    }
    return this.render(withTokens);
  }

  toString(): string {
    return Token.asString(this);
  }
}

/** What CDKTF interprets in strings: tokens, templates, escapes, and number tokens, `-1.8881545897087626e+289`. */
const INTERPRETED_BY_CDKTF = /[$%{"\\\n\r]|e\+/;

function isPlainRule(cidr: string, rule: unknown): boolean {
  if (INTERPRETED_BY_CDKTF.test(cidr) || !isProps(rule)) return false;
  return Object.values(rule).every(
    (value) => value === undefined || (typeof value === 'string' && !INTERPRETED_BY_CDKTF.test(value)),
  );
}

/**
 * A plain map, if all networks are known, or if each is one string and all rules have the same action. Otherwise
 * Terraform merges the maps of allow rules before those of deny rules, so that a deny wins regardless of the order in
 * the app. Terraform compares strings, so the plan fails if two different ones are the same network.
 */
function renderRuleMap(entries: readonly RuleSetEntry[]): RuleMap | IResolvable {
  const unknown = entries.filter(({ isKnown }) => !isKnown);
  const hasBothActions = new Set(entries.map(({ rule }) => rule.action)).size > 1;
  if (unknown.length === 0 || (!hasBothActions && unknown.every(({ networks }) => typeof networks === 'string'))) {
    return toRuleMap(entries);
  }
  const maps = (['allow', 'deny'] as const).flatMap((action): (RuleMap | IResolvable)[] => {
    const known = entries.filter(({ isKnown, rule }) => isKnown && rule.action === action);
    return [
      ...(known.length > 0 ? [toExpression(toRuleMap(known)) as RuleMap] : []),
      ...unknown.filter(({ rule }) => rule.action === action).map(toForExpression),
    ];
  });
  return Token.asAny(Fn.merge(maps)) as IResolvable;
}

function toRuleMap(entries: readonly RuleSetEntry[]): RuleMap {
  return Object.fromEntries(entries.map(({ networks, rule }) => [networks as string, rule]));
}

function toForExpression({ networks, rule }: RuleSetEntry): IResolvable {
  return forExpression(typeof networks === 'string' ? [networks] : networks, toExpression(rule), FOR_EXPRESSION_VALUE);
}

export interface RestrictingPolicy extends CollectedRules {
  readonly rulesDataSource: DataNetingressIpPolicyRules;
}

/**
 * Preconditions for rules, addresses or `enforced` that are known after apply: the rules admit each address of
 * `mustAdmit`. These call a provider function, so Terraform 1.8 or OpenTofu 1.7 is needed. Returns none if the
 * restriction is not enforced, if synthesis can evaluate everything, or if Terraform cannot evaluate the rules of
 * another stack.
 *
 * Without `mustAdmit`, the provider refuses at apply what would leave nobody admitted. It does not see rules that
 * change outside of Terraform, so if a policy may have undeclared rules, a precondition without a provider function
 * requires an allow rule.
 *
 * @param enforced a Terraform template if it is known after apply
 */
export function renderPreconditions(
  policies: readonly RestrictingPolicy[],
  mustAdmit: readonly string[],
  stack: TerraformStack,
  enforced: boolean | string,
): Precondition[] {
  if (enforced === false || policies.some((policy) => findUnknownRules(policy, stack).length > 0)) return [];
  const isKnown = policies.every(({ isComplete }) => isComplete) && mustAdmit.every(isResolvedString);
  if (enforced === true && isKnown) return [];
  const onlyIfEnforced = enforced === true ? '' : `!${renderEnforced(String(enforced))} || `;
  const actions = renderActionByCidr(policies, stack);
  if (mustAdmit.length === 0 && policies.some(({ mayHaveUndeclared }) => mayHaveUndeclared)) {
    return [
      {
        condition: `\${${onlyIfEnforced}contains(values(${actions}), "allow")}`,
        errorMessage: 'The IP policies of this restriction have no allow rule, so it would deny every address.',
      },
    ];
  }
  return mustAdmit.map((ip) => ({
    condition: `\${${onlyIfEnforced}provider::netingress::policy_allows(${actions}, "${ip}")}`,
    errorMessage: `The IP policies of this restriction would deny ${ip}, which is listed in mustAdmit.`,
  }));
}

/** From CIDR range to action. If several rules have the same range, a deny wins. */
function renderActionByCidr(policies: readonly RestrictingPolicy[], stack: TerraformStack): string {
  const isInStack = (resource: TerraformResource): boolean => TerraformStack.of(resource) === stack;
  const lists = policies.flatMap(({ policy, rulesDataSource, resources, possibleResources, mayHaveUndeclared }) => [
    ...resources.filter(isInStack).map((resource) => renderRules(resource)),
    ...possibleResources.filter(isInStack).map((resource) => renderRules(resource, policy.id)),
    ...renderLiterals(
      resources.filter((resource) => !isInStack(resource)),
      mayHaveUndeclared,
    ),
    ...(mayHaveUndeclared
      ? [`[for rule in data.${getAddress(rulesDataSource)}.ip_policy_rules : {cidr = rule.cidr, action = rule.action}]`]
      : []),
  ]);
  const all = `concat(${['[]', ...lists].join(', ')})`;
  const actionsByCidr = `{for rule in ${all} : rule.cidr => rule.action...}`;
  return `{for cidr, actions in ${actionsByCidr} : cidr => contains(actions, "deny") ? "deny" : "allow"}`;
}

/**
 * The rules of other stacks, to which Terraform cannot refer. If the data source reads the policy's rules too
 * (`mayHaveUndeclared`), only deny rules are added: an allow rule is not effective before the other stack is deployed.
 */
function renderLiterals(resources: readonly TerraformResource[], mayHaveUndeclared: boolean): string[] {
  const rules = resources
    .map(readRules)
    .flatMap(({ isCertain, rules }) => (isCertain ? rules : []))
    .filter(({ action }) => !mayHaveUndeclared || action === 'deny');
  if (rules.length === 0) return [];
  return [`[${rules.map(({ cidr, action }) => `{cidr = "${cidr.canonical}", action = "${action}"}`).join(', ')}]`];
}

function renderRules(resource: TerraformResource, policyId?: string): string {
  const address = getAddress(resource);
  const filter = (object: string, ...conditions: readonly string[]): string => {
    const all = [...conditions, ...(policyId === undefined ? [] : [`${object}.ip_policy_id == "${policyId}"`])];
    return all.length > 0 ? ` if ${all.join(' && ')}` : '';
  };
  if (IpPolicyRule.isIpPolicyRule(resource)) {
    const instances = isRepeated(resource) ? address : `[${address}]`;
    return `[for rule in ${instances} : {cidr = rule.cidr, action = rule.action}${filter('rule')}]`;
  }
  const renderSet = (set: string): string =>
    `[for cidr, rule in ${set}.rules : {cidr = cidr, action = rule.action}${filter(set, 'rule != null')}]`;
  return isRepeated(resource) ? `flatten([for each in ${address} : ${renderSet('each')}])` : renderSet(address);
}
