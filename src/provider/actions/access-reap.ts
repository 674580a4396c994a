import { accessReap } from '../../model/actions';
import { findRuleGrant } from '../../model/grants/grant';
import { type GrantCalls, type RuleWithGrant, reapGrants } from '../../model/grants/reap-grants';
import { formatCount } from '../../model/text';
import { createError, type Diagnostic } from '../protocol/diagnostic';
import { requestFailed } from '../protocol/messages';
import { serviceNow } from '../resources/rule-set/grants';
import { type RemoteRule, RULE_KIND, toRemoteRule } from '../resources/rule-set/rules';
import { isServiceError } from '../service/service-error';
import type { Session } from '../service/session';
import { defineAction, toStrings } from './action';
import { readRules } from './read-rules';

export const accessReapAction = defineAction(accessReap, async (session, config, report) => {
  try {
    const policyIds = toStrings(config['ip_policy_ids']);
    const read = policyIds.length > 0 ? await readRules(session, policyIds) : { rules: await listAllRules(session) };
    if ('diagnostic' in read) return [read.diagnostic];
    const calls = grantCalls(session, read.rules.flatMap(toGranted));
    const { removed, failed, live } = await reapGrants(calls, {
      onRemoved: ({ cidr, grant }) => report(`Removed ${cidr}, which was granted until ${grant.until}.`),
    });
    report(`Removed ${formatCount(removed.length, 'overdue grant')}; ${live} live.`);
    return failed.map(({ rule, message }) => notRemoved(rule, message));
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return [requestFailed(RULE_KIND, 'list', failure)];
  }
});

type GrantedRule = RuleWithGrant & Pick<RemoteRule, 'cidr'>;

async function listAllRules(session: Session): Promise<RemoteRule[]> {
  const rules: RemoteRule[] = [];
  for await (const object of session.client.list(RULE_KIND.name, {}, { signal: session.stopSignal() }))
    rules.push(toRemoteRule(object));
  return rules;
}

function grantCalls(session: Session, grants: readonly GrantedRule[]): GrantCalls<GrantedRule> {
  const call = { signal: session.stopSignal() };
  return {
    list: async () => grants,
    read: (id) =>
      unlessMissing(
        async () => toGranted(toRemoteRule(await session.client.get(RULE_KIND.name, id, call)))[0],
        undefined,
      ),
    delete: (id) =>
      unlessMissing(async () => {
        await session.client.delete(RULE_KIND.name, id, { stop: session.stopSignal() });
        return true;
      }, false),
    now: () => serviceNow(session),
    toFailure(caught) {
      if (isServiceError(caught)) return caught;
      throw caught;
    },
  };
}

function toGranted(rule: RemoteRule): GrantedRule[] {
  const grant = findRuleGrant(rule.values);
  return grant ? [{ id: rule.id, cidr: rule.cidr, grant }] : [];
}

async function unlessMissing<T>(call: () => Promise<T>, missing: T): Promise<T> {
  try {
    return await call();
  } catch (caught) {
    if (isServiceError(caught) && caught.notFound) return missing;
    throw caught;
  }
}

function notRemoved({ id, cidr }: GrantedRule, message: string): Diagnostic {
  const detail = `Rule ${id} still allows ${cidr}: ${message} Invoke the action again.`;
  return createError('Cannot remove an overdue grant', detail);
}
