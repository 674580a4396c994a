/** The action `netingress_verify_access`: fails unless policies admit what they must admit. `registry.ts` lists it. */
import { verifyAccess } from '../../model/actions';
import { formatCount } from '../../model/text';
import { loadAccess } from '../access/load-access';
import { toFact } from '../access/policy-rules';
import { RULE_KIND } from '../access/rules';
import { createError } from '../protocol/diagnostic';
import { defineAction, toStrings } from './action';
import { readRules } from './read-rules';

/** What is not known fails the action, because it can only succeed or fail. */
export const verifyAccessAction = defineAction(verifyAccess, async (session, config, report) => {
  const required = { mustAdmit: toStrings(config['must_admit']), mustDeny: toStrings(config['must_deny']) };
  const policyIds = toStrings(config['ip_policy_ids']);
  const read = await readRules(session, policyIds);
  if ('diagnostic' in read) return [read.diagnostic];
  report(`Read ${formatCount(read.rules.length, 'rule')}.`);
  const objects = read.rules.map((rule) => toFact(rule, rule.policyId));
  const facts = [{ kind: RULE_KIND.name, objects }];
  const { result, problems } = loadAccess().requireAccess({ facts, policyIds }, required);
  if (result !== 'passed') {
    const summary = result === 'failed' ? 'Access is not as required' : 'Access is not known';
    const advice = 'Correct the rules of the policies, or the networks of this action.';
    return [createError(summary, `${problems.map(formatSentence).join('\n')}\n${advice}`)];
  }
  const count = required.mustAdmit.length + required.mustDeny.length;
  report(`Verified ${formatCount(count, 'network')}.`);
  return [];
});

function formatSentence(problem: string): string {
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
}
