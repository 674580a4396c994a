/** The words of causes. `npm run check:words` finds code that reads them. */
import type { Cause, DenyRule, Form, Gap, Shortfall, Subject, WriteRisk } from './cause';
import type { ReadFailure } from './read-failure';
import { describeViolation } from './violation';
import { formatList, type Words } from './words';

/** What the documents of the service leave open, see docs/internals/gaps.md. */
const GAPS: Readonly<Record<Gap, (detail: string) => string>> = {
  mapped_networks: () =>
    'the documents do not say whether a network such as ::ffff:192.0.2.0/120 contains the IPv4 addresses that it names',
  different_types: () =>
    'the documents do not say whether values of different types are unequal or their comparison is an error',
  failing_text: () => 'the documents do not say whether an error in a text of an action ends the request',
  failing_condition: () => 'the documents do not say whether a condition that is an error ends the request',
  failing_forward: (target) => `a forward goes on after a failure of ${target}`,
  invalid_network: () => 'the documents do not say whether restrict-ips fails for a text that is no network',
  response_after_redirect: () => 'the documents do not say whether the phase of the response runs after a redirect',
  response_after_deny: () => 'the documents do not say whether the phase of the response runs after a deny',
  response_after_error: () => 'the documents do not say whether the phase of the response runs after an error',
  response_after_unknown: () => 'it is not known whether the phase of the response runs after an unknown action',
  template_in_expression: (text) => `whether '${text}' inside of an expression is a template is not documented`,
};

/** Returns the cause as a clause: `var.office is known after apply`. */
export function describeCause(cause: Cause): Words {
  switch (cause.kind) {
    case 'reference':
      return `${cause.reference}${cause.stack === undefined ? '' : ` of the stack ${cause.stack}`} is known after apply`;
    case 'instance':
      return `${cause.reference} in ${cause.place} is known after apply`;
    case 'expression':
      return `'${cause.source}' in ${cause.place} is evaluated by Terraform only`;
    case 'not_in_plan':
      return 'the expression is not in the plan';
    case 'derived':
      return `${cause.value} is not known: ${describeCause(cause.from)}`;
    case 'replaced':
      return `${cause.attribute} of ${cause.address} changes with its replacement`;
    case 'not_asked':
      return `objects of ${cause.list} were not read`;
    case 'unread':
      return describeUnread(cause);
    case 'unread_rules':
      return cause.policies
        .map(({ id, ...response }) => `the rules of IP policy '${id}' could not be read${formatResponse(response)}`)
        .join('; ');
    case 'modules':
      return `the resources of ${cause.modules.map(({ module, stack }) => `module.${module} of the stack ${stack}`).join(', ')} are not read`;
    case 'agents':
      return AGENTS[cause.source];
    case 'agent_policy':
      return `the policy of the agent's endpoint ${cause.id} is not known to the account`;
    case 'agent_online':
      return `an agent may come online at ${cause.url}`;
    case 'other_endpoint':
      return `${describeCause(cause.from)}, so another endpoint may serve ${cause.url}`;
    case 'reached_with_error':
      return 'the client gets an error, but its request reaches an upstream, or an action sends another one';
    case 'missing':
      return `${describeSubject(cause.subject)} has no member '${cause.member}'`;
    case 'no_member':
      return `a value has no member '${cause.member}'`;
    case 'wildcard':
      return `another ${cause.list} may have the name ${cause.name}, which ${cause.wildcard} stands for`;
    case 'no_kind':
      return `no resource type has ids like '${cause.id}'`;
    case 'malformed':
      return `${'place' in cause ? cause.place : `'${cause.member}'${ofOwner(cause.of)}`} is not ${FORMS[cause.expected]}`;
    case 'invalid':
      return `the ${INVALID[cause.what]}${cause.value === undefined ? '' : ` '${cause.value}'`}${ofOwner(cause.subject)} ${describeViolation(cause.violation)}`;
    case 'given':
      return `${cause.member} is ${JSON.stringify(cause.value)}`;
    case 'not_modeled':
      return `${cause.what} '${cause.value}'${ofOwner(cause.subject)} is not known${cause.json === undefined ? '' : `: ${cause.json}`}`;
    case 'undocumented':
      return GAPS[cause.gap](cause.detail ?? '');
    case 'may_stop':
      return describeStop(cause);
    case 'too_large':
      return cause.url === undefined
        ? 'the policies are too large to be evaluated'
        : `the access depends on too many cases: ${cause.url} was not evaluated`;
    case 'other_account':
      return 'no object of the plan is in the account, so the plan may be one of another account';
    case 'plan_refused':
      return 'the plan would be refused';
    case 'refused_write':
      return describeRisk(cause.risk);
    case 'gone':
      return `${cause.id} of the plan is not in the account: it was deleted, or the plan is one of another account`;
    case 'changed_since':
      return `${cause.attribute} of ${cause.id} was changed since the plan was made`;
    case 'one_object':
      return `${cause.addresses.join(' and ')} are one object`;
    case 'not_in_profile':
      return `the plan has objects of ${cause.list}, which the profile of this command does not have`;
    case 'changes_unread':
      return `the plan changes objects of ${cause.list}, and ${describeCause(cause.from)}`;
    case 'alias':
      return `${cause.address} of the stack ${cause.stack} uses the provider configuration ${cause.provider}`;
    case 'different_providers':
      return 'the provider configurations of netingress differ in base_url or api_key, so they may be for several accounts';
    case 'other_access':
      return `${describeCause(cause.from)}, so whether another endpoint newly admits an address is not known`;
    case 'plan_without':
      return PLANS_WITHOUT[cause.part];
    case 'plan_format':
      return `the plan has the format ${cause.version}; expected format 1`;
    case 'plan_change':
      return `${cause.address} has the ${cause.of} '${cause.value}', which this version does not know`;
    case 'deferred':
      return `${cause.address ?? 'a change'} is deferred to a later plan`;
    case 'invocation':
      return `the apply invokes ${cause.address ?? 'an action'}, whose effect is not in the plan`;
    case 'ephemeral':
      return `${cause.address} changes the account while Terraform runs`;
    case 'provisioner':
      return `a provisioner of ${cause.address} runs, whose effect is not in the plan`;
    case 'several_providers':
      return `the plan has several provider configurations, which may be for several accounts: ${cause.names.join(', ')}`;
    case 'undeclared':
      return `no state has the deleted ${cause.subject.kind} ${cause.subject.id}`;
    case 'contested':
      return `two resources declare '${cause.member}' of ${describeSubject(cause.subject)} differently`;
    case 'ignored':
      return `an ignore rule accepts a part of what changed in '${cause.member}' of ${describeSubject(cause.subject)}`;
  }
}

const FORMS: Readonly<Record<Form, string>> = {
  list: 'a list',
  map: 'a map',
  map_or_set: 'a map or a set',
  object: 'an object',
  string: 'a string',
  boolean: 'a boolean',
  natural_number: 'a whole number of at least 0',
};

const INVALID = {
  network: 'network',
  url: 'URL',
  traffic_policy: 'traffic policy',
  text: 'text',
  expression: 'expression',
} as const;

const AGENTS = {
  configuration: 'a configuration has no endpoints of agents',
  state: 'the endpoints of agents are in no state',
  account: 'the endpoints of agents were not read',
} as const;

const PLANS_WITHOUT = {
  configuration: 'the plan has no configuration',
  completeness: 'the plan does not say whether it is complete, which Terraform 1.8 and newer do',
  all_changes: 'planning failed, so the plan does not contain all changes',
  targets: 'the plan is not complete: it was made with -target, or changes are deferred',
} as const;

function describeUnread({ list, id, failure }: Extract<Cause, { kind: 'unread' }>): Words {
  const subject = id === undefined ? `the list of ${list} objects` : describeSubject({ kind: list, id });
  return `${subject} could not be read${failure === undefined ? '' : `: ${describeReadFailure(failure)}`}`;
}

const FAILURES: Readonly<Record<ReadFailure['reason'], string>> = {
  forbidden: 'the API key may not read it',
  rate_limited: 'the service accepted no more requests',
  server_error: 'the response was an error or incomplete',
  unreachable: 'no response arrived',
};

/** `the API key may not read it (403, ERR_NGROK_206)`. */
export function describeReadFailure({ reason, ...response }: ReadFailure): Words {
  return `${FAILURES[reason]}${formatResponse(response)}`;
}

function formatResponse({ status, code }: Pick<ReadFailure, 'status' | 'code'>): Words {
  const parts = [status, code].filter((part) => part !== undefined);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function describeStop({ address, isDeletion, risks }: Extract<Cause, { kind: 'may_stop' }>): Words {
  const write = isDeletion ? `the deletion of ${address}` : address;
  return risks.length === 0
    ? `the apply may stop before ${write}`
    : `the apply may stop at ${write}: ${risks.map(describeRisk).join('; ')}`;
}

export function describeRisk(risk: WriteRisk): Words {
  const { address } = risk;
  switch (risk.kind) {
    case 'condition':
      return `${risk.of === 'resource' ? 'a' : 'the'} condition of ${address} is evaluated during the apply`;
    case 'late_read':
      return `${address} is read during the apply`;
    case 'not_proved':
      return `the plan does not prove the changes of ${address}`;
    case 'value':
      return `${risk.attribute} of ${address} is known after apply`;
    case 'names_missing':
      return `${address} names ${risk.id}, which the account does not have`;
    case 'host':
      return `whether the host of ${address} is reserved is not known`;
    case 'same_key':
      return `${risk.addresses.join(' and ')} get the same ${risk.attributes.join(' and ')}, which the service refuses`;
    case 'taken_key':
      return `${address} gets the ${risk.attributes.join(' and ')} of ${risk.owner}, which the service refuses while ${risk.owner} exists`;
    case 'used':
      return `${address} cannot be deleted while ${risk.user} names it, which the service refuses`;
    case 'set_beside_rules':
      return `${address} is created for a policy that has other rules, which the provider refuses`;
    case 'grant':
      return `${risk.id} is a grant, which ${address} deletes only after its end`;
    case 'shuts_out_all':
      return `${address} may be refused while ${risk.restriction} would then admit no address`;
    case 'shuts_out':
      return `${address} may be refused while ${risk.restriction} ${describeShortfall(risk.shortfall)}`;
    case 'must_admit_unknown':
      return `must_admit of ${address} is not known, so the provider may refuse it`;
    case 'policies_missing':
      return `${address} is refused by its must_admit: IP policy ${risk.ids.join(', ')} does not exist`;
    case 'admits_nothing':
      return risk.isCertain
        ? `${address} is refused, because it would admit no address`
        : `${address} may be written before the rules of its policies, and is refused while it admits no address`;
    case 'shortfall':
      return `${address} ${risk.isCertain ? 'is' : 'may be'} refused by its must_admit: it ${describeShortfall(risk.shortfall)}`;
    case 'deletion_shortfall':
      return `the deletion of ${address} ${risk.isCertain ? 'is' : 'may be'} refused: ${risk.restriction} ${describeShortfall(risk.shortfall)}`;
  }
}

/** A choice: more networks are no longer read. */
const MAX_NETWORKS = 10;

/**
 * The end of a sentence: `would deny 203.0.113.9/32 of 203.0.113.0/24, because ...`, or `may deny` if no address is
 * surely denied. The caller writes the subject before it.
 */
export function describeShortfall({ network, denied, notKnown, isWhole, denyRule, reasons }: Shortfall): Words {
  const concerned = denied.length > 0 ? denied : notKnown;
  const part = isWhole ? network : `${formatList(concerned, MAX_NETWORKS)} of ${network}`;
  if (denied.length === 0) return `may deny ${part}: ${reasons.map(describeCause).join('; ')}`;
  return `would deny ${part}, because ${denyRule ? `the rule ${formatDenyRule(denyRule)} matches` : 'no allow rule matches'}`;
}

/** `deny 203.0.113.0/24 (ipr_1, 'guests')`. */
function formatDenyRule({ id, network, description }: DenyRule): Words {
  const names = [...(id === undefined ? [] : [id]), ...(description === null ? [] : [`'${description}'`])];
  return `deny ${network}${names.length > 0 ? ` (${names.join(', ')})` : ''}`;
}

const NOUNS: Readonly<Record<string, string>> = {
  ip_policy_rule: 'rule',
  ip_restriction: 'restriction',
  cloud_endpoint: 'endpoint',
};

function ofOwner(owner: Subject | string | undefined): string {
  if (owner === undefined) return '';
  return ` of ${typeof owner === 'string' ? owner : describeSubject(owner)}`;
}

function describeSubject({ kind, id }: Subject): Words {
  return `the ${NOUNS[kind] ?? kind} ${id}`;
}
