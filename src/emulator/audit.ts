/** Audit events: one for each change of a kind that emits them (gaps.md 4.1). */
import { type AuditAction, auditEventType } from '../model/events/types';
import type { JsonObject } from '../model/json';
import type { Kind } from '../model/kind';
import type { Principal } from './audit-event';
import type { Call, Caller } from './call';
import { timestamp } from './clock';
import { derivedId } from './ids';
import { append } from './log';

/** Records what happened to an object; `answer` is the object as the API answers it. */
export function recordAudit(call: Call, kind: Kind, action: AuditAction, answer: JsonObject): void {
  if (!kind.audited) return;
  const { state, account } = call;
  const now = state.clock.now();
  append(account.events, () => ({
    event_id: state.ids.next('ev', now),
    event_type: auditEventType(kind.name, action),
    event_timestamp: timestamp(now),
    account_id: state.accountId,
    principal: principalOf(call.caller, call.origin, state.accountId),
    object: answer,
  }));
}

/** Who a caller is: all keys belong to the one user of the account, each is a credential of its own. */
export function principalOf(caller: Caller, origin: string, accountId: string): Principal {
  if ('token' in caller) {
    const credential = credentialOf(caller.token, origin);
    return { id: derivedId('usr', accountId), subject: 'owner@example.com', source: 'API', credential };
  }
  const { id, subject, source } = caller;
  return { id, subject, source, credential: source === 'API' ? credentialOf(id, origin) : null };
}

function credentialOf(secret: string, origin: string): { id: string; uri: string } {
  const id = derivedId('ak', secret);
  return { id, uri: `${origin}/api_keys/${id}` };
}
