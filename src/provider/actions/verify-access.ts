import { verifyAccess } from '../../model/actions';
import { parseCidr } from '../../model/ip/cidr';
import type { PolicyRule } from '../../model/ip/policy';
import { findAccessViolations, formatAccessViolation } from '../../model/ip/verify-access';
import { getKind } from '../../model/kinds';
import { formatCount } from '../../model/text';
import type { CtyValue } from '../../values/cty-value';
import { createError, type Diagnostic } from '../protocol/diagnostic';
import { objectNotFound, requestFailed } from '../protocol/messages';
import { schemaAttributes } from '../protocol/schema-from-model';
import { validateAttributes } from '../protocol/validation';
import { listRules } from '../resources/rule-set/rules';
import { isServiceError } from '../service/service-error';
import type { Session } from '../service/session';
import type { ProviderAction } from './action';

/** `netingress_verify_access` */
export const verifyAccessAction: ProviderAction = {
  type: `netingress_${verifyAccess.name}`,
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
    const { rules } = read;
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

function toStrings(value: CtyValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

type ReadRules = { readonly rules: readonly PolicyRule[] } | { readonly diagnostic: Diagnostic };

/** Reads the rules of all policies. A policy that does not exist is an error, because its list of rules is empty, too. */
async function readRules(session: Session, policyIds: readonly string[]): Promise<ReadRules> {
  const policy = getKind('ip_policy');
  const rules: PolicyRule[] = [];
  for (const id of policyIds) {
    try {
      await session.client.get(policy.name, id, { signal: session.stopSignal() });
      for (const { cidr, values } of (await listRules(session, id)).values()) {
        const parsed = parseCidr(cidr);
        if ('problem' in parsed) throw new Error(`The service returned the network '${cidr}', which ${parsed.problem}`);
        rules.push({ cidr: parsed, action: values['action'] === 'deny' ? 'deny' : 'allow' });
      }
    } catch (failure) {
      if (!isServiceError(failure)) throw failure;
      const diagnostic = failure.notFound
        ? objectNotFound(policy, id, 'read the rules of', 'ip_policy_ids')
        : requestFailed(policy, 'read the rules of', failure);
      return { diagnostic };
    }
  }
  return { rules };
}
