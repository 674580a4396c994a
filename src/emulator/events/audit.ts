/** Audit events: one for each change of a kind that emits them (gaps.md 4.1). */
import { type AuditAction, auditEventType } from '../../model/events/event-types';
import type { JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import { derivedId } from '../crypto/ids';
import type { Caller, ReadContext } from '../objects/request-context';
import { timestamp } from '../time/clock';
import { publish } from './delivery/publish';
import type { Principal } from './event';

/** Somebody doing something; the caller is null for what the service does by itself. */
export interface Acting extends ReadContext {
  readonly caller: Caller | null;
}

/** Publishes a change at the time `at`, by default now, if the kind is audited. `answer` is the object as the API returns it. */
export function recordAudit(
  acting: Acting,
  kind: Kind,
  action: AuditAction,
  answer: JsonObject,
  at: number = acting.state.clock.now(),
): void {
  if (!kind.audited) return;
  const { state, account, caller, origin } = acting;
  publish(acting, [
    {
      event_id: state.ids.next('ev', at),
      event_type: auditEventType(kind.name, action),
      event_timestamp: timestamp(at),
      account_id: account.id,
      principal: caller && principalOf(caller, origin, account.id),
      object: answer,
    },
  ]);
}

/**
 * Who a caller is: all keys belong to the one user of the account, each is a credential of its own: that of its
 * object, or one derived from it if it was not made here.
 */
export function principalOf(caller: Caller, origin: string, accountId: string): Principal {
  if ('token' in caller) {
    const credential = credentialOf(caller.keyId ?? derivedId('ak', caller.token), origin);
    return { id: derivedId('usr', accountId), subject: 'owner@example.com', source: 'API', credential };
  }
  const { id, subject, source } = caller;
  return { id, subject, source, credential: source === 'API' ? credentialOf(derivedId('ak', id), origin) : null };
}

function credentialOf(id: string, origin: string): { id: string; uri: string } {
  return { id, uri: `${origin}/api_keys/${id}` };
}
