import { formatTimestamp } from '../../../model/time';
import type { ServiceEvent } from '../../events/event';
import {
  createEventFactory,
  listDueTimes,
  type TrafficPlans,
  type TrafficResult,
  type TrafficRun,
} from '../../events/traffic';
import type { ReadContext } from '../state/request-context';
import type { Account } from '../state/types';
import { publish } from './publish';

export function startTraffic(context: ReadContext, { seed, plans }: TrafficPlans): TrafficResult {
  const { state, account } = context;
  const now = state.clock.now();
  const runs = plans.map((plan, index): TrafficRun => {
    const { type, count, intervalMs, fromMs = now } = plan;
    const planSeed = `${seed} ${index}`;
    // A plan that cannot be generated must fail here. Once scheduled, it would fail later requests of the account.
    const { name } = state.profile;
    createEventFactory(plan, name, planSeed)(fromMs, context.origin);
    const createEventObject = createEventFactory(plan, name, planSeed);
    return { type, count, intervalMs, fromMs, published: 0, createEventObject };
  });
  account.traffic = [...account.traffic, ...runs];
  const published = publishDueTraffic(context);
  return { published, scheduled: countScheduled(account) };
}

export function countScheduled({ traffic }: Account): number {
  return traffic.reduce((sum, { count, published }) => sum + count - published, 0);
}

/** Returns the number of events. */
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
        object: run.createEventObject(timeMs, context.origin),
      }),
    ),
  );
  return due.length;
}
