import type { ApiError } from '../../../client/api';
import { createBody } from '../../../model/request';
import {
  type DeclaredRule,
  listRules,
  type RemoteRule,
  RULE_KIND,
  type RulesByCidr,
  toRemoteRule,
} from '../../access/rules';
import type { ProviderDiagnostic } from '../../protocol/diagnostic';
import type { Session } from '../../service/session';
import { createWithRecovery } from '../object/recover-lost-create';
import { deleteIfExists } from '../object/write';
import type { Change, ChangePhase } from './changes';

/** Terraform's default parallelism. */
const MAX_CONCURRENT = 10;

/** Chosen: a user who has interrupted the apply waits at most this long for a list of the rules. */
const RELIST_TIMEOUT_MS = 10_000;

/** A change that was not applied, or whose effect is unknown. The delete of a `replace` may have been applied. */
export interface FailedChange {
  readonly change: Change;
  readonly error: ApiError;
}

export interface ApplyResult {
  readonly failures: readonly FailedChange[];
  readonly appliedCount: number;
  readonly total: number;
  /** About rules that were recovered after a lost response. */
  readonly warnings: readonly ProviderDiagnostic[];
  readonly remote: RulesByCidr<RemoteRule>;
}

/**
 * After the first failure or interruption no further change begins; those that run at the same time are completed, and
 * may fail, too. Pass a session from `pinStopSignal`, which stays stopped.
 */
export async function applyChanges(
  session: Session,
  policyId: string,
  before: RulesByCidr<RemoteRule>,
  phases: readonly ChangePhase[],
): Promise<ApplyResult> {
  const remote = new Map(before);
  const failures: FailedChange[] = [];
  const warnings: ProviderDiagnostic[] = [];
  const create = async (declared: DeclaredRule): Promise<RemoteRule> => {
    const body = createBody(RULE_KIND.attributes, { ...declared.values, cidr: declared.cidr, ip_policy_id: policyId });
    const { object, diagnostics } = await createWithRecovery(RULE_KIND, session, body);
    warnings.push(...diagnostics);
    return toRemoteRule(object, declared.cidr);
  };
  let appliedCount = 0;
  for (const phase of phases) {
    const queue = phase.values();
    const applyNext = async (): Promise<void> => {
      for (const change of queue) {
        try {
          await applyChange(session, remote, change, create);
          appliedCount += 1;
        } catch (caught) {
          failures.push({ change, error: session.client.toApiError(caught) });
        }
        if (failures.length > 0 || session.stopSignal().aborted) return;
      }
    };
    await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, phase.length) }, applyNext));
    if (failures.length > 0 || session.stopSignal().aborted) break;
  }
  const total = phases.reduce((sum, phase) => sum + phase.length, 0);
  return {
    failures,
    warnings,
    appliedCount,
    total,
    remote: await relistIfEffectUnknown(session, policyId, failures, remote),
  };
}

/** Updates `remote` after each request, so that it is correct if the next request fails. */
async function applyChange(
  session: Session,
  remote: RulesByCidr<RemoteRule>,
  change: Change,
  create: (declared: DeclaredRule) => Promise<RemoteRule>,
): Promise<void> {
  const { network } = change;
  if (change.type === 'update') {
    const call = { stop: session.stopSignal() };
    const object = await session.client.update(RULE_KIND.name, change.remote.id, change.body, call);
    remote.set(network, toRemoteRule(object, change.remote.cidr));
    return;
  }
  if (change.type !== 'create') {
    await deleteIfExists(RULE_KIND, session, change.remote.id);
    remote.delete(network);
  }
  if (change.type !== 'delete') remote.set(network, await create(change.declared));
}

async function relistIfEffectUnknown(
  session: Session,
  policyId: string,
  failures: readonly FailedChange[],
  remote: RulesByCidr<RemoteRule>,
): Promise<RulesByCidr<RemoteRule>> {
  if (!failures.some(({ error }) => error.sideEffect === 'unknown')) return remote;
  try {
    // Not with the stop signal of the operation: the list is needed most after an interruption.
    return await listRules({ ...session, stopSignal: () => AbortSignal.timeout(RELIST_TIMEOUT_MS) }, policyId);
  } catch {
    // The failed change is reported; `remote` contains the applied changes.
    return remote;
  }
}
