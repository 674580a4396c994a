import { type AccessReview, reviewAccess } from '../../../src/access/compare-accounts';
import { type AccessFacts, createFacts } from '../../../src/access/facts';
import type { ObjectList } from '../../../src/objects/objects';
import type { AccountAccess } from '../../../src/preview/backtest';
import type { KnownJson, KnownObject } from '../../../src/values/known';

/** One restriction with one policy. Rules as `allow 203.0.113.0/24`; `enforced` is true by default. */
export interface WrittenRestriction {
  readonly rules: readonly string[];
  readonly enforced?: KnownJson;
}

/** Compares the access of two states. Each has one restriction of the type, or none if it is undefined. */
export function compareRules(
  type: string,
  before: WrittenRestriction | undefined,
  after: WrittenRestriction | undefined,
): AccessReview {
  return reviewAccess(toFacts(type, before), toFacts(type, after));
}

/** The changes of {@link compareRules} in one account, as the input of a backtest. */
export function compareAccount(...rules: Parameters<typeof compareRules>): AccountAccess[] {
  return compareRules(...rules).restrictions.map((change) => ({ account: 'https://a.example.com', ...change }));
}

/** An account with the restriction, its policy and its rules, or without any of them if it is undefined. */
export function toFacts(type: string, restriction: WrittenRestriction | undefined): AccessFacts {
  const rules = (restriction?.rules ?? []).map((text): KnownObject => {
    const [action = '', cidr = ''] = text.split(' ');
    return { action, cidr, ip_policy_id: 'ipp_1' };
  });
  const enforced = restriction?.enforced ?? true;
  return createFacts([
    list('ip_policy_rule', rules),
    list('ip_policy', restriction ? [{ description: 'Offices' }] : [], 'ipp'),
    list('ip_restriction', restriction ? [{ type, enforced, ip_policy_ids: ['ipp_1'] }] : []),
    list('cloud_endpoint', []),
    list('endpoint', []),
  ]);
}

function list(kind: string, objects: readonly KnownObject[], prefix = kind): ObjectList {
  return { kind, objects: objects.map((values, index) => ({ kind, id: `${prefix}_${index + 1}`, values })) };
}
