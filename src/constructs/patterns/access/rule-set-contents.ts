/** What a set of rules holds, as far as it is known at synth. */
import { Tokenization } from 'cdktf';
import type { IpPolicyRules, IpPolicyRulesRule } from '../../generated';
import { resolvedOf } from '../../object-reference';
import { isProps } from '../../render';
import { isResolvedString } from '../../tokens';
import type { ListedRule } from './allow-list-rules';
import { ListRules } from './render-rules';

/** The rules of one set. */
export interface SetContents {
  /** Also those of networks that only Terraform knows; an allow list knows what it says about them. */
  readonly rules: readonly ListedRule[];
  /** Whether there may be rules of which nothing is known. */
  readonly mayHoldMore: boolean;
}

/** Reads the rules of a set as they were given last. Null elements, which mean no rule, are left out. */
export function contentsOf(set: IpPolicyRules): SetContents {
  const listed = set instanceof ListRules ? set.listed : undefined;
  if (listed) return { rules: listed, mayHoldMore: false };
  const rules: unknown = set.rulesInput;
  if (!isProps(rules) || Tokenization.isResolvable(rules)) return { rules: [], mayHoldMore: true };
  const entries = Object.entries(rules).filter(([, rule]) => rule !== null && rule !== undefined);
  const readable = entries.filter(([, rule]) => isProps(rule) && !Tokenization.isResolvable(rule));
  return {
    rules: readable.map(([networks, rule]) => {
      return { networks, isKnown: isResolvedString(networks), rule: rule as unknown as IpPolicyRulesRule };
    }),
    mayHoldMore: readable.length < entries.length,
  };
}

/** The networks of a rule as Terraform will write them, for messages. */
export function shownNetworks(set: IpPolicyRules, { networks, isKnown }: ListedRule): string {
  const shown = isKnown ? networks : resolvedOf(set, networks);
  return Array.isArray(shown) ? shown.join(', ') : String(shown);
}
