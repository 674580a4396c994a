/** Who did it: the audit event behind a difference. What the events do not show is said to be unknown, never guessed. */
import { semanticallyEqual } from '../../model/canonical';
import type { Json, JsonObject } from '../../model/json';
import { valueAt } from '../../model/json';
import type { Attributes } from '../../model/kind';
import { getKind, tryFindKind } from '../../model/kinds';
import { attributeAt, naturalKeyOf } from '../../model/natural-key';
import { shownValue } from '../compare/compare-values';
import type { Attribution, Trace, Unattributed } from '../report/finding';
import { authorOf, type History, inOrder, type Step } from './history';

/** The event, or why there is none. */
export type Attributed = { readonly by: Attribution } | { readonly unattributed: Unattributed };

/** Finds the event. `self` are identifiers of keys whose changes are the pipeline's own. */
export function attributeChange(trace: Trace, history: History | undefined, self: readonly string[]): Attributed {
  if (trace.of === 'nobody') return { unattributed: 'not in events' };
  if (!history) return { unattributed: 'no events given' };
  if (!tryFindKind(trace.kind)?.audited) return { unattributed: 'emits no audit events' };
  const found = findStep(trace, history);
  return found ? { by: attributionOf(found.step, self, found.certain) } : { unattributed: 'no event found' };
}

/** An event as the author of something; certain unless said otherwise, or another event of its second may have come first. */
export function attributionOf({ event, tied }: Step, self: readonly string[], certain = !tied): Attribution {
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
  if (trace.of === 'key lost') return findLoss(trace.kind, trace.key, history);
  const steps = history.of(trace.kind, trace.id);
  switch (trace.of) {
    case 'creation':
      return certainly(steps.find(({ action }) => action === 'created'));
    case 'deletion':
      return certainly(steps.findLast(({ action }) => action === 'deleted'));
    case 'key gained':
      return findBeginning(steps, (step) => hasKey(step, trace.key));
    default: {
      const { path, value, key } = trace;
      const { attributes } = getKind(trace.kind);
      const has = (step: Step): boolean =>
        (key === undefined || hasKey(step, key)) && fieldEquals(attributes, path, step.values, value);
      return findBeginning(steps, has);
    }
  }
}

function certainly(step: Step | undefined): Found | undefined {
  return step && { step, certain: !step.tied };
}

/** The first event of the last stretch in which something has been as it is now. */
function findBeginning(steps: readonly Step[], has: (step: Step) => boolean): Found | undefined {
  const end = steps.at(-1);
  if (end?.tied && !has(end)) {
    // The account tells that another event of the last second came after the one that is last here.
    const step = steps.findLast((each) => inOrder(each, end) === 0 && has(each));
    return step && { step, certain: false };
  }
  const first = steps.findLastIndex((step) => !has(step)) + 1;
  const [before, step] = [steps[first - 1], steps[first]];
  if (!step) return undefined;
  // What came in the second before may have ended as it is now, in another order.
  const doubtful =
    step.tied || steps.slice(0, first).some((each) => before?.tied && inOrder(each, before) === 0 && has(each));
  return { step, certain: (first > 0 || step.action === 'created') && !doubtful };
}

/**
 * The last event by which an object gave up the key: its deletion, or a change to another key. None when, by the events,
 * an object has it still: then the one that matters is not among them.
 */
function findLoss(kind: string, key: string, history: History): Found | undefined {
  const ids = [...new Set(history.byKey(kind, key).map(({ id }) => id))];
  const losses = ids.map((id) => {
    const steps = history.of(kind, id);
    const last = steps.findLastIndex((step) => hasKey(step, key));
    return steps[last]?.action === 'deleted' ? steps[last] : steps[last + 1];
  });
  const known = losses.filter((step) => step !== undefined);
  const last = known.sort(inOrder).at(-1);
  if (!last || known.length < losses.length) return undefined;
  const alone = known.every((step) => step === last || inOrder(step, last) !== 0);
  return { step: last, certain: alone && !last.tied };
}

function hasKey({ kind, values }: Step, key: string): boolean {
  return naturalKeyOf(getKind(kind), values) === key;
}

/** Whether the field at the path means the same in `values` as `value` does. Members of absent objects are absent. */
export function fieldEquals(attributes: Attributes, path: string, values: JsonObject, value: Json): boolean {
  return semanticallyEqual(
    attributeAt(attributes, path),
    comparable(attributes, path, valueAt(values, path)),
    comparable(attributes, path, value),
  );
}

/** Of objects only what a user can set counts: the rest is not in the value that drift shows. */
function comparable(attributes: Attributes, path: string, value: unknown): Json {
  return shownValue(attributeAt(attributes, path), (value ?? null) as Json);
}
