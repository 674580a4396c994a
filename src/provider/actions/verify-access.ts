import { actionType, verifyAccess } from '../../model/actions';
import { toPolicyRule } from '../../model/ip/policy';
import { findAccessViolations, formatAccessViolation } from '../../model/ip/verify-access';
import { formatCount } from '../../model/text';
import type { CtyValue } from '../../values/cty-value';
import { createError } from '../protocol/diagnostic';
import { schemaAttributes } from '../protocol/schema-from-model';
import { validateAttributes } from '../protocol/validation';
import { type ProviderAction, toStrings } from './action';
import { readRules } from './read-rules';

/** `netingress_verify_access` */
export const verifyAccessAction: ProviderAction = {
  type: actionType(verifyAccess),
  schema: { version: 0, description: verifyAccess.doc, attributes: schemaAttributes(verifyAccess.attributes) },
  validate(config) {
    const { must_admit: mustAdmit, must_deny: mustDeny } = config;
    const problems = validateAttributes({ ...verifyAccess, errorCodes: {} }, config);
    if (problems.length > 0 || isGiven(mustAdmit) || isGiven(mustDeny)) return problems;
    const detail = 'must_admit and must_deny are empty; expected at least one network in one of them.';
    return [createError('Nothing to verify', detail)];
  },
  async invoke(session, config, report) {
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
  },
};

/** An unknown value may contain networks. */
function isGiven(value: CtyValue | undefined): boolean {
  if (value === null || value === undefined) return false;
  return !Array.isArray(value) || value.length > 0;
}
