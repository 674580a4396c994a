import { verifyAccess } from '../../model/actions';
import { toPolicyRule } from '../../model/ip/policy';
import { findAccessViolations, formatAccessViolation } from '../../model/ip/verify-access';
import { formatCount } from '../../model/text';
import { createError } from '../protocol/diagnostic';
import { defineAction, toStrings } from './action';
import { readRules } from './read-rules';

export const verifyAccessAction = defineAction(verifyAccess, async (session, config, report) => {
  const required = { mustAdmit: toStrings(config['must_admit']), mustDeny: toStrings(config['must_deny']) };
  const read = await readRules(session, toStrings(config['ip_policy_ids']));
  if ('diagnostic' in read) return [read.diagnostic];
  const rules = read.rules.map(({ cidr, values }) => toPolicyRule(cidr, values['action']));
  report(`Read ${formatCount(rules.length, 'rule')}.`);
  const violations = findAccessViolations(rules, required);
  if (violations.length > 0) {
    const advice = 'Correct the rules of the policies, or the networks of this action.';
    const detail = `${violations.map(formatAccessViolation).join('\n')}\n${advice}`;
    return [createError('Access is not as required', detail)];
  }
  const count = required.mustAdmit.length + required.mustDeny.length;
  report(`Verified ${formatCount(count, 'network')}.`);
  return [];
});
