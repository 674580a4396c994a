/** Checks the live rules of policies, like the action netingress_verify_access. */
import type { Client } from '../../client';
import { toPolicyRule } from '../../model/ip/policy';
import { type AccessViolation, findAccessViolations, type RequiredAccess } from '../../model/ip/verify-access';
import { type AccessPolicy, listAccessRules } from './rules';

export interface Verification {
  readonly rules: number;
  readonly violations: readonly AccessViolation[];
}

export async function verifyAccess(
  client: Client,
  policies: readonly AccessPolicy[],
  required: RequiredAccess,
): Promise<Verification> {
  const ids = new Set(policies.map(({ id }) => id));
  const found = (await listAccessRules(client)).filter(({ policyId }) => ids.has(policyId));
  const rules = found.map(({ cidr, action }) => toPolicyRule(cidr, action));
  return { rules: rules.length, violations: findAccessViolations(rules, required) };
}
