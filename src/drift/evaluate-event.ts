/** Evaluates single audit events against the states, for `netingress watch` and stream consumers. */

import type { DeliveredAuditEvent } from '../events/dated-event';
import { groupBy } from '../model/arrays';
import { RULE_SET_TYPE } from '../model/composites/rule-set';
import type { ConfiguredResource, StateResource, WorkingDirectory } from '../model/inventory';
import { canonicalCidr } from '../model/ip/cidr';
import { parseKindName } from '../model/naming';
import { objectKey } from '../model/object-key';
import { ipPolicyRule } from '../model/resources/ip-policy-rule';
import { fromStates } from '../objects/from-states';
import { stripInstanceKeys } from '../values/address';
import { isJsonObject, type JsonObject } from '../values/json';
import { toAttribution } from './attribution/attribution';
import { type AuditChange, compareByTime, parseChange, timeOf } from './attribution/history';
import { recordChanges } from './attribution/recorded-changes';
import type { FieldChange, Finding } from './compare/finding';
import { detectDrift } from './report/report';

/** The states and the configuration to compare events with. */
export interface EvaluationInput {
  readonly stateResources: readonly StateResource[];
  readonly configured?: readonly ConfiguredResource[] | undefined;
  /** Ids of API keys, or of their users, whose changes are the pipeline's own. */
  readonly ownKeys?: readonly string[] | undefined;
  readonly workingDirectories?: readonly WorkingDirectory[] | undefined;
  /** Command in remedies: `terraform` or `tofu`; `terraform` by default. */
  readonly terraformCommand?: string | undefined;
}

type NewestEvent = { readonly event_id: string; readonly event_type: string; readonly event_timestamp: string };

/** The evaluated events, to detect events that are repeated or out of order. Plain data that can be stored as JSON. */
export interface EvaluationHistory {
  /** The newest event of each object, by `kind id`, in the order in which they were evaluated. At most 10,000. */
  readonly objects: Map<string, NewestEvent>;
  /** Ids of the last events, in the order in which they were evaluated. At most 10,000. */
  readonly events: Set<string>;
}

/** Chosen: stored histories stay small, and an event is usually repeated within minutes, before 10,000 others. */
const MAX_TRACKED = 10_000;

/** Returns an empty history for {@link evaluateEvent}. It keeps the last 10,000 objects and events. */
export function createEvaluationHistory(): EvaluationHistory {
  return { objects: new Map(), events: new Set() };
}

/**
 * The first finding about the object of an event, with the fields of all its findings in `changes`. `path` is null if
 * the first one is about the whole object: for one that was deleted, `changes` is empty.
 */
export type EventFinding = Finding & {
  readonly changes: readonly FieldChange[];
  readonly event: { readonly id: string; readonly type: string; readonly occurred_at: string };
};

/**
 * Compares the object in an event with the states, without any request, and adds the event to the history. Returns
 * undefined for an object without differences, for an event that is repeated or out of order by the history, and for
 * one that is no audit event of a supported kind.
 * What is configured and not deployed is no difference here.
 *
 * Each call compares one object, but searches the whole of `stateResources`: its cost grows with the number of
 * resources.
 */
export function evaluateEvent(
  event: DeliveredAuditEvent,
  input: EvaluationInput,
  history: EvaluationHistory,
): EventFinding | undefined {
  const change = parseChange(event);
  if (!change || history.events.has(change.event.event_id)) return undefined;
  const { event_id, event_type, event_timestamp } = change.event;
  history.events.add(event_id);
  removeOldest(history.events);
  const key = objectKey(change.kind, change.id);
  const newest = history.objects.get(key);
  if (newest && isOlder(change, newest)) return undefined;
  history.objects.delete(key);
  history.objects.set(key, { event_id, event_type, event_timestamp });
  removeOldest(history.objects);
  const findings = compareEvent(change, input);
  const [first] = findings;
  if (!first) return undefined;
  return {
    ...first,
    attribution: first.attribution ?? toAttribution(change, input.ownKeys ?? []),
    unattributed: null,
    changes: findings.flatMap(({ path, before, after }) => (path === null ? [] : [{ path, before, after }])),
    event: { id: event_id, type: event_type, occurred_at: event_timestamp },
  };
}

function compareEvent(
  { kind, id, values, action, event }: AuditChange,
  { stateResources, configured = [], ownKeys, workingDirectories, terraformCommand }: EvaluationInput,
): readonly Finding[] {
  const policyId = kind === ipPolicyRule.name ? values['ip_policy_id'] : undefined;
  const relevant = stateResources.flatMap((stateResource) => {
    if (stateResource.values['id'] === id && parseKindName(stateResource.type) === kind) return [stateResource];
    const isSet =
      policyId !== undefined &&
      stateResource.type === RULE_SET_TYPE &&
      stateResource.values['ip_policy_id'] === policyId;
    return isSet ? [keepRule(stateResource, String(values['cidr']))] : [];
  });
  const addresses = new Set(relevant.map(({ address }) => stripInstanceKeys(address)));
  const { report } = detectDrift({
    account: { kinds: [{ kind, objects: action === 'deleted' ? [] : [{ id, values }], pages: 0 }] },
    inState: fromStates(relevant),
    configured: configured.filter(({ address }) => addresses.has(address)),
    lookups: action === 'deleted' ? [{ kind, id }] : [],
    // A grant that is live at the time of the event needs no configuration.
    now: timeOf(event),
    usage: { requests: 0, pages: 0 },
    events: recordChanges([event]),
    ownKeys,
    // Decides about ignore rules, of which there are none.
    today: '',
    workingDirectories,
    terraformCommand,
  });
  return report.findings.filter(({ type }) => type !== 'pending');
}

/** Keeps the rule with the network: the event has no other rule of the set, so the others cannot be compared. */
function keepRule(ruleSet: StateResource, cidr: string): StateResource {
  const rules = isJsonObject(ruleSet.values['rules']) ? ruleSet.values['rules'] : {};
  const notations = notationsByNetwork(rules).get(canonicalCidr(cidr)) ?? [];
  const matchingRules = notations.map((notation) => [notation, rules[notation]] as const);
  return { ...ruleSet, values: { ...ruleSet.values, rules: Object.fromEntries(matchingRules) } };
}

/**
 * From the `rules` of a set to their notations by canonical network, so that they are not converted for each event.
 */
const indexes = new WeakMap<JsonObject, ReadonlyMap<string, readonly string[]>>();

function notationsByNetwork(rules: JsonObject): ReadonlyMap<string, readonly string[]> {
  const known = indexes.get(rules);
  if (known) return known;
  const index = groupBy(Object.keys(rules), canonicalCidr);
  indexes.set(rules, index);
  return index;
}

function isOlder(change: AuditChange, newest: NewestEvent): boolean {
  const other = parseChange({ ...newest, object: { id: change.id } });
  // Of one second, a deletion is newer than an update. Between equal actions the one that arrives last counts as newer.
  return other !== undefined && compareByTime(change, other) < 0;
}

function removeOldest(collection: Map<string, unknown> | Set<string>): void {
  const [oldest] = collection.keys();
  if (collection.size > MAX_TRACKED && oldest !== undefined) collection.delete(oldest);
}
