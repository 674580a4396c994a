/** Traffic that was asked for, as the clock brings it about. */
import type { JsonObject } from '../../../model/json';
import type { ReadContext } from '../../objects/request-context';
import type { Account } from '../../state/state';
import { timestamp } from '../../time/clock';
import { publish } from '../delivery/publish';
import type { ServiceEvent } from '../event';
import { type MakeObject, objectsOf } from './make-event';
import { readTraffic } from './request';

/** Events of one type that have not all come about. Never changed in place. */
export interface TrafficRun {
  readonly type: string;
  /** When the first comes about, in milliseconds, and the time between two. */
  readonly from: number;
  readonly spacing: number;
  readonly count: number;
  /** How many have come about. */
  readonly done: number;
  readonly make: MakeObject;
}

/** What became of a request for traffic. */
export interface TrafficAnswer {
  /** Events that came about at once. */
  readonly published: number;
  /** Events of the account that come about later, as its clock goes on; those of earlier requests among them. */
  readonly scheduled: number;
}

/** Starts what a request asks for; what is due comes about before this returns. Refuses as {@link readTraffic} does. */
export function startTraffic(view: ReadContext, request: JsonObject): TrafficAnswer {
  const { state, account } = view;
  const { seed, plans } = readTraffic(request);
  const now = state.clock.now();
  const runs = plans.map((plan, index): TrafficRun => {
    const { type, count, spacing, from = now } = plan;
    const planSeed = `${seed} ${index}`;
    // A plan that cannot be generated must fail here: once it is scheduled it would fail the account's later requests.
    objectsOf(plan, planSeed)(from, view.origin);
    return { type, count, spacing, from, done: 0, make: objectsOf(plan, planSeed) };
  });
  account.traffic = [...account.traffic, ...runs];
  const published = publishDue(view);
  return { published, scheduled: scheduledIn(account) };
}

/** How many events are still to come. */
export function scheduledIn({ traffic }: Account): number {
  return traffic.reduce((sum, { count, done }) => sum + count - done, 0);
}

/** Publishes the traffic whose time has come, in the order of its times; answers how many events that were. */
export function publishDue(view: ReadContext): number {
  const { state, account } = view;
  const now = state.clock.now();
  const due = account.traffic.flatMap((run) => dueOf(run, now).map((time) => ({ time, run })));
  if (due.length === 0) return 0;
  account.traffic = account.traffic
    .map((run) => ({ ...run, done: run.done + dueOf(run, now).length }))
    .filter(({ count, done }) => done < count);
  due.sort((one, other) => one.time - other.time);
  publish(
    view,
    due.map(
      ({ time, run }): ServiceEvent => ({
        event_id: state.ids.next('ev', now),
        event_type: run.type,
        event_timestamp: timestamp(time),
        account_id: account.id,
        principal: null,
        object: run.make(time, view.origin),
      }),
    ),
  );
  return due.length;
}

/** The times of a run's events that have come and were not published yet. */
function dueOf({ from, spacing, count, done }: TrafficRun, now: number): number[] {
  const times: number[] = [];
  for (let n = done; n < count && from + n * spacing <= now; n++) times.push(from + n * spacing);
  return times;
}
