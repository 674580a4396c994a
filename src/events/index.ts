/** Entry of the package `netingress/events`: parses and types the events that the service delivers, without I/O. */

export { EVENTS, type EventSpec } from '../model/events/event-catalog';
export type { EventField, EventFieldType } from '../model/events/field-types';
export type { EventEnvelope, EventPrincipal, EventRef, UnknownEvent } from './envelope';
export { EventError, type EventErrorOptions } from './event-error';
export { compileFilter, matchesFilter, type RawEvent } from './filter';
export type * from './generated/types';
export {
  type AnyEvent,
  type AuditEvent,
  isAuditEvent,
  isEventOfType,
  isKnownEvent,
  isSessionEvent,
  isTrafficEvent,
  type SessionEvent,
  type TrafficEvent,
} from './guards';
export { parseEvent } from './parse-event';
export {
  type BrokenRecord,
  type EventChunk,
  type EventInput,
  type ParsedEvent,
  type ParsedRecord,
  type ParseEventsOptions,
  parseEvents,
} from './parse-events';
export { type EventSchema, eventSchema } from './schemas';
