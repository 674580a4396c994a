import { ipPolicyRules } from '../../model/composites';
import { type BlockedDelete, listRemedies } from '../../model/in-use-remedies';
import { resourceType } from '../../model/naming';
import { endSentence } from '../../model/text';
import { MUST_ADMIT } from '../../model/variants/must-admit';
import type { Shortfall } from '../../values/cause';
import { describeShortfall } from '../../values/describe-cause';
import type { AdviceNames, FailedRequest } from '../../values/diagnostic-cause';
import { formatList, type Words } from '../../values/words';
import {
  type AttributePath,
  createError,
  createWarning,
  type ProviderDiagnostic,
  withCause,
} from '../protocol/diagnostic';
import { describeProgress, type LoggedWrite } from '../service/write-log';
import type { PolicyRules } from './policy-rules';

const RULES_TYPE = resourceType(ipPolicyRules);
/** Chosen: how many networks, policies or restrictions a message names. */
const MAX_LISTED = 10;

export interface AccessProblem {
  /** Whether some of the addresses are certainly denied; false if what is not known decides about all of them. */
  readonly isCertain: boolean;
  /** Continues the name of what is judged: `would deny 203.0.113.9, because no allow rule matches`. */
  readonly text: Words;
}

/** `unread`: policies whose rules could not be read, which may be why it is not known. */
export function toProblems(
  shortfalls: readonly Shortfall[],
  { unread }: Pick<PolicyRules, 'unread'> = { unread: [] },
): AccessProblem[] {
  const messages = unread.map(({ failure }) => failure.message);
  return shortfalls.map((shortfall) => {
    const isCertain = shortfall.denied.length > 0;
    const text = describeShortfall(shortfall);
    return { isCertain, text: isCertain || messages.length === 0 ? text : `${text}. ${messages.join(' ')}` };
  });
}

/** `failure`: the failed read because of which the access is not known. */
export function accessRefused(
  subject: Words,
  problems: readonly AccessProblem[],
  {
    advice,
    path,
    failure,
  }: { readonly advice: Words; readonly path?: AttributePath; readonly failure?: FailedRequest },
): ProviderDiagnostic {
  const isCertain = problems.some((problem) => problem.isCertain);
  const summary = isCertain ? 'Required addresses would be denied' : 'Access of required addresses is not known';
  const detail = `${formatProblems(subject, problems)}\nThis resource was not changed.`;
  return withCause(createError(summary, detail, path), { kind: 'guard', failure, advice });
}

export function rulesWouldDeny(subject: Words, problems: readonly AccessProblem[]): ProviderDiagnostic {
  const advice = `Allow these addresses in rules, remove the deny rules that match them, or remove them from ${MUST_ADMIT}.`;
  return createError('Required addresses would be denied', `${formatProblems(subject, problems)}\n${advice}`, [
    MUST_ADMIT,
  ]);
}

/** Not an error: the apply of the same plan may change the rules. */
export function accessWarning(subject: Words, problems: readonly AccessProblem[]): ProviderDiagnostic {
  const isCertain = problems.some((problem) => problem.isCertain);
  const [summary, advice] = isCertain
    ? ['Required addresses were denied at the last refresh', 'change them']
    : ['Access of required addresses was not known at the last refresh', 'find out whether they admit the addresses'];
  return createWarning(
    summary,
    `${formatProblems(subject, problems)}\nThe addresses are in ${MUST_ADMIT}. Unless this apply changes the rules, ${advice}.`,
  );
}

export function admitsNoAddress(subject: Words, { policyIds, empty }: PolicyRules): ProviderDiagnostic {
  const problem =
    `${subject} would deny every address, because the rules of its policies (${formatList(policyIds, MAX_LISTED)}) admit ` +
    'none; grants do not count, because they end. The restriction was not changed.';
  const advice =
    `${formatEmpty(empty)}${empty.length === 0 ? 'Add' : 'Otherwise add'} an allow rule first. To ` +
    `deny every address intentionally, set ${MUST_ADMIT} = [].`;
  return withCause(createError('IP restriction would deny every address', problem, ['ip_policy_ids']), {
    kind: 'guard',
    advice,
  });
}

/**
 * This process deletes rules of the policy that allow the networks, or whose set has them in `must_admit`. No other
 * write of the process may shut the networks out.
 */
export interface KeptNetworks {
  readonly policyId: string;
  readonly networks: readonly string[];
}

export interface ShutOut {
  readonly restrictions: readonly { readonly id: string; readonly type: string }[];
  /** At least one of its networks would be shut out. Undefined if nobody at all would be admitted. */
  readonly kept: KeptNetworks | undefined;
}

export function wouldShutOut(
  {
    policyId,
    action,
    advice,
  }: { readonly policyId: string; readonly action: string; readonly advice: AdviceOnRestriction },
  { restrictions, kept }: ShutOut,
  done: readonly LoggedWrite[],
): ProviderDiagnostic {
  const listed = formatList(
    restrictions.map(({ id, type }) => `'${type}' (${id})`),
    MAX_LISTED,
  );
  const [subject, verb] =
    restrictions.length === 1
      ? [`the enforced IP restriction of type ${listed}`, 'names']
      : [`the enforced IP restrictions of the types ${listed}`, 'name'];
  const nothingDone = 'None of these rules was deleted or changed.';
  if (kept && kept.policyId !== policyId) {
    const some = kept.networks.length > 1 ? 'at least one of ' : '';
    const networks = `${some}${formatList(kept.networks, MAX_LISTED)}`;
    const detail =
      `${action} would shut out ${networks}: this apply deletes the rules of IP policy '${kept.policyId}' that allow them, ` +
      `too, and ${subject} ${verb} both policies. ${nothingDone}`;
    const remedy =
      'If they are to be shut out, apply again. Otherwise keep the rules, or let the restriction name another policy that allows them first.';
    return withCause(createError('Networks would be shut out', detail), { kind: 'guard', advice: remedy });
  }
  const problem = kept
    ? `would shut out networks that they allow, because ${subject} still ${verb} the policy.`
    : `would leave ${subject} without a rule that admits anybody; grants do not count, because they end.`;
  const summary = kept ? 'Networks would be shut out' : 'Everybody would be shut out';
  const writes = [...done];
  const ids = restrictions.map(({ id }) => id);
  return withCause(createError(summary, `${action} ${problem} ${nothingDone}`), {
    kind: 'guard',
    advice: (names) => [describeProgress(writes, names), ...advice(ids, names)],
  });
}

export type AdviceOnRestriction = (restrictionIds: readonly string[], names: AdviceNames) => readonly Words[];

export function adviseOnDelete(deletion: Omit<BlockedDelete, 'users'>, wayOut: string): AdviceOnRestriction {
  return (ids, names) => {
    const users = ids.map((id) => ({ kind: 'ip_restriction', id }));
    return [...listRemedies({ ...deletion, users }, names), wayOut];
  };
}

/** `''` if there are none. Terraform may create a restriction that refers to the policy before the policy's rules. */
export function formatEmpty(empty: readonly string[]): Words {
  if (empty.length === 0) return '';
  const [subject, verb] = empty.length === 1 ? ['IP policy', 'has'] : ['IP policies', 'have'];
  return (
    `${subject} ${formatList(empty, MAX_LISTED)} ${verb} no rules yet: refer to the policy through its rules ` +
    `(ip_policy_ids = [${RULES_TYPE}.<name>.ip_policy_id]), or add depends_on with its rules, so that Terraform creates ` +
    'the rules first. '
  );
}

function formatProblems(subject: Words, problems: readonly AccessProblem[]): Words {
  return problems.map(({ text }) => endSentence(`${subject} ${text}`)).join('\n');
}
