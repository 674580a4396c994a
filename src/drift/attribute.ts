/** Who did it: the audit event behind a difference. What the events do not show is said to be unknown, never guessed. */
import { equalInMeaning } from '../model/canonical';
import type { Json, JsonObject } from '../model/json';
import { valueAt } from '../model/json';
import type { Attributes } from '../model/kind';
import { findKind, tryFindKind } from '../model/kinds';
import { attributeAt } from '../model/natural-key';
import { shownValue } from './compare-values';
import type { Attribution, Trace, Unattributed } from './finding';
import { authorOf, type History, type Step } from './history';

/** The event, or why there is none. */
export type Attributed = { readonly by: Attribution } | { readonly unattributed: Unattributed };

/** Finds the event. `self` are identifiers of keys whose changes are the pipeline's own. */
export function attribute(trace: Trace, history: History | undefined, self: readonly string[]): Attributed {
  if (trace.of === 'nobody') return { unattributed: 'not in events' };
  if (!history) return { unattributed: 'no events given' };
  if (!tryFindKind(trace.kind)?.audited) return { unattributed: 'emits no audit events' };
  const found = findStep(trace, history);
  return found ? { by: attributionOf(found.step, self, found.certain) } : { unattributed: 'no event found' };
}

/** An event as the author of something. */
export function attributionOf({ event }: Step, self: readonly string[], certain = true): Attribution {
  const who = authorOf(event);
  return {
    who,
    when: event.event_timestamp,
    event_id: event.event_id,
    event_type: event.event_type,
    self: who !== null && [who.credential, who.id].some((id) => id !== null && self.includes(id)),
    certain,
  };
}

interface Found {
  readonly step: Step;
  readonly certain: boolean;
}

function findStep(trace: Exclude<Trace, { of: 'nobody' }>, history: History): Found | undefined {
  switch (trace.of) {
    case 'creation':
      return certainly(history.of(trace.kind, trace.id).find(({ action }) => action === 'created'));
    case 'deletion':
      return certainly(history.of(trace.kind, trace.id).findLast(({ action }) => action === 'deleted'));
    case 'deletion by key':
      return certainly(history.byKey(trace.kind, trace.key).findLast(({ action }) => action === 'deleted'));
    default:
      return findChange(trace, history.of(trace.kind, trace.id));
  }
}

function certainly(step: Step | undefined): Found | undefined {
  return step && { step, certain: true };
}

/** The first event of the last stretch in which the field has had the value that it has now. */
function findChange({ kind, path, value }: Extract<Trace, { of: 'field' }>, steps: readonly Step[]): Found | undefined {
  const { attributes } = findKind(kind);
  const has = (step: Step | undefined): boolean =>
    step !== undefined && fieldEquals(attributes, path, step.values, value);
  let first = steps.length;
  while (first > 0 && has(steps[first - 1])) first -= 1;
  const step = steps[first];
  return step && { step, certain: first > 0 || step.action === 'created' };
}

/** Whether the field at the path means the same in `values` as `value` does. Members of absent objects are absent. */
export function fieldEquals(attributes: Attributes, path: string, values: JsonObject, value: Json): boolean {
  return equalInMeaning(
    attributeAt(attributes, path),
    comparable(attributes, path, valueAt(values, path)),
    comparable(attributes, path, value),
  );
}

/** Of objects only what a user can set counts: the rest is not in the value that drift shows. */
function comparable(attributes: Attributes, path: string, value: unknown): Json {
  return shownValue(attributeAt(attributes, path), (value ?? null) as Json);
}
