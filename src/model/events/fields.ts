/** The fields of every event type, dotted as in event-sources.md. */
import type { Attribute, Attributes } from '../kind';
import { findKind } from '../kinds';
import { refMembers } from '../resources/common';
import { EVENT_SOURCES } from '../sub-collections';
import { TRAFFIC_FIELDS } from './traffic';
import { AUDITED_KINDS, auditEventType, SESSION_EVENT_TYPES } from './types';

/** event-sources.md, 'agent_session_start.v0 and agent_session_stop.v0'. */
const sessionFields: readonly string[] = [
  'session.id',
  'session.uri',
  'credential.id',
  'credential.uri',
  'agent_ip',
  'ingress_server_ip',
  'region',
  'ingress_hostname',
  'user_agent',
  'metadata',
  'os',
  'arch',
  'transport',
  'started_at',
  'expires_at',
  'stopped_at',
  'deprecated.upcoming_minimum_version',
  'deprecated.upcoming_enforcement_date',
  'deprecated.message',
  'error',
];

/**
 * The fields of the object that an event of the type carries: of a traffic event those that a subscription can choose,
 * of an audit event those of the configuration object. Undefined for what is no event type.
 */
export function eventFields(type: string): readonly string[] | undefined {
  const traffic = TRAFFIC_FIELDS[type];
  if (traffic) return traffic;
  if ((SESSION_EVENT_TYPES as readonly string[]).includes(type)) return sessionFields;
  const audited = AUDITED_KINDS.find((kind) =>
    (['created', 'updated', 'deleted'] as const).some((action) => auditEventType(kind, action) === type),
  );
  if (!audited) return undefined;
  const kind = findKind(audited);
  return [...new Set(fieldsOf(kind.attributes))];
}

function fieldsOf(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => answerFields(name, attribute));
}

function answerFields(name: string, attribute: Attribute): string[] {
  const within = (member: string, attributes: Attributes): string[] =>
    fieldsOf(attributes).map((field) => `${member}.${field}`);
  // What is only given once, to make the object with, is no part of it.
  if (attribute.unreadable === 'never' && attribute.replace) return [];
  if ('ref' in attribute && attribute.ref) {
    // Some kinds answer the identifier itself.
    return attribute.ref.answer === name ? [name] : within(attribute.ref.answer, refMembers);
  }
  if (attribute.type === 'object') return within(name, attribute.attributes);
  if ('of' in attribute && attribute.of !== 'string') {
    const isSource = name === EVENT_SOURCES.listKey;
    return within(name, isSource ? EVENT_SOURCES.attributes : attribute.of);
  }
  return [attribute.answer ?? name];
}
