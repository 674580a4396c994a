import type { Construct } from 'constructs';
import { AccessRestriction } from 'netingress';
import type { IpPolicies } from './ip-policies';

/** 1 IP restriction. */
export function declareIpRestrictions(scope: Construct, ipPolicies: IpPolicies): void {
  new AccessRestriction(scope, 'dashboard_ip_restriction', {
    enforced: true,
    restricts: 'dashboard',
    policies: [ipPolicies.officesVa6rdu],
  }).restriction.importFrom('ipx_3LUznMZHwJqYoG06g5jnb9EhKG2');
}
