/**
 * Refuses to change or delete a single rule if that shuts people out (`access/lock-out.ts`). A rule that a set of the
 * same run has adopted is deleted from the state only, and not at the service.
 */

import { resourceType } from '../../../model/naming';
import type { ObjectValue } from '../../../values/cty-value';
import type { Words } from '../../../values/words';
import { checkLockOut, isAdopted, keepRules, mayAllow, noteChanged } from '../../access/lock-out';
import { adviseOnDelete } from '../../access/messages';
import { type RemoteRule, RULE_KIND, toRemoteRule } from '../../access/rules';
import { hasErrors } from '../../protocol/diagnostic';
import { pinStopSignal } from '../../service/session';
import { valueToJson } from '../../state/json-values';
import { type Extra, refuseWrite } from '../extra';

export const ruleLockOut: Extra = {
  name: 'lock-out by a rule',
  async aroundWrite(write, send) {
    if (!write.prior) return send(write.session);
    const session = pinStopSignal(write.session);
    const ruleBefore = toRule(write.prior);
    const ruleAfter = write.planned ? toRule(write.planned) : undefined;
    if (ruleAfter && admitsSame(ruleBefore, ruleAfter)) return send(session);
    if (!ruleAfter && isAdopted(session, ruleBefore)) return { state: null, private: write.private, diagnostics: [] };
    const cause = write.isReplacement ? 'replacement' : 'removal';
    const problem = await checkLockOut(session, {
      policyId: String(write.prior['ip_policy_id']),
      phases: [{ removed: [ruleBefore], added: ruleAfter ? [ruleAfter] : [] }],
      ...(ruleAfter
        ? {
            action: `Changing the rule ${formatRule(ruleBefore)} to ${formatRule(ruleAfter)}`,
            advice: () => [`Add a rule that allows another network first, in an apply of its own. ${WAY_OUT}`],
          }
        : {
            action: `Deleting the rule ${ruleBefore.cidr}`,
            ...(write.isHandedOver && mayAllow(ruleBefore) && { keptNetworks: [ruleBefore.cidr] }),
            advice: adviseOnDelete({ type: TYPE, cause, id: ruleBefore.id, folder: session.folder }, WAY_OUT),
          }),
    });
    if (problem) return refuseWrite(write, problem);
    const response = await send(session);
    if (hasErrors(response.diagnostics)) keepRules(session, [ruleBefore]);
    else if (ruleAfter) noteChanged(session, { ...ruleAfter, id: ruleBefore.id });
    return response;
  },
};

function admitsSame(a: RemoteRule, b: RemoteRule): boolean {
  return a.cidr === b.cidr && a.values['action'] === b.values['action'];
}

function formatRule({ cidr, values }: RemoteRule): Words {
  return `${String(values['action'])} ${cidr}`;
}

const TYPE = resourceType(RULE_KIND);

const WAY_OUT =
  'To shut everybody out intentionally, set enforced = false in each of these restrictions and apply first, or delete them.';

function toRule(values: ObjectValue): RemoteRule {
  const object = { ...valueToJson(values), ip_policy: { id: values['ip_policy_id'] as string } };
  return toRemoteRule(object, String(values['cidr']));
}
