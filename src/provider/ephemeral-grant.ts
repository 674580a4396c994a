/** `netingress_ip_grant`: temporary access while Terraform runs. */
import { canonicalTimestamp, parseDuration } from '../model/formats/time';
import { decideGrant, type GrantableRule } from '../model/grants/decide-grant';
import { findRuleGrant, formatGrant, GRANT_DESCRIPTION, type Grant, validateGrant } from '../model/grants/grant';
import { DEFAULT_GRANT_DURATION, ipGrant } from '../model/grants/ip-grant';
import { canonicalCidr } from '../model/ip/cidr';
import type { JsonObject } from '../model/json';
import { type ObjectValue, objectValue } from '../values/cty-value';
import { deleteOpened, type EphemeralResource, parseOpenedId } from './ephemeral';
import { createError, createWarning, type Diagnostic } from './protocol/diagnostic';
import { requestFailed, resourceType } from './protocol/messages';
import type { OpenRequest, OpenResponse } from './protocol/provider';
import { schemaAttributes } from './protocol/schema-from-model';
import { validateAttributes } from './protocol/validation';
import { createExactlyOnce } from './resources/object/recover-lost-create';
import { serviceNow } from './resources/rule-set/grants';
import { listRules, RULE_KIND } from './resources/rule-set/rules';
import { isServiceError } from './service/service-error';
import type { Session } from './service/session';

export const ipGrantResource: EphemeralResource = {
  type: resourceType(ipGrant),
  schema: { version: 0, description: ipGrant.doc, attributes: schemaAttributes(ipGrant.attributes) },
  validate: (config) => validateAttributes(ipGrant, config),
  open: openGrant,
  async close(session, privateState) {
    const id = parseOpenedId(privateState);
    // The rule existed before the run.
    if (id === null) return [];
    return deleteOpened(RULE_KIND, session, id, 'It admits until `netingress access reap` deletes it after its end.');
  },
};

interface Opened {
  readonly id: string;
  readonly until: string | null;
  readonly isOwn: boolean;
  readonly diagnostics?: readonly Diagnostic[];
}

async function openGrant(session: Session, { config }: OpenRequest): Promise<OpenResponse> {
  try {
    const opened = await findOrCreate(session, config);
    if ('severity' in opened) return { result: null, private: new Uint8Array(), diagnostics: [opened] };
    const { id, until, isOwn, diagnostics = [] } = opened;
    const result = objectValue(
      Object.keys(ipGrant.attributes).map((name) => [name, { id, until }[name] ?? config[name] ?? null]),
    );
    return { result, private: Buffer.from(JSON.stringify({ id: isOwn ? id : null })), diagnostics };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const hint = 'If the rule was created, it ends at its end: `netingress access reap` deletes it then.';
    const diagnostic = requestFailed(ipGrant, 'open', failure, failure.sideEffect === 'unknown' ? hint : '');
    return { result: null, private: new Uint8Array(), diagnostics: [diagnostic] };
  }
}

async function findOrCreate(session: Session, config: ObjectValue): Promise<Opened | Diagnostic> {
  const policyId = String(config['ip_policy_id']);
  const cidr = canonicalCidr(String(config['cidr']));
  const remote = await listRules(session, policyId);
  const rules = [...remote].map(([network, rule]): GrantableRule & { readonly metadata: JsonObject[string] } => ({
    id: rule.id,
    cidr: network,
    action: String(rule.values['action']),
    grant: findRuleGrant(rule.values),
    metadata: rule.values['metadata'],
  }));
  const grant = createGrant(session, config);
  if ('severity' in grant) return grant;
  const decision = decideGrant(rules, cidr, grant.until, serviceNow(session));
  switch (decision.type) {
    case 'denied':
      return createError(
        'Cannot grant access',
        `Rule ${decision.rule.id} denies ${decision.rule.cidr}, and a deny always wins; expected a network that no rule denies. Remove the rule first.`,
        ['cidr'],
      );
    case 'allowed':
      return { id: decision.rule.id, until: null, isOwn: false };
    case 'unchanged':
      return { ...shared(decision.rule.id, decision.rule.grant?.until ?? grant.until), isOwn: false };
    case 'extend': {
      const metadata = formatGrant(grant, decision.rule.metadata);
      await session.client.update(RULE_KIND.name, decision.rule.id, { metadata }, { stop: session.stopSignal() });
      return { ...shared(decision.rule.id, grant.until), isOwn: false };
    }
    case 'replace':
      await session.client.delete(RULE_KIND.name, decision.rule.id, { stop: session.stopSignal() });
  }
  const { object, diagnostics } = await createExactlyOnce(RULE_KIND, session, {
    ip_policy_id: policyId,
    cidr,
    action: 'allow',
    description: GRANT_DESCRIPTION,
    metadata: formatGrant(grant),
  });
  return { id: String(object['id']), until: grant.until, isOwn: true, diagnostics };
}

/** Another run or user may need the grant, so this run does not end it. */
function shared(id: string, until: string): Pick<Opened, 'id' | 'until' | 'diagnostics'> {
  const detail = `Rule ${id} was granted before this run, so it is not deleted at the end of the run. It ends at ${until}.`;
  return { id, until, diagnostics: [createWarning('Access was granted before', detail)] };
}

function createGrant(session: Session, config: ObjectValue): Grant | Diagnostic {
  const optional = (name: string): string | null =>
    typeof config[name] === 'string' ? (config[name] as string) : null;
  const duration = parseDuration(optional('duration') ?? DEFAULT_GRANT_DURATION) as number;
  const end = new Date(serviceNow(session) + duration);
  const grant: Grant = {
    until: Number.isNaN(end.getTime()) ? 'never' : canonicalTimestamp(end.toISOString()),
    by: optional('by') ?? 'terraform',
    reason: optional('reason') ?? '',
    ticket: optional('ticket'),
  };
  const [problem] = validateGrant(grant);
  if (!problem) return grant;
  const { subject, problem: what, expected } = problem;
  const attribute = subject === 'until' ? 'duration' : subject === 'metadata' ? 'reason' : subject;
  return createError('Cannot grant access', `${subject} ${what}; expected ${expected}.`, [attribute]);
}
