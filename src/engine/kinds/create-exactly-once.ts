/**
 * A create whose answer was lost is looked up before it is repeated (gaps.md section 0, 'Idempotency'): the service has
 * no idempotency keys, and an access rule must neither be missing nor stand there twice. An object whose token was in
 * the lost answer is deleted and made again.
 */
import { attributesOfAnswer } from '../../model/answer';
import { equalInMeaning } from '../../model/canonical';
import type { JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import { naturalKeyOf } from '../../model/natural-key';
import { isInput } from '../../model/request';
import { createUncertain, severalCandidates } from '../messages';
import { isServiceError, type ServiceError } from '../service-error';
import type { Session } from '../session';

/** How often a create is sent when each time it is certain that the one before left nothing. */
const attempts = 3;

/** Timestamps have whole seconds and clocks of a cluster differ a little, so an object may look this much older. */
const slackSeconds = 5;

/** Creates the object and answers it; throws a {@link ServiceError} whose message says what is known when it cannot. */
export async function createExactlyOnce(kind: Kind, session: Session, body: JsonObject): Promise<JsonObject> {
  const started = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return handOut(session, await session.client.create(kind.name, body, { stop: session.stopped() }));
    } catch (failure) {
      if (!isServiceError(failure)) throw failure;
      // A conflict after a lost answer is most likely that object; on a first attempt it is somebody else's.
      const lost = failure.outcome === 'unknown' || (attempt > 1 && failure.status === 409);
      if (!lost) throw failure;
      const found = await usableLost(kind, session, await lookUpLost(kind, session, body, started, failure));
      if (found) return handOut(session, found);
      if (attempt === attempts || failure.status === 409 || session.stopped().aborted) throw failure;
    }
  }
}

/** What only a creation answers is lost with its answer: such an object is of no use to anybody and goes. */
async function usableLost(
  kind: Kind,
  session: Session,
  found: JsonObject | undefined,
): Promise<JsonObject | undefined> {
  if (!found || !answersOnce(kind)) return found;
  await session.client.delete(kind.name, String(found['id']));
  return undefined;
}

/** Whether the kind holds a value that only the answer to its creation does. */
export function answersOnce(kind: Kind): boolean {
  return Object.values(kind.attributes).some(({ unreadable }) => unreadable === 'once');
}

function handOut(session: Session, answer: JsonObject): JsonObject {
  session.handedOut.add(String(answer['id']));
  return answer;
}

/** The one object that the lost create must have made, or undefined when there surely is none. */
async function lookUpLost(
  kind: Kind,
  session: Session,
  body: JsonObject,
  started: number,
  failure: ServiceError,
): Promise<JsonObject | undefined> {
  let candidates: JsonObject[];
  try {
    candidates = await listCandidates(kind, session, body, started);
  } catch (lookUp) {
    if (!isServiceError(lookUp)) throw lookUp;
    throw failure.with(createUncertain(kind, `Looking it up failed too: ${lookUp.message}`));
  }
  const [first, second] = candidates;
  if (second)
    throw failure.with(
      severalCandidates(
        kind,
        candidates.map(({ id }) => String(id)),
      ),
    );
  return first;
}

/** Lists are newest first, so looking ends at the first object that is older than this create. */
async function listCandidates(kind: Kind, session: Session, body: JsonObject, started: number): Promise<JsonObject[]> {
  const wanted = sentValues(kind, body);
  const key = naturalKeyOf(kind, wanted);
  const candidates: JsonObject[] = [];
  for await (const answer of session.client.list(kind.name, {})) {
    // The service's clock judges its own timestamps: ours may be minutes off.
    const oldest = (session.client.serviceTime() ?? Date.now()) - (performance.now() - started) - slackSeconds * 1000;
    if (Date.parse(String(answer['created_at'])) < oldest) break;
    if (session.handedOut.has(String(answer['id']))) continue;
    const values = attributesOfAnswer(kind.attributes, answer);
    const same = key === undefined ? equalsSent(kind, wanted, values) : naturalKeyOf(kind, values) === key;
    if (same) candidates.push(answer);
  }
  return candidates;
}

function sentValues(kind: Kind, body: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(kind.attributes).map((name) => [name, body[name] ?? null]));
}

function equalsSent(kind: Kind, sent: JsonObject, values: JsonObject): boolean {
  return Object.entries(kind.attributes).every(([name, attribute]) => {
    if (!isInput(attribute) || attribute.unreadable || sent[name] === null) return true;
    if (attribute.type !== 'object') return equalInMeaning(attribute, sent[name], values[name]);
    return objectEqualsSent(attribute.attributes, sent[name], values[name]);
  });
}

function objectEqualsSent(attributes: Kind['attributes'], sent: unknown, value: unknown): boolean {
  const [given, live] = [(sent ?? {}) as JsonObject, (value ?? {}) as JsonObject];
  return Object.entries(attributes).every(([name, attribute]) => {
    if (!isInput(attribute) || attribute.unreadable || given[name] === undefined || given[name] === null) return true;
    if (attribute.type === 'object') return objectEqualsSent(attribute.attributes, given[name], live[name]);
    return equalInMeaning(attribute, given[name], live[name]);
  });
}
