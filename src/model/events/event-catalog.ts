/** Every event type with what its events carry: the one answer to 'what can I subscribe to?'. */
import { AUDIT_FIELDS } from './audit';
import {
  AUDIT_ACTIONS,
  AUDITED_KINDS,
  type AuditAction,
  auditEventType,
  SESSION_EVENT_TYPES,
  TRAFFIC_EVENT_TYPES,
} from './event-types';
import { type EventField, fieldsOf } from './field-types';
import { SESSION_FIELDS } from './session';
import { TRAFFIC_EVENTS } from './traffic';

/** One event type. */
export interface EventSpec {
  /** With its version: `ip_policy_created.v0`. */
  readonly type: string;
  /** Sources of traffic events may choose fields and filter; those of audit events may not. */
  readonly class: 'traffic' | 'audit';
  /** The kind of object that it is about; `agent_session` of the session events, absent from traffic events. */
  readonly subject?: string;
  /** What happened to an object of configuration. */
  readonly action?: AuditAction;
  /** When it is emitted, as the end of a sentence that starts with 'Emitted when'. */
  readonly doc: string;
  readonly fields: readonly EventField[];
}

/** All 49, traffic events first, then sessions, then the kinds in the order of the alphabet. */
export const EVENTS: readonly EventSpec[] = [
  ...TRAFFIC_EVENT_TYPES.map((type): EventSpec => ({ type, class: 'traffic', ...TRAFFIC_EVENTS[type] })),
  ...SESSION_EVENT_TYPES.map((type): EventSpec => {
    const doc = type === 'agent_session_start.v0' ? 'an agent session starts' : 'an agent session stops';
    return { type, class: 'audit', subject: 'agent_session', doc, fields: SESSION_FIELDS };
  }),
  ...AUDITED_KINDS.flatMap((kind) => {
    const fields = fieldsOf(AUDIT_FIELDS[kind]);
    return AUDIT_ACTIONS.map((action): EventSpec => {
      const doc = `an object of kind ${kind} is ${action}`;
      return { type: auditEventType(kind, action), class: 'audit', subject: kind, action, doc, fields };
    });
  }),
];

const byType: ReadonlyMap<string, EventSpec> = new Map(EVENTS.map((event) => [event.type, event]));

/** The event type of that name, or undefined. */
export function findEvent(type: string): EventSpec | undefined {
  return byType.get(type);
}
