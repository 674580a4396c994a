/**
 * Finds the audit event that caused a difference. An event contains the object after the change, or before its
 * deletion, not the change itself.
 *
 * | query | event | certain |
 * |---|---|---|
 * | creation | the first `created` | yes |
 * | deletion | the last `deleted` | yes |
 * | field | the first event since which the field has its current value | if an earlier event shows another value, or
 * the event created the object |
 * | natural_key_gained | the same for the natural key | as for a field |
 * | natural_key_lost | the last loss of the key by an object: its deletion, or the next change without it | yes |
 *
 * Timestamps have whole seconds, so the order of events of one object, second and action is not known. An event is not
 * certain if such a neighbor may have made the change instead. Nor is it certain if the last event with another value
 * has a neighbor with the current value: the neighbor may have come last, and be the change. Nor is a
 * lost key, if two objects lost it in one second by the same action.
 */
import { semanticallyEqual } from '../../model/canonical';
import { isComparable, pickInputs } from '../../model/comparable';
import { isAudited } from '../../model/events/event-types';
import type { Attributes } from '../../model/kind';
import { getKind } from '../../model/kinds';
import { attributeAt, findNaturalKey } from '../../model/natural-key';
import { type Json, type JsonObject, valueAt } from '../../values/json';
import type { Attribution, AuditQuery, UnattributedReason } from '../compare/finding';
import { type AuditChange, compareByTime, type History, parseAuthor } from './history';

export type AttributionResult = { readonly attribution: Attribution } | { readonly unattributed: UnattributedReason };

/** `ownKeys` are ids of the pipeline's own API keys, or of their users. */
export function attributeChange(
  auditQuery: AuditQuery,
  history: History | undefined,
  ownKeys: readonly string[],
): AttributionResult {
  if (auditQuery.type === 'none') return { unattributed: 'not_applicable' };
  if (!history) return { unattributed: 'no_events' };
  if (!isAudited(auditQuery.kind)) return { unattributed: 'kind_not_audited' };
  const evidence = findEvidence(auditQuery, history);
  if (!evidence) return { unattributed: 'no_matching_event' };
  return { attribution: toAttribution(evidence.change, ownKeys, evidence.certain) };
}

export function toAttribution(
  { event, ambiguousOrder }: AuditChange,
  ownKeys: readonly string[],
  certain = !ambiguousOrder,
): Attribution {
  const author = parseAuthor(event);
  return {
    author,
    occurred_at: event.event_timestamp,
    event_id: event.event_id,
    event_type: event.event_type,
    own_key: author !== null && [author.credential_id, author.id].some((id) => id !== null && ownKeys.includes(id)),
    certain,
  };
}

interface Evidence {
  readonly change: AuditChange;
  readonly certain: boolean;
}

function findEvidence(auditQuery: Exclude<AuditQuery, { type: 'none' }>, history: History): Evidence | undefined {
  if (auditQuery.type === 'natural_key_lost') return findKeyLoss(auditQuery.kind, auditQuery.key, history);
  const changes = history.changesOf(auditQuery.kind, auditQuery.id);
  switch (auditQuery.type) {
    case 'creation':
      return toEvidence(changes.find(({ action }) => action === 'created'));
    case 'deletion':
      return toEvidence(changes.findLast(({ action }) => action === 'deleted'));
    case 'natural_key_gained':
      return findStart(changes, (change) => hasKey(change, auditQuery.key));
    case 'field': {
      const { path, value, key } = auditQuery;
      const { attributes } = getKind(auditQuery.kind);
      // `key`: a rule of a set that had another network then is not this rule.
      return findStart(
        changes,
        (change) => (key === undefined || hasKey(change, key)) && fieldEquals(attributes, path, change.values, value),
      );
    }
  }
}

function toEvidence(change: AuditChange | undefined): Evidence | undefined {
  return change && { change, certain: !change.ambiguousOrder };
}

/** Finds the first change since which the condition has been true without interruption. */
function findStart(changes: readonly AuditChange[], isCurrent: (change: AuditChange) => boolean): Evidence | undefined {
  const last = changes.at(-1);
  if (last?.ambiguousOrder && !isCurrent(last)) {
    // The account has another value than this event, so a neighbor of the same second came later.
    const change = changes.findLast((candidate) => compareByTime(candidate, last) === 0 && isCurrent(candidate));
    return change && { change, certain: false };
  }
  const first = changes.findLastIndex((change) => !isCurrent(change)) + 1;
  const [previous, change] = [changes[first - 1], changes[first]];
  if (!change) return undefined;
  // A neighbor of `previous` with the current value may have come after it, and then be the change.
  const ambiguous =
    change.ambiguousOrder ||
    changes
      .slice(0, first)
      .some(
        (candidate) => previous?.ambiguousOrder && compareByTime(candidate, previous) === 0 && isCurrent(candidate),
      );
  return { change, certain: (first > 0 || change.action === 'created') && !ambiguous };
}

/** Undefined if no event has the key, or if an object still has it after its last event: then an event is missing. */
function findKeyLoss(kind: string, key: string, history: History): Evidence | undefined {
  const ids = [...new Set(history.changesByKey(kind, key).map(({ id }) => id))];
  const losses = ids.map((id) => {
    const changes = history.changesOf(kind, id);
    const last = changes.findLastIndex((change) => hasKey(change, key));
    return changes[last]?.action === 'deleted' ? changes[last] : changes[last + 1];
  });
  const known = losses.filter((change) => change !== undefined);
  const change = known.sort(compareByTime).at(-1);
  if (!change || known.length < losses.length) return undefined;
  const unique = known.every((other) => other === change || compareByTime(other, change) !== 0);
  return { change, certain: unique && !change.ambiguousOrder };
}

function hasKey({ kind, values }: AuditChange, key: string): boolean {
  return findNaturalKey(getKind(kind), values) === key;
}

/** Whether the comparable members of the field at the path are semantically equal to those of the value. */
export function fieldEquals(attributes: Attributes, path: string, values: JsonObject, value: Json): boolean {
  const attribute = attributeAt(attributes, path);
  const compare = (field: unknown): Json => pickInputs(attribute, (field ?? null) as Json, isComparable);
  return semanticallyEqual(attribute, compare(valueAt(values, path)), compare(value));
}
