/** One audit event against the states: what `netingress watch` and stream consumers ask for every event. */
import type { StateResource } from '../../model/inventory';
import { canonicalCidr } from '../../model/ip/cidr';
import { isJsonObject } from '../../model/json';
import { kindNameOf } from '../../model/naming';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { RULE_SET } from '../compare/match-state-to-account';
import type { DeclaredInput } from '../input';
import { withoutKeys } from '../report/display-name';
import type { FieldChange, Finding } from '../report/finding';
import type { Place } from '../report/remedy';
import { detectDrift } from '../report/report';
import { attributionOf } from './attribution';
import { type DriftEvent, inOrder, type Step, stepOf } from './history';

/** What is judged against. */
export interface JudgeInput {
  readonly stated: readonly StateResource[];
  readonly declared?: readonly DeclaredInput[] | undefined;
  readonly self?: readonly string[] | undefined;
  readonly places?: readonly Place[] | undefined;
}

/** What has been judged, so that repeated and late events are told apart. Plain data: it can be stored as JSON. */
export interface JudgeMemory {
  /** The newest event of each object that was touched, oldest first; bounded. */
  readonly objects: Map<
    string,
    { readonly event_id: string; readonly event_type: string; readonly event_timestamp: string }
  >;
  /** Identifiers of the last events, oldest first; bounded. */
  readonly events: Set<string>;
}

/** The most that is remembered of each: a repeated event comes within minutes, not after ten thousand others, and this is stored with every checkpoint. */
const mostRemembered = 10_000;

/** Remembers nothing. */
export function newJudgeMemory(): JudgeMemory {
  return { objects: new Map(), events: new Set() };
}

/** A finding for one event. When several fields differ, {@link Finding.path} is the first, and `changes` holds all. */
export type EventFinding = Finding & {
  readonly changes: readonly FieldChange[];
  /** The event that was judged. */
  readonly event: { readonly id: string; readonly type: string; readonly timestamp: string };
};

/**
 * Judges one event, by the object that it carries; asks nobody. Answers undefined for an event that leaves its object as
 * the states have it, of another class, repeated, or older than one of the same object that was judged already.
 */
export function judgeEvent(event: DriftEvent, input: JudgeInput, memory: JudgeMemory): EventFinding | undefined {
  const step = stepOf(event);
  if (!step || memory.events.has(step.event.event_id)) return undefined;
  remember(memory.events, step.event.event_id);
  const key = `${step.kind} ${step.id}`;
  const newest = memory.objects.get(key);
  if (newest && isOlder(step, newest)) return undefined;
  memory.objects.delete(key);
  const { event_id, event_type, event_timestamp } = step.event;
  memory.objects.set(key, { event_id, event_type, event_timestamp });
  forgetOldest(memory.objects);
  const findings = findingsOf(step, input);
  const [first] = findings;
  if (!first) return undefined;
  const changes = findings.flatMap(({ path, before, after }) => (path === null ? [] : [{ path, before, after }]));
  const by = first.by ?? attributionOf(step, input.self ?? []);
  return {
    ...first,
    by,
    unattributed: null,
    changes,
    event: { id: event_id, type: event_type, timestamp: event_timestamp },
  };
}

/** Detection with an account that holds the one object, and states that hold what is about it. */
function findingsOf(
  { kind, id, values, action, event }: Step,
  { stated, declared = [], self, places }: JudgeInput,
): readonly Finding[] {
  const policyId = kind === ipPolicyRule.name ? values['ip_policy_id'] : undefined;
  const about = stated.flatMap((each) => {
    if (each.values['id'] === id && kindNameOf(each.type) === kind) return [each];
    const isSet =
      policyId !== undefined && kindNameOf(each.type) === RULE_SET && each.values['ip_policy_id'] === policyId;
    // The event tells of one rule, so the set is asked for no other.
    return isSet ? [onlyNetwork(each, String(values['cidr']))] : [];
  });
  const addresses = new Set(about.map(({ address }) => withoutKeys(address)));
  const { report } = detectDrift({
    account: { kinds: [{ kind, objects: action === 'deleted' ? [] : [{ id, values }], pages: 0 }] },
    stated: about,
    declared: declared.filter(({ address }) => addresses.has(address)),
    confirmations: action === 'deleted' ? [{ kind, id }] : [],
    usage: { requests: 0, pages: 0 },
    events: [event],
    self,
    today: '',
    places,
  });
  return report.findings.filter(({ type }) => type !== 'pending');
}

function onlyNetwork(set: StateResource, cidr: string): StateResource {
  const rules = isJsonObject(set.values['rules']) ? set.values['rules'] : {};
  const same = Object.entries(rules).filter(([network]) => canonicalCidr(network) === canonicalCidr(cidr));
  return { ...set, values: { ...set.values, rules: Object.fromEntries(same) } };
}

function isOlder(
  step: Step,
  newest: { readonly event_id: string; readonly event_type: string; readonly event_timestamp: string },
): boolean {
  const other = stepOf({ ...newest, object: { id: step.id } });
  // Of two of one second nobody knows which is older, so the one that comes later is judged.
  return other !== undefined && inOrder(step, other) < 0;
}

function remember(set: Set<string>, value: string): void {
  set.add(value);
  if (set.size > mostRemembered) for (const oldest of set) return void set.delete(oldest);
}

function forgetOldest(map: Map<string, unknown>): void {
  if (map.size > mostRemembered) for (const oldest of map.keys()) return void map.delete(oldest);
}
