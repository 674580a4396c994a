import { groupBy } from '../model/arrays';
import { ipPolicyRules } from '../model/composites';
import { describeGrant, findRuleGrant, grantStatus } from '../model/grants/grant';
import type { AccountInventory, AccountObject } from '../model/inventory';
import { getKind, tryFindKind } from '../model/kinds';
import { objectKey } from '../model/object-key';
import { parseTimestamp } from '../model/time';
import type { StateObject } from '../objects/from-states';
import { isJsonObject, type Json, type JsonObject } from '../values/json';
import type { Words } from '../values/words';

export interface Candidate {
  /** A kind, or `ip_policy_rules` for all rules of a policy. */
  readonly resource: string;
  /** Import id: of the object, or of the policy for a rule set. */
  readonly id: string;
  readonly values: JsonObject;
  /** Creation time, of the newest rule for a rule set; RFC 3339, or `''` if it is not known. */
  readonly createdAt: string;
  /** Id of the newest rule of a rule set; otherwise the id of the object. */
  readonly newest: string;
}

/** `unsupported`: this version cannot declare the object, which may need a configuration. */
export type SkipReason = 'needs_none' | 'unsupported' | 'live_grant' | 'overdue_grant';

export interface Skipped {
  readonly kind: string;
  readonly id: string;
  /** Says of the object: `was issued by the service for a domain`. */
  readonly reason: Words;
  readonly why: SkipReason;
  /** What to do about an overdue grant, which an apply of the adopted rules would delete, as a sentence. */
  readonly remedy?: Words;
}

export interface SelectOptions {
  readonly derivedReason?: (kind: string, object: AccountObject) => string | undefined;
  /** Skips objects that were created before this time, in milliseconds since 1970. */
  readonly since?: number;
  /** Milliseconds since 1970 by the clock of the service. Decides which grants are overdue; without it, none is. */
  readonly now?: number;
}

export interface Selection {
  /** In the order of the account's lists. */
  readonly objects: readonly Candidate[];
  /** Objects that need no configuration or cannot have one, such as temporary rules, with the reasons. */
  readonly notAdoptable: readonly Skipped[];
  readonly managedCount: number;
  readonly older: readonly Candidate[];
}

type IsManaged = (resource: string, id: string) => boolean;

const rule = getKind('ip_policy_rule');
const setAttribute = ipPolicyRules.exclusive?.attribute ?? 'ip_policy_id';

/**
 * The rules of a policy become one exclusive set. If a state manages single rules of the policy, the others are adopted
 * as single rules too, because a set would delete the managed ones.
 */
export function selectObjects(
  account: AccountInventory,
  inState: readonly StateObject[],
  { derivedReason = () => undefined, since, now }: SelectOptions,
): Selection {
  const managedKeys = new Set(inState.map(({ kind, id }) => objectKey(kind, id)));
  const isManaged: IsManaged = (resource, id) => managedKeys.has(objectKey(resource, id));
  const found: Candidate[] = [];
  const notAdoptable: Skipped[] = [];
  let managedCount = 0;
  for (const { kind, objects } of account.kinds) {
    if (kind === rule.name) {
      const rules = selectRules(objects, isManaged, now);
      managedCount += rules.managedCount;
      notAdoptable.push(...rules.grants);
      found.push(...rules.candidates);
      continue;
    }
    for (const object of objects) {
      const { id } = object;
      const derived = derivedReason(kind, object);
      const unsupported = unknownAlternative(kind, object);
      if (isManaged(kind, id)) managedCount += 1;
      else if (derived !== undefined) notAdoptable.push({ kind, id, reason: derived, why: 'needs_none' });
      else if (unsupported !== undefined) notAdoptable.push({ kind, id, reason: unsupported, why: 'unsupported' });
      else found.push(toCandidate(kind, object));
    }
  }
  // An object whose time cannot be read is not older.
  const isOlder = ({ createdAt }: Candidate): boolean =>
    since !== undefined && (parseTimestamp(createdAt) ?? since) < since;
  return {
    objects: found.filter((each) => !isOlder(each)),
    notAdoptable,
    managedCount,
    older: found.filter(isOlder),
  };
}

/**
 * An object whose alternatives are all unset cannot be declared: the service has one that this version does not know.
 */
function unknownAlternative(kindName: string, { values }: AccountObject): string | undefined {
  const found = Object.entries(tryFindKind(kindName)?.attributes ?? {}).find(([name, attribute]) => {
    const value = values[name];
    if (attribute.type !== 'object' || !attribute.exactlyOne || !isJsonObject(value)) return false;
    return attribute.exactlyOne.every((member) => (value[member] ?? null) === null);
  });
  return found && `has a ${found[0]} that this version does not support`;
}

/** Grants are never adopted: a rule in the configuration has no end. */
function selectRules(
  all: readonly AccountObject[],
  isManaged: IsManaged,
  now: number | undefined,
): { readonly candidates: Candidate[]; readonly managedCount: number; readonly grants: Skipped[] } {
  const candidates: Candidate[] = [];
  let managedCount = 0;
  const isFreeGrant = ({ id, values }: AccountObject): boolean =>
    findRuleGrant(values) !== undefined && !isManaged(rule.name, id);
  const rules = all.filter((object) => !isFreeGrant(object));
  for (const [policy, ofPolicy] of groupBy(rules, ({ values }) => String(values[setAttribute]))) {
    const free = ofPolicy.filter(({ id }) => !isManaged(rule.name, id));
    if (isManaged(ipPolicyRules.name, policy)) managedCount += ofPolicy.length;
    else if (free.length === ofPolicy.length) candidates.push(toRuleSetCandidate(policy, ofPolicy));
    else {
      managedCount += ofPolicy.length - free.length;
      candidates.push(...free.map((object) => toCandidate(rule.name, object)));
    }
  }
  return { candidates, managedCount, grants: all.filter(isFreeGrant).map((object) => toSkippedGrant(object, now)) };
}

function toSkippedGrant({ id, values }: AccountObject, now: number | undefined): Skipped {
  const grant = findRuleGrant(values);
  if (!grant) throw new Error(`The rule ${id} is not a grant`);
  const status = now === undefined ? 'live' : grantStatus(grant, now);
  return {
    kind: rule.name,
    id,
    reason: `allows ${String(values['cidr'])} temporarily: ${describeGrant(grant, status)}`,
    why: status === 'overdue' ? 'overdue_grant' : 'live_grant',
    ...(status === 'overdue' && { remedy: 'Delete it with `npx netingress access reap` before the first plan.' }),
  };
}

function toCandidate(resource: string, { id, values }: AccountObject): Candidate {
  return { resource, id, values, createdAt: String(values['created_at'] ?? ''), newest: id };
}

function toRuleSetCandidate(policy: string, rules: readonly AccountObject[]): Candidate {
  const createdAt = ({ values }: AccountObject): string => String(values['created_at'] ?? '');
  const newest = rules.reduce((latest, rule) => (createdAt(rule) > createdAt(latest) ? rule : latest));
  const byCidr = rules
    .map(({ values: { cidr, action, description, metadata } }): [string, Json] => [
      String(cidr),
      { action: action ?? null, description: description ?? null, metadata: metadata ?? null },
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    resource: ipPolicyRules.name,
    id: policy,
    values: { [setAttribute]: policy, rules: Object.fromEntries(byCidr) },
    createdAt: createdAt(newest),
    newest: newest.id,
  };
}
