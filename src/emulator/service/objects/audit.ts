import { type AuditAction, auditEventType, isAudited } from '../../../model/events/event-types';
import type { Kind } from '../../../model/kind';
import { formatTimestamp } from '../../../model/time';
import type { JsonObject } from '../../../values/json';
import { type Caller, toPrincipal } from '../state/caller';
import type { ReadContext } from '../state/request-context';
import { publish } from './publish';

/** The caller is null for changes that the service makes. */
export interface AuditContext extends ReadContext {
  readonly caller: Caller | null;
}

/** `object` is the object as the API returns it. */
export function publishAuditEvent(
  context: AuditContext,
  kind: Kind,
  action: AuditAction,
  object: JsonObject,
  at: number = context.state.clock.now(),
): void {
  if (!isAudited(kind.name)) return;
  const { state, account, caller, origin } = context;
  publish(context, [
    {
      event_id: state.ids.next('ev', at),
      event_type: auditEventType(kind.name, action),
      event_timestamp: formatTimestamp(at),
      account_id: account.id,
      principal: caller && toPrincipal(caller, origin, account.id),
      object,
    },
  ]);
}
