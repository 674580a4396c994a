import type { Construct } from 'constructs';
import { IpRestriction } from 'netingress';
import type { IpPolicies } from './ip-policies';

/** 1 IP restriction. */
export function declareIpRestrictions(scope: Construct, ipPolicies: IpPolicies): void {
  new IpRestriction(scope, 'dashboard_ip_restriction', {
    enforced: true,
    type: 'dashboard',
    ipPolicyIds: [ipPolicies.officesVa6rdu.id],
  }).importFrom('ipx_3LUznMZHwJqYoG06g5jnb9EhKG2');
}
