import { attributesFromResponse } from '../../../model/from-response';
import type { JsonObject } from '../../../model/json';
import type { Kind } from '../../../model/kind';
import { naturalKeyOf } from '../../../model/natural-key';
import type { Session } from '../../service/session';

/** The identifier of the object with the same natural key as `values`, or undefined when there is none. */
export async function findByNaturalKey(kind: Kind, session: Session, values: JsonObject): Promise<string | undefined> {
  const key = naturalKeyOf(kind, values);
  if (key === undefined) return undefined;
  for await (const answer of session.client.list(kind.name, {}, { signal: session.stopSignal() })) {
    if (naturalKeyOf(kind, attributesFromResponse(kind.attributes, answer)) === key) return String(answer['id']);
  }
  return undefined;
}
