import type { Json, JsonObject } from '../../../model/json';
import { readTraffic, type TrafficPlan } from '../../control/traffic-request';
import { deriveId } from '../../crypto/ids';
import { createRandomValues, defaultFields, type EventDraft } from '../../events/default-fields';
import type { ServiceEvent } from '../../events/event';
import type { EventFactory, TrafficResult, TrafficRun } from '../../events/traffic';
import { formatTimestamp } from '../state/clock';
import type { ReadContext } from '../state/request-context';
import type { Account } from '../state/types';
import { nestFields, publish } from './publish';

/** Starts the runs of a request and publishes the events that are due. Throws 400 for an invalid request. */
export function startTraffic(context: ReadContext, request: JsonObject): TrafficResult {
  const { state, account } = context;
  const { seed, plans } = readTraffic(request);
  const now = state.clock.now();
  const runs = plans.map((plan, index): TrafficRun => {
    const { type, count, intervalMs, fromMs = now } = plan;
    const planSeed = `${seed} ${index}`;
    // A plan that cannot be generated must fail here. Once scheduled, it would fail later requests of the account.
    createEventFactory(plan, planSeed)(fromMs, context.origin);
    return { type, count, intervalMs, fromMs, published: 0, createObject: createEventFactory(plan, planSeed) };
  });
  account.traffic = [...account.traffic, ...runs];
  const published = publishDueTraffic(context);
  return { published, scheduled: countScheduled(account) };
}

export function countScheduled({ traffic }: Account): number {
  return traffic.reduce((sum, { count, published }) => sum + count - published, 0);
}

/** Publishes the traffic that is due, in the order of its times. Returns the number of events. */
export function publishDueTraffic(context: ReadContext): number {
  const { state, account } = context;
  const now = state.clock.now();
  const due = account.traffic.flatMap((run) => listDueTimes(run, now).map((timeMs) => ({ timeMs, run })));
  if (due.length === 0) return 0;
  account.traffic = account.traffic
    .map((run) => ({ ...run, published: run.published + listDueTimes(run, now).length }))
    .filter(({ count, published }) => published < count);
  due.sort((one, other) => one.timeMs - other.timeMs);
  publish(
    context,
    due.map(
      ({ timeMs, run }): ServiceEvent => ({
        event_id: state.ids.next('ev', now),
        event_type: run.type,
        event_timestamp: formatTimestamp(timeMs),
        account_id: account.id,
        principal: null,
        object: run.createObject(timeMs, context.origin),
      }),
    ),
  );
  return due.length;
}

function listDueTimes({ fromMs, intervalMs, count, published }: TrafficRun, now: number): number[] {
  const times: number[] = [];
  for (let n = published; n < count && fromMs + n * intervalMs <= now; n++) times.push(fromMs + n * intervalMs);
  return times;
}

/** Creates a generator of the events of a plan; the same seed generates the same objects at the same times. */
function createEventFactory({ type, fields }: TrafficPlan, seed: string): EventFactory {
  const random = createRandomValues(seed);
  const defaults = defaultFields(type);
  const isOmitted = (name: string) => fields.has(name) && fields.get(name) === undefined;
  const shown = [...defaults.keys()].filter((name) => !isOmitted(name));
  return (timeMs, origin) => {
    const values = new Map<string, Json>();
    const draft: EventDraft = {
      ...random,
      timeMs,
      origin,
      isSet: (name) => fields.get(name) !== undefined,
      get(name) {
        // An omitted field has a value too, because other fields may follow from it.
        const generate = fields.get(name) ?? defaults.get(name);
        const value = values.get(name) ?? generate?.(draft) ?? '';
        values.set(name, value);
        return value;
      },
      createId: (prefix) => deriveId(prefix, `${seed} ${random.fraction()}`),
    };
    return nestFields(shown.map((name) => [name, draft.get(name)]));
  };
}
