/** Who created what, from audit events as they are delivered (gaps.md 4.1). */
import { isJsonObject } from '../model/json';

/** By identifier: a person or program, and whence. */
export type Creators = ReadonlyMap<string, string>;

/** Reads the creators out of events; whatever is no creation, or not whole, tells nothing. */
export function creatorsOf(events: Iterable<unknown>): Creators {
  const creators = new Map<string, string>();
  for (const event of events) {
    if (!isJsonObject(event) || !/_created\.v\d+$/.test(String(event['event_type']))) continue;
    const { object, principal } = event;
    if (!isJsonObject(object) || typeof object['id'] !== 'string' || !isJsonObject(principal)) continue;
    const { subject, source } = principal;
    if (typeof subject !== 'string' || subject === '') continue;
    creators.set(object['id'], source === 'Dashboard' ? `${subject} in the dashboard` : `${subject} by the API`);
  }
  return creators;
}
