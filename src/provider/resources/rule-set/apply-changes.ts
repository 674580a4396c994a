import { createBody } from '../../../model/request';
import type { Diagnostic } from '../../protocol/diagnostic';
import type { ServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import { createExactlyOnce } from '../object/recover-lost-create';
import type { Change, Phase } from './changes';
import { type DeclaredRule, listRules, type RemoteRule, RULE_KIND, type RulesByCidr, toRemoteRule } from './rules';

/** Changes under way at once: as many as Terraform itself would make of so many single rules. */
const concurrent = 10;

/** A change that was not made, or of which it is not known. */
export interface Failure {
  readonly change: Change;
  readonly error: ServiceError;
}

/** What became of the changes. */
export interface Outcome {
  readonly failures: readonly Failure[];
  /** How many were made, and how many of them there were. */
  readonly made: number;
  readonly total: number;
  /** Of rules that were adopted after a lost response. */
  readonly warnings: readonly Diagnostic[];
  /** The rules that stand now. */
  readonly standing: RulesByCidr<RemoteRule>;
}

/**
 * Makes the changes, phase after phase, and stops at the first failure or when Terraform is interrupted; what is under
 * way then comes to its end first. `session` must be one whose stop holds (`holdStop`).
 */
export async function applyChanges(
  session: Session,
  policyId: string,
  before: RulesByCidr<RemoteRule>,
  phases: readonly Phase[],
): Promise<Outcome> {
  const standing = new Map(before);
  const failures: Failure[] = [];
  const warnings: Diagnostic[] = [];
  const create = async (declared: DeclaredRule): Promise<RemoteRule> => {
    const body = createBody(RULE_KIND.attributes, { ...declared.values, cidr: declared.cidr, ip_policy_id: policyId });
    const { object, diagnostics } = await createExactlyOnce(RULE_KIND, session, body);
    warnings.push(...diagnostics);
    return toRemoteRule(object);
  };
  let made = 0;
  for (const phase of phases) {
    const queue = phase.values();
    const work = async (): Promise<void> => {
      for (const change of queue) {
        try {
          await makeChange(session, standing, change, create);
          made += 1;
        } catch (caught) {
          failures.push({ change, error: session.client.errorOf(caught) });
        }
        if (failures.length > 0 || session.stopSignal().aborted) return;
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrent, phase.length) }, work));
    if (failures.length > 0 || session.stopSignal().aborted) break;
  }
  const total = phases.reduce((sum, phase) => sum + phase.length, 0);
  return { failures, warnings, made, total, standing: await certain(session, policyId, failures, standing) };
}

/** Makes one change and takes note of what stands at each step, so that it is true also when the next one fails. */
async function makeChange(
  session: Session,
  standing: RulesByCidr<RemoteRule>,
  change: Change,
  create: (declared: DeclaredRule) => Promise<RemoteRule>,
): Promise<void> {
  const { network } = change;
  switch (change.type) {
    case 'create':
      standing.set(network, await create(change.declared));
      return;
    case 'replace':
      await removeRule(session, change.standing);
      standing.delete(network);
      standing.set(network, await create(change.declared));
      return;
    case 'update': {
      const { id } = change.standing;
      standing.set(
        network,
        toRemoteRule(await session.client.update(RULE_KIND.name, id, change.body, { stop: session.stopSignal() })),
      );
      return;
    }
    case 'remove':
      await removeRule(session, change.standing);
      standing.delete(network);
  }
}

/** A rule that is gone already is what was wanted. */
async function removeRule(session: Session, { id }: RemoteRule): Promise<void> {
  try {
    await session.client.delete(RULE_KIND.name, id, { stop: session.stopSignal() });
  } catch (caught) {
    const error = session.client.errorOf(caught);
    if (!error.notFound) throw error;
  }
}

/** Where it is not known whether a change was made, the service is asked once more. */
async function certain(
  session: Session,
  policyId: string,
  failures: readonly Failure[],
  noted: RulesByCidr<RemoteRule>,
): Promise<RulesByCidr<RemoteRule>> {
  if (!failures.some(({ error }) => error.outcome === 'unknown')) return noted;
  try {
    // Not with the stop of the operation: the answer is needed most after an interruption.
    return await listRules({ ...session, stopSignal: () => AbortSignal.timeout(10_000) }, policyId);
  } catch {
    // The failure that is reported already is the news; what was noted is the best that is known.
    return noted;
  }
}
