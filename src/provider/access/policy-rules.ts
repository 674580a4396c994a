/**
 * Reads the rules of IP policies anew, as facts for the access engine. Other clients write too, so no read pool serves
 * them.
 */
import type { FactList, FactObject } from '../../access/facts';
import { getKind } from '../../model/kinds';
import type { KnownObject } from '../../model/known';
import { isServiceError } from '../service/service-error';
import type { Session } from '../service/session';
import { isGrant } from './grants';
import { loadAccess } from './load-access';
import { listRules, type RemoteRule } from './rules';

export interface PolicyRules {
  readonly facts: readonly FactList[];
  readonly policyIds: readonly string[];
  /** Existing policies without a rule. */
  readonly empty: readonly string[];
  /** Policies that do not exist. */
  readonly missing: readonly string[];
  /** Failed requests, as sentences. */
  readonly failures: readonly string[];
}

/** Reads which rules of a policy count. Rejects with an ApiError. */
export type ListPolicyRules = (session: Session, policyId: string) => Promise<readonly RemoteRule[]>;

/** Grants do not count, because they end. */
export async function readPolicyRules(
  session: Session,
  policyIds: readonly string[],
  list: ListPolicyRules = listLastingRules,
): Promise<PolicyRules> {
  const { Unknown } = loadAccess();
  const objects: FactObject[] = [];
  const [empty, missing, failures]: [string[], string[], string[]] = [[], [], []];
  const readOne = async (policyId: string): Promise<void> => {
    try {
      const rules = await list(session, policyId);
      // An empty list may also mean that the policy does not exist.
      if (rules.length === 0) {
        await session.client.get(POLICY_KIND.name, policyId, { signal: session.stopSignal() });
        empty.push(policyId);
      }
      objects.push(...rules.map((rule) => toFact(rule, policyId)));
    } catch (failure) {
      if (!isServiceError(failure)) throw failure;
      if (failure.notFound) missing.push(policyId);
      else failures.push(`the rules of IP policy '${policyId}' could not be read: ${failure.message}`);
    }
  };
  await Promise.all(policyIds.map(readOne));
  const incomplete = failures.length > 0 ? { incomplete: new Unknown(failures.join('; ')) } : {};
  return { facts: [{ kind: RULE, objects, ...incomplete }], policyIds, empty, missing, failures };
}

const POLICY_KIND = getKind('ip_policy');
const RULE = 'ip_policy_rule';

/** What the service did not return is not known. */
export function toFact({ id, cidr, values }: RemoteRule, policyId: string): FactObject {
  const { action = null, description = null } = values;
  return { kind: RULE, id, values: { cidr, action, description, ip_policy_id: policyId } as KnownObject };
}

async function listLastingRules(session: Session, policyId: string): Promise<readonly RemoteRule[]> {
  return [...(await listRules(session, policyId)).values()].filter((rule) => !isGrant(rule));
}
