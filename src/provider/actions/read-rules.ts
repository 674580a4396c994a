/** Reads the rules of IP policies for the action `verify_access`; an unreadable policy is a diagnostic, never no rules. */
import { getKind } from '../../model/kinds';
import { listRules, type RemoteRule } from '../access/rules';
import type { Diagnostic } from '../protocol/diagnostic';
import { objectNotFound, requestFailed } from '../protocol/messages';
import { isServiceError } from '../service/service-error';
import type { Session } from '../service/session';

export type ReadRules = { readonly rules: readonly PolicyRule[] } | { readonly diagnostic: Diagnostic };

export interface PolicyRule extends RemoteRule {
  readonly policyId: string;
}

/** Reads the rules of all policies. A policy that does not exist is an error, because its list of rules is empty, too. */
export async function readRules(session: Session, policyIds: readonly string[]): Promise<ReadRules> {
  const policy = getKind('ip_policy');
  const rules: PolicyRule[] = [];
  for (const id of policyIds) {
    try {
      await session.client.get(policy.name, id, { signal: session.stopSignal() });
      for (const rule of (await listRules(session, id)).values()) rules.push({ ...rule, policyId: id });
    } catch (failure) {
      if (!isServiceError(failure)) throw failure;
      const diagnostic = failure.notFound
        ? objectNotFound(policy, id, 'read the rules of', 'ip_policy_ids')
        : requestFailed(policy, 'read the rules of', failure);
      return { diagnostic };
    }
  }
  return { rules };
}
