import { verifyAccess } from '../../model/actions';
import { getKind } from '../../model/kinds';
import { formatCount, toSentence } from '../../model/text';
import { toStrings } from '../../values/cty-value';
import { loadAccess } from '../access/load-access';
import { readPolicyRules } from '../access/policy-rules';
import { listRules } from '../access/rules';
import { createError } from '../protocol/diagnostic';
import { objectNotFound, requestFailed } from '../protocol/messages';
import { defineAction } from './action';

const POLICY_KIND = getKind('ip_policy');

/** The action fails if something is not known, because an action can only succeed or fail. */
export const verifyAccessAction = defineAction(verifyAccess, async (session, config, report) => {
  const required = { mustAdmit: toStrings(config['must_admit']), mustDeny: toStrings(config['must_deny']) };
  const policyIds = toStrings(config['ip_policy_ids']);
  // Grants count, because the question is who gets in now.
  const { facts, missing, unread } = await readPolicyRules(session, policyIds, async (_, id) => [
    ...(await listRules(session, id)).values(),
  ]);
  const notRead = [
    ...missing.map((id) => objectNotFound(POLICY_KIND, id, 'read the rules of', 'ip_policy_ids')),
    ...unread.map(({ failure }) => requestFailed(POLICY_KIND, 'read the rules of', failure)),
  ];
  if (notRead.length > 0) return notRead;
  report(`Read ${formatCount(facts.flatMap(({ objects }) => objects).length, 'rule')}.`);
  const { result, problems } = loadAccess().requireAccess({ facts, policyIds }, required);
  if (result !== 'passed') {
    const summary = result === 'failed' ? 'Access is not as required' : 'Access is not known';
    const advice = 'Correct the rules of the policies, or the networks of this action.';
    return [createError(summary, `${problems.map(toSentence).join('\n')}\n${advice}`)];
  }
  const count = required.mustAdmit.length + required.mustDeny.length;
  report(`Verified ${formatCount(count, 'network')}.`);
  return [];
});
