/** Keeps a change or a deletion of a single rule from leaving an enforced restriction that admits nobody. */
import { resourceType } from '../../../model/naming';
import type { ObjectValue } from '../../../values/cty-value';
import { checkLockOut, isClaimed, keepRules, mayAllow, type RulesWrite } from '../../access/lock-out';
import { adviseOnDelete } from '../../access/messages';
import { type RemoteRule, RULE_KIND, toRemoteRule } from '../../access/rules';
import { hasErrors } from '../../protocol/diagnostic';
import { pinStopSignal } from '../../service/session';
import { valueToJson } from '../../state/json-values';
import type { ManagedResource } from '../managed-resource';

type Lifecycle = Pick<ManagedResource, 'read' | 'create' | 'update' | 'delete'>;

export function withLockOutCheck(plain: Lifecycle): Lifecycle {
  return {
    read: plain.read,
    create: plain.create,
    async update(running, request) {
      const session = pinStopSignal(running);
      const [ruleBefore, ruleAfter] = [toRule(request.prior), toRule(request.planned)];
      if (formatRule(ruleBefore) === formatRule(ruleAfter)) return plain.update(session, request);
      const write: RulesWrite = {
        policyId: String(request.prior['ip_policy_id']),
        action: `Changing the rule ${formatRule(ruleBefore)} to ${formatRule(ruleAfter)}`,
        phases: [{ removed: [ruleBefore], added: [ruleAfter] }],
        advice: () => `Add a rule that allows another network first, in an apply of its own. ${WAY_OUT}`,
      };
      const problem = await checkLockOut(session, write);
      if (problem) return { state: request.prior, private: request.private, diagnostics: [problem] };
      const response = await plain.update(session, request);
      if (hasErrors(response.diagnostics)) keepRules(session, [ruleBefore]);
      return response;
    },
    async delete(running, request) {
      const session = pinStopSignal(running);
      const rule = toRule(request.prior);
      if (isClaimed(session, rule)) return { state: null, private: request.private, diagnostics: [] };
      const cause = request.isReplacement ? 'replacement' : 'removal';
      const write: RulesWrite = {
        policyId: String(request.prior['ip_policy_id']),
        action: `Deleting the rule ${rule.cidr}`,
        phases: [{ removed: [rule], added: [] }],
        ...(request.isHandedOver && mayAllow(rule) && { keptNetworks: [rule.cidr] }),
        advice: adviseOnDelete(TYPE, cause, WAY_OUT),
      };
      const problem = await checkLockOut(session, write);
      if (problem) return { state: request.prior, private: request.private, diagnostics: [problem] };
      const response = await plain.delete(session, request);
      if (hasErrors(response.diagnostics)) keepRules(session, [rule]);
      return response;
    },
  };
}

function formatRule({ cidr, values }: RemoteRule): string {
  return `${String(values['action'])} ${cidr}`;
}

const TYPE = resourceType(RULE_KIND);

const WAY_OUT =
  'To shut everybody out intentionally, set enforced = false in the restriction and apply first, or delete the restriction.';

function toRule(values: ObjectValue): RemoteRule {
  return toRemoteRule({ ...valueToJson(values), ip_policy: { id: values['ip_policy_id'] as string } });
}
