/** IP restrictions: the types of traffic that only some addresses may use. */
import { type Account, fill, type Json } from './account';
import { chooseHoleValue, listRules, readUnread } from './evaluate';
import { contains } from './networks';
import type { World } from './world';

interface Filled {
  readonly type: string;
  readonly enforced: Json;
  readonly policyIds: readonly string[];
}

/** Whether the restriction of a type admits the address. Without an enforced one every address is admitted. */
export function evaluateRestriction(world: World, account: Account, type: string, address: string): boolean {
  const facts = { world, account };
  const all = [...account.restrictions, ...readUnread(facts, 'restrictions')] as unknown as Json;
  const filled = fill(all, (expression) => chooseHoleValue(facts, expression)) as unknown as readonly Filled[];
  const restriction = filled.find((one) => one.type === type);
  if (restriction?.enforced !== true) return true;
  const rules = restriction.policyIds.flatMap((id) => listRules(facts, id));
  const by = (action: string): boolean => rules.some((rule) => rule.action === action && contains(rule.cidr, address));
  return by('allow') && !by('deny');
}
