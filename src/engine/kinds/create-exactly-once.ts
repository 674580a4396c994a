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
  const { client, gate } = session;
  const started = performance.now();
  const stop = session.stopped();
  for (let attempt = 1; ; attempt++) {
    try {
      return await gate.create(kind.name, async () => handOut(session, await client.create(kind.name, body, { stop })));
    } catch (failure) {
      if (!isServiceError(failure)) throw failure;
      // A conflict after a lost answer is most likely that object; on a first attempt it is somebody else's.
      const lost = failure.outcome === 'unknown' || (attempt > 1 && failure.status === 409);
      if (!lost) throw failure;
      // Also after an interruption: what was created must get into the state.
      const found = await gate.lookUp(kind.name, () => takeOverLost(kind, session, body, started, failure));
      if (found) return found;
      if (attempt === attempts || failure.status === 409 || stop.aborted) throw failure;
    }
  }
}

/** Whether only the answer to the creation holds something: with the answer lost, the object is of no use. */
export function answersOnce(kind: Kind): boolean {
  return Object.values(kind.attributes).some(({ unreadable }) => unreadable === 'once');
}

async function discard(kind: Kind, session: Session, id: string, failure: ServiceError): Promise<void> {
  try {
    await session.client.delete(kind.name, id);
  } catch (removal) {
    if (!isServiceError(removal)) throw removal;
    if (removal.gone) return;
    throw failure.with(
      createUncertain(kind, `${id} was made, its secret is lost, and deleting it failed: ${removal.message}`),
    );
  }
}

function handOut(session: Session, answer: JsonObject): JsonObject {
  session.handedOut.add(String(answer['id']));
  return answer;
}

/**
 * The one object that the lost create must have made, from now on handed out; undefined when there surely is none (any
 * more: one whose secret was lost with the answer is deleted).
 */
async function takeOverLost(
  kind: Kind,
  session: Session,
  body: JsonObject,
  started: number,
  failure: ServiceError,
): Promise<JsonObject | undefined> {
  let listed: JsonObject[];
  try {
    listed = await listCandidates(kind, session, body, started);
  } catch (lookUp) {
    if (!isServiceError(lookUp)) throw lookUp;
    throw failure.with(createUncertain(kind, `Looking it up failed too: ${lookUp.message}`));
  }
  // Judged now and not while listing: another look-up may have taken one over meanwhile.
  const candidates = listed.filter(({ id }) => !session.handedOut.has(String(id)));
  const ids = candidates.map(({ id }) => String(id));
  if (ids.length > 1) throw failure.with(severalCandidates(kind, ids));
  const [found] = candidates;
  if (found === undefined) return undefined;
  if (!answersOnce(kind)) return handOut(session, found);
  await discard(kind, session, String(found['id']), failure);
  return undefined;
}

/** Lists are newest first, so looking ends at the first object that is older than this create. */
async function listCandidates(kind: Kind, session: Session, body: JsonObject, started: number): Promise<JsonObject[]> {
  const wanted = sentValues(kind, body);
  const key = naturalKeyOf(kind, wanted);
  const isUnique = key !== undefined && kind.naturalKey?.unique === true;
  const candidates: JsonObject[] = [];
  for await (const answer of session.client.list(kind.name, {})) {
    // The service's clock judges its own timestamps: ours may be minutes off.
    const oldest = (session.client.serviceTime() ?? Date.now()) - (performance.now() - started) - slackSeconds * 1000;
    if (Date.parse(String(answer['created_at'])) < oldest) break;
    const values = attributesOfAnswer(kind.attributes, answer);
    // A key that others may have too says less than all that was sent.
    const same = isUnique ? naturalKeyOf(kind, values) === key : equalsSent(kind, wanted, values);
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
