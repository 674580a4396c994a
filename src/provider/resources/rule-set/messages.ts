/** What users are told about a set of rules. */
import { ipPolicyRules } from '../../../model/composites';
import { getKind } from '../../../model/kinds';
import type { Diagnostic } from '../../protocol/diagnostic';
import { requestFailed, resourceType } from '../../protocol/messages';
import type { Failure, Outcome } from './apply-changes';
import type { RemoteRule } from './rules';

/** Rules that are named in one message; a policy may hold thousands. */
const shown = 20;

const type = resourceType(ipPolicyRules);

/** A create on a policy that has rules already. */
export function policyAlreadyHasRules(policyId: string, rules: readonly RemoteRule[]): Diagnostic {
  return {
    severity: 'error',
    summary: 'IP policy holds rules already',
    detail:
      `Cannot create the rules of IP policy ${policyId}: it holds ${count(rules.length, 'rule')} already, which this ` +
      `resource would have to remove or take over: ${ruleList(rules)}. To manage them with this configuration, import ` +
      `them, and the next plan shows every difference:\n  terraform import ${type}.<name> ${policyId}\n` +
      'If they are declared as single rules, use either those or this resource. If this resource was to replace itself ' +
      'with create_before_destroy, remove create_before_destroy.',
  };
}

/** Changes that were not made, and what stands instead. */
export function changesFailed(policyId: string, outcome: Outcome, declared: boolean): Diagnostic[] {
  const { failures, made, total } = outcome;
  const rest =
    `${made} of ${count(total, 'change')} to the rules of IP policy ${policyId} were made; the state holds the rules ` +
    `that stand now. ${declared ? 'Apply again to make the others.' : 'Destroy again to remove the others.'}`;
  if (failures.length === 0) {
    return [
      {
        severity: 'error',
        summary: 'Rules of an IP policy are incomplete',
        detail: `Terraform was interrupted: ${rest}`,
      },
    ];
  }
  return failures.map((failure, index) => changeFailed(failure, index === failures.length - 1 ? rest : ''));
}

const verbs = { create: 'create', replace: 'change the action of', update: 'update', remove: 'delete' } as const;

function changeFailed({ change, error }: Failure, rest: string): Diagnostic {
  const cidr = change.type === 'remove' ? change.standing.cidr : change.declared.cidr;
  const conflict =
    error.status === 409 && change.type !== 'remove'
      ? 'Somebody else has made a rule for this network since the plan; run terraform plan again to see it. '
      : '';
  const diagnostic = requestFailed({ title: `rule ${cidr}` }, verbs[change.type], error, `${conflict}${rest}`.trim());
  return change.type === 'remove' ? diagnostic : { ...diagnostic, path: ['rules', { key: cidr }] };
}

/** Rules that came to the policy after the plan was made. */
export function undeclaredRulesSincePlan(policyId: string, rules: readonly RemoteRule[]): Diagnostic {
  return {
    severity: 'warning',
    summary: 'IP policy has rules that no plan has shown',
    detail:
      `IP policy ${policyId} got ${count(rules.length, 'rule')} after the plan was made: ${ruleList(rules)}. They were ` +
      'left alone. The next plan shows them, and its apply removes them unless they are declared.',
  };
}

/** An import of something that is no identifier of a policy. */
export function badPolicyId(given: string): Diagnostic {
  const { idPrefix } = getKind('ip_policy');
  return {
    severity: 'error',
    summary: `Cannot import ${ipPolicyRules.title}`,
    detail:
      `'${given}' is not the identifier of an IP policy, by which its rules are imported; expected ${idPrefix}_ followed ` +
      `by letters and digits, as in: terraform import ${type}.<name> ${idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`,
  };
}

function ruleList(rules: readonly RemoteRule[]): string {
  const names = rules.slice(0, shown).map(({ id, cidr, values }) => `${String(values['action'])} ${cidr} (${id})`);
  const more = rules.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
