import type { Construct } from 'constructs';
import { EventSubscription } from 'netingress';
import type { EventDestinations } from './event-destinations';

/** 1 event subscription. */
export function declareEventSubscriptions(
  scope: Construct,
  eventDestinations: EventDestinations,
): void {
  new EventSubscription(scope, 'subscription_pq12vi', {
    sources: [{ type: 'ip_policy_rule_created.v0' }, { type: 'ip_policy_rule_deleted.v0' }],
    destinationIds: [eventDestinations.auditStreamWorpag.id],
  }).importFrom('esb_3LUznMZHwJqYpKTxJ9jWYpq12vi');
}
