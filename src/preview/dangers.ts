/** Changes that the service accepts and that a reviewer should see. Pure. */

import type { RestrictionChange } from '../access/compare-accounts';
import { toNetworks } from '../access/decide';
import { NEVER } from '../access/diagram';
import type { AccessFacts, IpPolicy, Restriction } from '../access/facts';
import { buildPolicies } from '../access/ip-policy';
import { createSpace } from '../access/space';
import { type CausingRule, findCausingRules, formatCause, listPolicyIds } from '../access-review/causes';
import { formatTraffic } from '../access-review/gates';
import { type AddressFamily, completeFamilies, FAMILY_NAMES, rangeOf } from '../model/ip/address-set';
import { warnIfAllGone } from '../model/other-account';
import { quoteName } from '../model/text';
import { listOwnChanges } from '../terraform/configuration/plan-gaps';
import type { ResourceChange } from '../terraform/plan-json';
import { isJsonObject, type Json } from '../values/json';
import { isUnknown } from '../values/known';
import type { Words } from '../values/words';
import { type ChangedAttribute, type ChangedObject, type Located, quoteObject } from './objects';
import type { PreviewOutcome } from './outcome';

export type DangerType =
  | 'policy_admits_all'
  | 'policy_admits_none'
  | 'restriction_removed'
  | 'restriction_denies_all'
  | 'audit_destroyed'
  | 'credential_destroyed'
  | 'domain_destroyed'
  | 'certificate_reissued'
  | 'other_account'
  | 'rename';

export interface Danger {
  readonly type: DangerType;
  /** A sentence. */
  readonly message: Words;
  /** What to do. */
  readonly remedy: Words;
  /** The name of the account as in `accounts` of the report; null if the danger is not that of one account. */
  readonly account: string | null;
  /** Null if the danger is not that of one object. */
  readonly object: Pick<ChangedObject, 'kind' | 'id' | 'name' | 'address' | 'path' | 'stack'> | null;
  /** Rules of IP policies that cause it; empty if it has other causes. */
  readonly causes: readonly DangerousRule[];
}

export interface DangerousRule extends Located {
  /** `allow 0.0.0.0/0 'Test' of 'Office' (new)`. */
  readonly rule: string;
}

/** None if each account is without objects, or was read with `account_object`, which confirms the account. */
export function findOtherAccounts({ stacks, accounts }: PreviewOutcome): Danger[] {
  const isSuspect = accounts.some(({ isBound, holdsObjects }) => !isBound && holdsObjects);
  return stacks.flatMap(({ name, plan = {} }): Danger[] => {
    const count = (
      changes: readonly ResourceChange[] | undefined,
      isCounted: (change: ResourceChange['change']) => boolean,
    ) => {
      const counted = listOwnChanges(changes).filter(({ change }) => isCounted(change));
      // A rule set has the id of its policy.
      return new Set(counted.map(({ change }) => change.before?.['id'])).size;
    };
    const gone = count(plan.resource_drift, ({ after }) => after === null);
    const others = count(plan.resource_changes, ({ before }) => before !== null);
    const warning = warnIfAllGone(
      { state: `stack ${name}`, gone, others, canSelectStack: stacks.length > 1 },
      isSuspect,
    );
    return warning ? [{ type: 'other_account', ...warning, account: null, object: null, causes: [] }] : [];
  });
}

const DESTROYED: Readonly<Record<string, { readonly type: DangerType; readonly effect: Words }>> = {
  event_destination: { type: 'audit_destroyed', effect: 'it receives no more events' },
  event_subscription: { type: 'audit_destroyed', effect: 'its events are no longer delivered' },
  api_key: { type: 'credential_destroyed', effect: 'programs that use it lose access' },
  tunnel_credential: { type: 'credential_destroyed', effect: 'agents that use it lose access' },
  ssh_public_key: { type: 'credential_destroyed', effect: 'agents that use it lose access' },
  ssh_certificate_authority: { type: 'credential_destroyed', effect: 'its certificates are no longer accepted' },
  certificate_authority: { type: 'credential_destroyed', effect: 'client certificates of it are no longer accepted' },
  domain: { type: 'domain_destroyed', effect: 'the name is released, and its endpoints lose it' },
  tcp_address: { type: 'domain_destroyed', effect: 'the address is released, and another account may get it' },
  agent_ingress: { type: 'domain_destroyed', effect: 'agents can no longer connect through it' },
  cloud_endpoint: { type: 'domain_destroyed', effect: 'its URL is no longer served' },
  kubernetes_operator: { type: 'credential_destroyed', effect: 'the operator in the cluster loses access' },
  service_user: { type: 'credential_destroyed', effect: 'the API keys of this user lose access' },
  secret: { type: 'credential_destroyed', effect: 'traffic policies can no longer read it' },
};

/** Clients see another certificate if an object of these kinds is replaced. */
const CERTIFICATES: readonly string[] = ['tls_certificate', 'ssh_host_certificate', 'ssh_user_certificate'];

export function findObjectDangers(objects: readonly ChangedObject[]): Danger[] {
  return objects.flatMap((object): Danger[] => {
    const { kind, action, title, attributes } = object;
    const subject = `${title} ${quoteObject(object)}`;
    const destroyed = DESTROYED[kind];
    if (destroyed && (action === 'destroy' || action === 'replace')) {
      const verb = action === 'destroy' ? 'is destroyed' : 'is destroyed and created again';
      return [danger(destroyed.type, object, `${subject} ${verb}: ${destroyed.effect}.`, KEEP)];
    }
    const lost = kind === 'event_subscription' ? attributes.filter(isReduced).map(({ name }) => name) : [];
    if (lost.length > 0) {
      const what = lost.map((name) => (name === 'sources' ? 'event types' : 'destinations')).join(' and ');
      return [
        danger('audit_destroyed', object, `${subject} loses ${what}: their events are no longer delivered.`, KEEP),
      ];
    }
    const names = attributes.map(({ name }) => name);
    const hasOtherCertificate =
      (action === 'replace' && CERTIFICATES.includes(kind)) ||
      (action === 'change' && names.some((name) => CERTIFICATE_CAUSES.test(name)));
    if (!hasOtherCertificate) return [];
    return [
      danger(
        'certificate_reissued',
        object,
        `The certificate of ${subject} is replaced.`,
        'Check who pins the old one.',
      ),
    ];
  });
}

function isReduced({ name, before, after }: ChangedAttribute): boolean {
  if (name !== 'sources' && name !== 'destination_ids') return false;
  const keys = (value: Json): string[] =>
    Array.isArray(value) ? (value as Json[]).map((item) => String(isJsonObject(item) ? item['type'] : item)) : [];
  const kept = keys(after);
  return keys(before).some((key) => !kept.includes(key));
}

const KEEP = 'Keep it in the configuration, or confirm that nothing uses it.';

/** Attributes that change only if the certificate is replaced or issued otherwise. */
const CERTIFICATE_CAUSES = /^certificate_management_policy(\.|$)|^binding\.(csr|cert)(\.|$)/;

/** Names an object of the access, with its resource if it has one. A rule of a set is found by its `policyId`. */
export type Describe = (kind: string, id: string, policyId?: string) => NonNullable<Danger['object']>;

/** What was as dangerous before the change is not reported. */
export function findAccessDangers(
  before: AccessFacts,
  after: AccessFacts,
  restrictions: readonly RestrictionChange[],
  describe: Describe,
): Danger[] {
  const attached = new Set(after.restrictions.objects.flatMap(listPolicyIds));
  const existed = new Set(before.policies.objects.map(({ id }) => id));
  const listCauses = createListCauses(before, after, describe);
  const policies = after.policies.objects.flatMap((policy): Danger[] => {
    const [old, now] = [describePolicy(before, policy), describePolicy(after, policy)];
    const open = now.openFamilies.filter((family) => !old.openFamilies.includes(family));
    const object = describe('ip_policy', policy.id);
    const name = quoteName(policy.name, policy.id);
    const ids = [policy.id];
    if (open.length > 0) {
      const message = `IP policy ${name} allows every ${open.map((family) => FAMILY_NAMES[family]).join(' and ')} address that it does not deny.`;
      const remedy = 'Allow the networks that need access.';
      const causes = listCauses([ids, ids], 'admitted', (rules) =>
        open.flatMap((family) => keepOpening(rules, family)),
      );
      return [danger('policy_admits_all', object, message, remedy, causes)];
    }
    // A policy that the change creates may be empty until a restriction uses it.
    const isEmptied = now.admitsNothing && (existed.has(policy.id) ? !old.admitsNothing : attached.has(policy.id));
    if (!isEmptied || !isOnlyPolicy(after, policy.id)) return [];
    const message = `IP policy ${name} admits no address.`;
    const causes = listCauses([ids, ids], 'shut_out');
    return [danger('policy_admits_none', object, message, 'Add an allow rule before the policy is used.', causes)];
  });
  return [...policies, ...restrictions.flatMap((change) => findRestrictionDangers(change, describe, listCauses))];
}

type ListCauses = (
  policyIds: readonly [before: Restriction['policyIds'], after: Restriction['policyIds']],
  direction: 'admitted' | 'shut_out',
  select?: (rules: readonly CausingRule[]) => readonly CausingRule[],
) => DangerousRule[];

function createListCauses(before: AccessFacts, after: AccessFacts, describe: Describe): ListCauses {
  return ([old, now], direction, select = (rules) => rules) => {
    const rules = findCausingRules({ facts: before, policyIds: old }, { facts: after, policyIds: now }, direction);
    return select(rules).map(({ rule, cause }) => {
      const policyId = isUnknown(rule.policyId) ? undefined : rule.policyId;
      const { stack, address, path } = describe('ip_policy_rule', rule.id, policyId);
      return { rule: formatCause(cause), stack, address, path };
    });
  };
}

/** The allow rules that open the whole family alone. If there is none, all that allow addresses of the family. */
function keepOpening(rules: readonly CausingRule[], family: AddressFamily): readonly CausingRule[] {
  const allowing = rules.filter(({ rule, range }) => rule.action === 'allow' && range.family === family);
  const alone = allowing.filter(({ range }) => completeFamilies([range]).length > 0);
  return alone.length > 0 ? alone : allowing;
}

function findRestrictionDangers(
  { type, before, after, restrictions: [old, now], ...access }: RestrictionChange,
  describe: Describe,
  listCauses: ListCauses,
): Danger[] {
  const object = describe('ip_restriction', (now ?? old)?.id ?? '');
  if (before === 'enforced' && (after === 'not_enforced' || after === 'absent')) {
    const verb = after === 'absent' ? 'destroyed' : 'no longer enforced';
    const message = `The restriction of ${formatTraffic(type)} is ${verb}: every address gets in.`;
    return [danger('restriction_removed', object, message, 'Keep the restriction enforced.')];
  }
  const { possiblyFor } = access.space;
  const isClosed = after === 'enforced' && possiblyFor(access.admitsAfter) === NEVER;
  if (!isClosed || (before === 'enforced' && possiblyFor(access.admitsBefore) === NEVER)) return [];
  const message = `The restriction of ${formatTraffic(type)} admits no address: all clients are shut out.`;
  // If the restriction becomes enforced, that is the cause.
  const causes = before === 'enforced' ? listCauses([old?.policyIds ?? [], now?.policyIds ?? []], 'shut_out') : [];
  return [danger('restriction_denies_all', object, message, 'Add an allow rule to one of its policies.', causes)];
}

/** Deny rules do not close a family: `allow 0.0.0.0/0` with `deny 203.0.113.0/24` is open for IPv4. */
function describePolicy(facts: AccessFacts, { id }: IpPolicy) {
  const space = createSpace();
  const { and, not } = space.diagrams;
  const { allows, denies } = buildPolicies(space, facts, [id]);
  const networks = toNetworks(space, space.surelyFor(allows));
  return {
    openFamilies: completeFamilies(networks.map(rangeOf)),
    admitsNothing: space.possiblyFor(and(allows, not(denies))) === NEVER,
  };
}

/**
 * Whether no restriction has the policy beside another one. True also if no restriction has it. A policy that admits
 * nothing is harmless beside one that admits something.
 */
function isOnlyPolicy({ restrictions }: AccessFacts, id: string): boolean {
  return restrictions.objects
    .map(listPolicyIds)
    .every((policyIds) => !policyIds.includes(id) || policyIds.length === 1);
}

function danger(
  type: DangerType,
  object: Danger['object'],
  message: Words,
  remedy: Words,
  causes: readonly DangerousRule[] = [],
): Danger {
  return { type, message, remedy, account: null, object, causes };
}
