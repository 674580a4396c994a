import { append } from '../../http/log';
import type { ReadContext } from '../../objects/request-context';
import type { ServiceEvent } from '../event';
import { announce } from './announce';
import { appendToFiles } from './files';
import { deliveriesOf } from './match-subscriptions';

/**
 * Records events and delivers them to the destinations of the subscriptions that capture them, before it returns: what
 * the request that caused them answers is never ahead of its events.
 */
export function publish({ state, account }: ReadContext, events: readonly ServiceEvent[]): void {
  const deliveries = events.flatMap((event) => {
    append(account.events, () => event);
    return deliveriesOf(account, event);
  });
  for (const delivery of deliveries) append(account.deliveries, () => delivery);
  if (state.deliver && deliveries.length > 0) appendToFiles(state.deliver, deliveries);
  announce(state);
}
