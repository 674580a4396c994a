import type { ApiError } from '../../../client/api';
import { getKind } from '../../../model/kinds';
import { formatCount } from '../../../model/text';
import { formatList, type Words } from '../../../values/words';
import type { RemoteRule } from '../../access/rules';
import { createError, createWarning, type ProviderDiagnostic } from '../../protocol/diagnostic';
import { formatImport, requestFailed } from '../../protocol/messages';
import { isConflict, isLimitReached } from '../../service/service-error';
import { limitReached } from '../object/create-messages';
import type { ApplyResult, FailedChange } from './apply-changes';

const RULE = getKind('ip_policy_rule');

/** Chosen: how many rules a message names. */
const MAX_LISTED = 20;

const VERBS = { create: 'create', replace: 'change the action of', update: 'update', delete: 'delete' } as const;

export function policyAlreadyHasRules(policyId: string, rules: readonly RemoteRule[]): ProviderDiagnostic {
  return createError(
    'IP policy already has rules',
    `Cannot create the rules of IP policy '${policyId}': it already has ${formatCount(rules.length, 'rule')}, which this ` +
      `resource would delete or adopt: ${formatRules(rules)}; expected no rules but those that are declared, with equal ` +
      'values. To manage them with this configuration, import them; the next plan then shows every difference:\n' +
      `${formatImport(policyId)}.\n` +
      'If they are declared as single rules, use either those or this resource. If this apply deletes those single rules, ' +
      'apply again.',
  );
}

const FAILED = {
  create:
    'Rules that were created exist at the service, but not in the state. Apply again: the set takes over those that it declares, and creates the others.',
  update: 'The state has the current rules, as far as they are known. Apply again to apply the others.',
  delete: 'The state has the current rules, as far as they are known. Destroy again to delete the others.',
} as const;

type Operation = keyof typeof FAILED;

export function changesFailed(policyId: string, result: ApplyResult, operation: Operation): ProviderDiagnostic[] {
  const { failures, appliedCount: applied, total } = result;
  const summary = `${applied} of ${formatCount(total, 'change')} to the rules of IP policy '${policyId}' were applied. ${FAILED[operation]}`;
  if (failures.length === 0)
    return [createError('Rules of an IP policy are incomplete', `Terraform was interrupted: ${summary}`)];
  return failures.map((failure, index) =>
    changeFailed(failure, operation, index === failures.length - 1 ? summary : ''),
  );
}

function changeFailed({ change, error }: FailedChange, operation: Operation, summary: string): ProviderDiagnostic {
  const { cidr } = change.type === 'delete' ? change.remote : change.declared;
  const hint = `${change.type === 'delete' ? '' : adviseFor(error, operation)}${summary}`.trim();
  const diagnostic = requestFailed({ title: `rule ${cidr}` }, VERBS[change.type], error, hint);
  return change.type === 'delete' ? diagnostic : { ...diagnostic, path: ['rules', { key: cidr }] };
}

function adviseFor(error: ApiError, operation: Operation): Words {
  if (isLimitReached(RULE, error)) return `${limitReached(RULE)} `;
  if (!isConflict(RULE, error)) return '';
  // After a failed create there is no state, so a plan shows no rule of the policy.
  const advice =
    operation === 'create'
      ? 'Apply again, which takes it over if it equals the declared rule, and otherwise names it. '
      : 'Run terraform plan again to see it. ';
  return `Another client has created a rule for this network since the plan. ${advice}`;
}

export function rulesAdopted(policyId: string, rules: readonly RemoteRule[]): ProviderDiagnostic {
  return createWarning(
    'Rules that existed were taken over',
    `IP policy '${policyId}' already had ${formatCount(rules.length, 'rule')} that the configuration declares: ` +
      `${formatRules(rules)}. They are unchanged, and the state has them now.`,
  );
}

export function undeclaredRulesSincePlan(policyId: string, rules: readonly RemoteRule[]): ProviderDiagnostic {
  return createWarning(
    'IP policy has rules that no plan has shown',
    `IP policy '${policyId}' got ${formatCount(rules.length, 'rule')} after the plan: ${formatRules(rules)}. They are ` +
      'unchanged. The next plan shows them, and its apply deletes them unless they are declared.',
  );
}

/** The state of a set that kept grants does not contain them, so the plan cannot show their deletion as a change. */
export function grantsWillBeDeleted(policyId: string, networks: readonly string[]): ProviderDiagnostic {
  return createWarning(
    'Live grants will be deleted',
    `IP policy '${policyId}' has ${formatCount(networks.length, 'live grant')}: ${formatList(networks, MAX_LISTED)}. The ` +
      'configuration has grants = "refuse", so the apply deletes them. To leave them until their end, set grants = "keep".',
  );
}

function formatRules(rules: readonly RemoteRule[]): Words {
  const names = rules.map(({ id, cidr, values }) => `${String(values['action'])} ${cidr} (${id})`);
  return formatList(names, MAX_LISTED);
}
