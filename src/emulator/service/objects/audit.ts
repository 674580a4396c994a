import { type AuditAction, auditEventType } from '../../../model/events/event-types';
import type { JsonObject } from '../../../model/json';
import type { Kind } from '../../../model/kind';
import { deriveId, PERSON_ID_PREFIX } from '../../crypto/ids';
import type { Principal } from '../../events/event';
import { formatTimestamp } from '../state/clock';
import type { Caller, ReadContext } from '../state/request-context';
import { publish } from './publish';

/** The caller is null for changes that the service makes. */
export interface AuditContext extends ReadContext {
  readonly caller: Caller | null;
}

/** Publishes the audit event of a change if the kind is audited. `object` is the object as the API returns it. */
export function publishAuditEvent(
  context: AuditContext,
  kind: Kind,
  action: AuditAction,
  object: JsonObject,
  at: number = context.state.clock.now(),
): void {
  if (!kind.audited) return;
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

/**
 * All API keys belong to the one user of the account, and each key is a credential. The credential of a key that is not
 * an object of this emulator is derived from the key.
 */
export function toPrincipal(caller: Caller, origin: string, accountId: string): Principal {
  if ('token' in caller) {
    const credential = toCredential(caller.keyId ?? deriveId('ak', caller.token), origin);
    return { id: deriveId(PERSON_ID_PREFIX, accountId), subject: 'owner@example.com', source: 'API', credential };
  }
  const { id, subject, source } = caller;
  return { id, subject, source, credential: source === 'API' ? toCredential(deriveId('ak', id), origin) : null };
}

function toCredential(id: string, origin: string): { id: string; uri: string } {
  return { id, uri: `${origin}/api_keys/${id}` };
}
