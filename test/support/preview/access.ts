/** Access states that are written by hand, without an account. */
import { type Cidr, parseCidr } from '../../../src/model/ip/cidr';
import { type AccessState, compareAccess, type RestrictionAccess } from '../../../src/preview/access';

/** Rules as `allow 203.0.113.0/24`; undefined without a restriction. */
export interface WrittenRestriction {
  readonly rules: readonly string[];
  readonly enforced?: boolean;
}

/** Compares the restrictions of one type, each with one policy. */
export function compareRules(
  type: string,
  before: WrittenRestriction | undefined,
  after: WrittenRestriction | undefined,
): RestrictionAccess[] {
  return compareAccess(toState(type, before), toState(type, after));
}

function toState(type: string, restriction: WrittenRestriction | undefined): AccessState {
  if (!restriction) return { policies: new Map(), restrictions: new Map() };
  const rules = restriction.rules.map((text, index) => {
    const [action = '', network = ''] = text.split(' ');
    return {
      id: `ipr_${index}`,
      policyId: 'ipp_1',
      description: null,
      action: action as 'allow' | 'deny',
      cidr: parseCidr(network) as Cidr,
    };
  });
  const policy = { id: 'ipp_1', name: 'Offices', rules };
  const found = { id: 'ipx_1', type, enforced: restriction.enforced ?? true, policies: [policy] };
  return { policies: new Map([[policy.id, policy]]), restrictions: new Map([[type, found]]) };
}
