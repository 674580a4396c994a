/** Other clients write too, so no read pool serves the rules. */

import type { ApiError } from '../../client/api';
import { getKind } from '../../model/kinds';
import { omitUndefined } from '../../model/members';
import type { Obj, ObjectList } from '../../objects/objects';
import type { KnownObject } from '../../values/known';
import { isServiceError } from '../service/service-error';
import type { Session } from '../service/session';
import { isGrant } from './grants';
import { loadAccess } from './load-access';
import { listRules, type RemoteRule } from './rules';

export interface PolicyRules {
  readonly facts: readonly ObjectList[];
  readonly policyIds: readonly string[];
  /** Existing policies without a rule that counts. */
  readonly empty: readonly string[];
  readonly missing: readonly string[];
  readonly unread: readonly UnreadPolicy[];
}

export interface UnreadPolicy {
  readonly id: string;
  readonly failure: ApiError;
}

/** Reads which rules of a policy count. Rejects with an ApiError. */
export type ListPolicyRules = (session: Session, policyId: string) => Promise<readonly RemoteRule[]>;

/** A policy that does not exist or cannot be read is part of the result. By default grants are left out: they end. */
export async function readPolicyRules(
  session: Session,
  policyIds: readonly string[],
  list: ListPolicyRules = listLastingRules,
): Promise<PolicyRules> {
  const { Unknown } = loadAccess();
  const objects: Obj[] = [];
  const [empty, missing]: [string[], string[]] = [[], []];
  const unread: UnreadPolicy[] = [];
  const readOne = async (policyId: string): Promise<void> => {
    try {
      const rules = await list(session, policyId);
      // An empty list may also mean that the policy does not exist.
      if (rules.length === 0) {
        await session.client.get(POLICY_KIND.name, policyId, { signal: session.stopSignal() });
        empty.push(policyId);
      }
      objects.push(...rules.map((rule) => toRuleObject(rule, policyId)));
    } catch (failure) {
      if (!isServiceError(failure)) throw failure;
      if (failure.notFound) missing.push(policyId);
      else unread.push({ id: policyId, failure });
    }
  };
  await Promise.all(policyIds.map(readOne));
  const policies = unread.map(({ id, failure: { status, code } }) => ({ id, ...omitUndefined({ status, code }) }));
  const incomplete = unread.length > 0 ? { incomplete: new Unknown({ kind: 'unread_rules', policies }) } : {};
  return { facts: [{ kind: RULE, objects, ...incomplete }], policyIds, empty, missing, unread };
}

const POLICY_KIND = getKind('ip_policy');
const RULE = 'ip_policy_rule';

/** A null `action`, which the service did not return, is unknown to the access engine. */
export function toRuleObject({ id, cidr, values }: RemoteRule, policyId: string): Obj {
  const { action = null, description = null } = values;
  return { kind: RULE, id, values: { cidr, action, description, ip_policy_id: policyId } as KnownObject };
}

export async function listLastingRules(session: Session, policyId: string): Promise<readonly RemoteRule[]> {
  return [...(await listRules(session, policyId)).values()].filter((rule) => !isGrant(rule));
}
