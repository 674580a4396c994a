/** The rules of an allow list, and how they stand in the configuration. */
import { Fn, FOR_EXPRESSION_VALUE, forExpression, type IResolvable, Token } from 'cdktf';
import type { IpPolicyRulesRule } from '../../generated';
import { asArgument } from '../on-change/terraform-expression';

/** A rule with its network, or with networks that only Terraform knows: one, or a list. */
export interface ListedRule {
  readonly networks: string | readonly string[];
  /** Whether the networks are known, in canonical spelling. */
  readonly isKnown: boolean;
  readonly rule: IpPolicyRulesRule;
}

type Rules = Readonly<Record<string, IpPolicyRulesRule>>;

/**
 * The value of `rules`: a plain map where that says what is meant. As soon as a network that only Terraform knows could
 * be allowed and denied too, or their number is not known, Terraform merges allow rules first and deny rules last, so that
 * the deny stays, whatever the order in which they were given. It compares spellings: that two of one network differ is
 * an error of the plan.
 */
export function renderListed(listed: readonly ListedRule[]): Rules | IResolvable {
  const later = listed.filter(({ isKnown }) => !isKnown);
  const isMixed = new Set(listed.map(({ rule }) => rule.action)).size > 1;
  if (later.length === 0 || (!isMixed && later.every(({ networks }) => typeof networks === 'string'))) {
    return mapOf(listed);
  }
  const maps = (['allow', 'deny'] as const).flatMap((action): (Rules | IResolvable)[] => {
    const known = listed.filter(({ isKnown, rule }) => isKnown && rule.action === action);
    return [
      ...(known.length > 0 ? [asArgument(mapOf(known)) as Rules] : []),
      ...later.filter(({ rule }) => rule.action === action).map(expressionOf),
    ];
  });
  return Token.asAny(Fn.merge(maps)) as IResolvable;
}

function mapOf(listed: readonly ListedRule[]): Rules {
  return Object.fromEntries(listed.map(({ networks, rule }) => [networks as string, rule]));
}

function expressionOf({ networks, rule }: ListedRule): IResolvable {
  return forExpression(typeof networks === 'string' ? [networks] : networks, asArgument(rule), FOR_EXPRESSION_VALUE);
}
