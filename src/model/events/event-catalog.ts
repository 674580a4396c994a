import type { ProfileName } from '../kind';
import { getKind } from '../kinds';
import { auditFields } from './audit';
import {
  AUDIT_ACTIONS,
  AUDITED_KINDS,
  type AuditAction,
  auditEventType,
  SESSION_EVENT_TYPES,
  TRAFFIC_EVENT_TYPES,
} from './event-types';
import { type EventField, fieldsIn } from './field-types';
import { SESSION_FIELDS } from './session';
import { TRAFFIC_EVENTS } from './traffic';

/** An event type: its name, class, subject and fields. */
export interface EventSpec {
  /** Name with version: `ip_policy_created.v0`. */
  readonly type: string;
  /**
   * Whether the event is one of traffic or an audit event. Only sources of traffic events may select fields and filter.
   */
  readonly class: 'traffic' | 'audit';
  /** Kind of the object, or `agent_session`; undefined for traffic events. */
  readonly subject?: string;
  /** Undefined for traffic and session events. */
  readonly action?: AuditAction;
  /** Completes 'Emitted when'. */
  readonly doc: string;
  readonly fields: readonly EventField[];
  /** Profiles that have the event; by default all. */
  readonly profiles?: readonly ProfileName[];
}

/** Traffic events, then the audit events: those of sessions, then those of kinds, in alphabetical order of kinds. */
export const EVENTS: readonly EventSpec[] = [
  ...TRAFFIC_EVENT_TYPES.map((type): EventSpec => ({ type, class: 'traffic', ...TRAFFIC_EVENTS[type] })),
  ...SESSION_EVENT_TYPES.map((type): EventSpec => {
    const doc = type === 'agent_session_start.v0' ? 'an agent session starts' : 'an agent session stops';
    return { type, class: 'audit', subject: 'agent_session', doc, fields: SESSION_FIELDS };
  }),
  ...AUDITED_KINDS.flatMap((kind) => {
    const described = getKind(kind);
    const fields = auditFields(described);
    const { profiles } = described;
    return AUDIT_ACTIONS.map((action): EventSpec => {
      const doc = `an object of type ${kind} is ${action}`;
      return {
        type: auditEventType(kind, action),
        class: 'audit',
        subject: kind,
        action,
        doc,
        fields,
        ...(profiles && { profiles }),
      };
    });
  }),
];

const byType: ReadonlyMap<string, EventSpec> = new Map(EVENTS.map((event) => [event.type, event]));

export function findEventType(type: string): EventSpec | undefined {
  return byType.get(type);
}

/** Names of fields. Without a profile, those that the event has in every one. Undefined for an unknown type. */
export function eventFields(type: string, profile?: ProfileName): readonly string[] | undefined {
  const event = findEventType(type);
  return event && fieldsIn(event.fields, profile).map(({ name }) => name);
}
