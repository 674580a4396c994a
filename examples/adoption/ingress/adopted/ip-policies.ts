import type { Construct } from 'constructs';
import { IpAllowList } from 'netingress';

/** 1 IP policy and 1 set of rules. */
export function declareIpPolicies(scope: Construct) {
  const officesVa6rdu = new IpAllowList(scope, 'offices_va6rdu', {
    description: 'Offices',
    allow: [
      { name: 'Lisbon', cidrs: ['2001:db8:40::/48'] },
      { name: 'Berlin', cidrs: ['203.0.113.0/24'] },
    ],
    deny: [{ name: 'Guests', cidrs: ['203.0.113.64/26'] }],
  });
  officesVa6rdu.policy.importFrom('ipp_3LUznMZHwJqYnTeOlV0uLvA6RDu');
  officesVa6rdu.rules.importFrom('ipp_3LUznMZHwJqYnTeOlV0uLvA6RDu');

  return {
    officesVa6rdu,
  };
}

/** Constructs that other files refer to. */
export type IpPolicies = ReturnType<typeof declareIpPolicies>;
