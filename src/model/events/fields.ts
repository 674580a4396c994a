import { findEvent } from './event-catalog';

/**
 * The names of the fields of the object that an event of the type carries: of a traffic event those that a subscription
 * can choose, of an audit event those of the object of configuration. Undefined for what is no event type.
 */
export function eventFields(type: string): readonly string[] | undefined {
  return findEvent(type)?.fields.map(({ name }) => name);
}
