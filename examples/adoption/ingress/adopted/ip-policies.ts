import type { Construct } from 'constructs';
import { IpPolicy, IpPolicyRules } from 'netingress';

/** 1 IP policy and 1 set of rules. */
export function declareIpPolicies(scope: Construct) {
  const officesVa6rdu = new IpPolicy(scope, 'offices_va6rdu', {
    description: 'Offices',
  });
  officesVa6rdu.importFrom('ipp_3LUznMZHwJqYnTeOlV0uLvA6RDu');

  new IpPolicyRules(scope, 'offices_va6rdu_rules', {
    ipPolicyId: officesVa6rdu.id,
    rules: {
      '2001:db8:40::/48': { action: 'allow', description: 'Lisbon' },
      '203.0.113.0/24': { action: 'allow', description: 'Berlin' },
      '203.0.113.64/26': { action: 'deny', description: 'Guests' },
    },
  }).importFrom('ipp_3LUznMZHwJqYnTeOlV0uLvA6RDu');

  return {
    officesVa6rdu,
  };
}

/** Constructs that other files refer to. */
export type IpPolicies = ReturnType<typeof declareIpPolicies>;
