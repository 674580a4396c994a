import type { Kind } from '../../../model/kind';
import { MUST_ADMIT } from '../../../model/variants/must-admit';
import { type CtyValue, type ObjectValue, toStrings } from '../../../values/cty-value';
import { isJsonObject, type JsonObject } from '../../../values/json';
import type { Words } from '../../../values/words';
import { loadAccess } from '../../access/load-access';
import { asChanged, hasRuleWrites, isLeaving, refuseUnlessItChanges, writeRestriction } from '../../access/lock-out';
import {
  type AccessProblem,
  accessRefused,
  accessWarning,
  admitsNoAddress,
  formatEmpty,
  toProblems,
} from '../../access/messages';
import { type ListPolicyRules, listLastingRules, type PolicyRules, readPolicyRules } from '../../access/policy-rules';
import { hasErrors, type ProviderDiagnostic } from '../../protocol/diagnostic';
import type { PrivateState } from '../../protocol/provider';
import { pinStopSignal, type Session } from '../../service/session';
import { readPrivateMember, withPrivateMember } from '../../state/private-state';
import { type Extra, keepAttributes, refuseWrite } from '../extra';

/** Member of the private state with the problems that the last refresh found. */
const VERDICT = 'must_admit';

export function mustAdmit(kind: Kind): Extra {
  return {
    name: MUST_ADMIT,
    checkPlan: ({ planned, priorPrivate }) => ({ diagnostics: verdictWarnings(planned, priorPrivate) }),
    toState: keepAttributes([MUST_ADMIT]),
    aroundWrite(write, send) {
      const { prior, planned } = write;
      if (!planned) return send(write.session);
      const session = pinStopSignal(write.session);
      return writeRestriction(session, async () => {
        const problem = await checkRestriction(kind, session, planned);
        if (problem) return refuseWrite(write, problem);
        const response = await send(session);
        if (!prior || hasErrors(response.diagnostics)) return response;
        return { ...response, private: withPrivateMember(response.private, VERDICT, undefined) };
      });
    },
    atRefresh: storeVerdict,
  };
}

/** The warning of the last refresh, if the plan keeps what it judged. */
function verdictWarnings(planned: ObjectValue, privateState: PrivateState): ProviderDiagnostic[] {
  const verdict = readPrivateMember(privateState, VERDICT);
  if (!isJsonObject(verdict) || planned['enforced'] !== true) return [];
  const { problems } = verdict;
  const isSame = [MUST_ADMIT, POLICY_IDS].every((name) => sameSet(verdict[name], planned[name] ?? null));
  return isSame && Array.isArray(problems) ? [accessWarning(formatSubject(planned), problems.filter(isProblem))] : [];
}

function isProblem(stored: unknown): stored is AccessProblem & JsonObject {
  return isJsonObject(stored) && typeof stored['isCertain'] === 'boolean' && typeof stored['text'] === 'string';
}

const POLICY_IDS = 'ip_policy_ids';

function sameSet(stored: unknown, planned: CtyValue): boolean {
  if (!Array.isArray(stored) || !Array.isArray(planned)) return false;
  return JSON.stringify(stored.map(String).sort()) === JSON.stringify(planned.map(String).sort());
}

async function storeVerdict(session: Session, state: ObjectValue, privateState: PrivateState): Promise<PrivateState> {
  const networks = toStrings(state[MUST_ADMIT]);
  if (state['enforced'] !== true || networks.length === 0) return withPrivateMember(privateState, VERDICT, undefined);
  const policyIds = toStrings(state[POLICY_IDS]);
  const problems = findProblems(await readPolicyRules(session, policyIds), networks).map((each) => ({ ...each }));
  const verdict = problems.length > 0 ? { [MUST_ADMIT]: networks, [POLICY_IDS]: policyIds, problems } : undefined;
  return withPrivateMember(privateState, VERDICT, verdict);
}

/**
 * Without `must_admit`, rules that cannot be read are no reason to refuse. Rules that the same run deletes do not
 * count. The run may create others in their place, so before a refusal because of them the check waits for the run.
 */
async function checkRestriction(
  kind: Kind,
  session: Session,
  planned: ObjectValue,
): Promise<ProviderDiagnostic | undefined> {
  const problem = await judgeRestriction(kind, session, planned, listLastingRules);
  if (problem || !hasRuleWrites(session)) return problem;
  return refuseUnlessItChanges(session, () =>
    judgeRestriction(kind, session, planned, async (_, policyId) =>
      asChanged(session, await listLastingRules(session, policyId)).filter((rule) => !isLeaving(session, rule)),
    ),
  );
}

async function judgeRestriction(
  kind: Kind,
  session: Session,
  planned: ObjectValue,
  list: ListPolicyRules,
): Promise<ProviderDiagnostic | undefined> {
  const networks = planned[MUST_ADMIT] ?? null;
  if (planned['enforced'] !== true || (Array.isArray(networks) && networks.length === 0)) return undefined;
  const read = await readPolicyRules(session, toStrings(planned[POLICY_IDS]), list);
  const subject = formatSubject(planned);
  if (read.missing.length === 0 && loadAccess().deniesEveryAddress(read)) return admitsNoAddress(subject, read);
  const problems = findProblems(read, toStrings(networks));
  const advice =
    `${formatEmpty(read.empty)}Change the rules of the policies first, or the networks in ${MUST_ADMIT} of the ${kind.title}. ` +
    'Without networks, rules that cannot be read are not an error.';
  const [failure] = read.unread.map((each) => each.failure);
  return problems.length > 0
    ? accessRefused(subject, problems, { advice, path: [MUST_ADMIT], ...(failure && { failure }) })
    : undefined;
}

function findProblems(read: PolicyRules, networks: readonly string[]): AccessProblem[] {
  if (networks.length === 0) return [];
  const missing = read.missing.map(
    (id): AccessProblem => ({ isCertain: false, text: `may deny addresses: IP policy '${id}' does not exist` }),
  );
  return missing.length > 0 ? missing : toProblems(loadAccess().findShortfalls({ ...read, networks }), read);
}

function formatSubject(values: ObjectValue): Words {
  return `The IP restriction of type '${String(values['type'])}'`;
}
