/**
 * A create whose answer was lost is looked up before it is repeated (gaps.md section 0, 'Idempotency'): the service has
 * no idempotency keys, and an access rule must neither be missing nor stand there twice. An object whose token was in
 * the lost answer is deleted and made again.
 */
import { attributesOfAnswer } from '../../model/answer';
import { equalInMeaning } from '../../model/canonical';
import { isJsonObject, type JsonObject } from '../../model/json';
import type { Attributes, Kind } from '../../model/kind';
import { naturalKeyOf } from '../../model/natural-key';
import { isInput } from '../../model/request';
import { createUncertain, severalCandidates } from '../messages';
import { isServiceError, type ServiceError } from '../service-error';
import type { Session } from '../session';

/** How often a create is sent when each time it is certain that the one before left nothing. */
const attempts = 3;

/** Timestamps have whole seconds and clocks of a cluster differ a little, so an object may look this much older. */
const slackSeconds = 5;

/**
 * An object that was there so long before the create is none that it made. Many times the slack: whoever answers about
 * somebody else's object mostly answers about an old one, and no difference of clocks may make one's own look foreign.
 */
const foreignSeconds = 60;

/** Creates the object and answers it; throws a {@link ServiceError} whose message says what is known when it cannot. */
export async function createExactlyOnce(kind: Kind, session: Session, body: JsonObject): Promise<JsonObject> {
  const started = performance.now();
  const stop = session.stopped();
  for (let attempt = 1; ; attempt++) {
    const sent = await sendCreate(kind, session, body, started, stop);
    if ('answer' in sent) return sent.answer;
    const { failure, foreign } = sent;
    // A conflict after a lost answer is most likely that object; on a first attempt it is somebody else's.
    const lost = failure.outcome === 'unknown' || (attempt > 1 && failure.status === 409);
    if (!lost) throw failure;
    // Also after an interruption: what was created must get into the state.
    const found = await session.gate.lookUp(kind.name, () => takeOverLost(kind, session, body, started, failure));
    if (typeof found !== 'string') return found;
    // The service says that it has made something, so nothing is made again before it is known what.
    if (foreign && found === 'none')
      throw failure.with(createUncertain(kind, 'Nothing that was made since looks like it.'));
    if (attempt === attempts || failure.status === 409 || stop.aborted) throw failure;
  }
}

/** Sends the create once. `foreign` says that it was answered with an object that it cannot have made. */
async function sendCreate(
  kind: Kind,
  session: Session,
  body: JsonObject,
  started: number,
  stop: AbortSignal,
): Promise<{ readonly answer: JsonObject } | { readonly failure: ServiceError; readonly foreign: boolean }> {
  let foreign = false;
  const isOwn = (answer: JsonObject): boolean => {
    foreign = isForeign(kind, session, body, answer, started);
    return !foreign;
  };
  try {
    return await session.gate.create(kind.name, async () => ({
      answer: handOut(session, await session.client.create(kind.name, body, { stop, isOwn })),
    }));
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return { failure, foreign };
  }
}

/** Whether an answer to the create is about an object that it cannot have made. */
function isForeign(kind: Kind, session: Session, body: JsonObject, answer: JsonObject, started: number): boolean {
  if (session.handedOut.has(String(answer['id']))) return true;
  if (Date.parse(String(answer['created_at'])) < serviceStart(session, started) - foreignSeconds * 1000) return true;
  if (!kind.naturalKey?.unique) return false;
  const [sent, answered] = [sentValues(kind, body), attributesOfAnswer(kind.attributes, answer)].map((values) =>
    naturalKeyOf(kind, values),
  );
  return sent !== undefined && answered !== undefined && sent !== answered;
}

/** When a create began, in ms of the service's clock, which judges its own timestamps: ours may be minutes off. */
function serviceStart({ client }: Session, started: number): number {
  return (client.serviceTime() ?? Date.now()) - (performance.now() - started);
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
 * The one object that the lost create must have made, from now on handed out; `none` when there surely is none, and
 * `discarded` when there is none any more, because its secret was lost with the answer.
 */
async function takeOverLost(
  kind: Kind,
  session: Session,
  body: JsonObject,
  started: number,
  failure: ServiceError,
): Promise<JsonObject | 'none' | 'discarded'> {
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
  if (found === undefined) return 'none';
  if (!answersOnce(kind)) return handOut(session, found);
  await discard(kind, session, String(found['id']), failure);
  return 'discarded';
}

/** Lists are newest first, so looking ends at the first object that is older than this create. */
async function listCandidates(kind: Kind, session: Session, body: JsonObject, started: number): Promise<JsonObject[]> {
  const wanted = sentValues(kind, body);
  const key = naturalKeyOf(kind, wanted);
  const isUnique = key !== undefined && kind.naturalKey?.unique === true;
  const candidates: JsonObject[] = [];
  for await (const answer of session.client.list(kind.name, {})) {
    const oldest = serviceStart(session, started) - slackSeconds * 1000;
    if (Date.parse(String(answer['created_at'])) < oldest) break;
    const values = attributesOfAnswer(kind.attributes, answer);
    // A key that others may have too says less than all that was sent.
    const same = isUnique ? naturalKeyOf(kind, values) === key : equalsSent(kind.attributes, wanted, values);
    if (same) candidates.push(answer);
  }
  return candidates;
}

function sentValues(kind: Kind, body: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(kind.attributes).map((name) => [name, body[name] ?? null]));
}

/**
 * Whether an object is what was sent. What was not sent is not there, or it is the service's own choice: an object that
 * says something else was made by somebody else at the same time.
 */
function equalsSent(attributes: Attributes, sent: JsonObject, values: JsonObject): boolean {
  return Object.entries(attributes).every(([name, attribute]) => {
    if (!isInput(attribute) || attribute.unreadable) return true;
    const [given, live] = [sent[name] ?? null, values[name] ?? null];
    if (given === null) return attribute.presence === 'chosen' || equalInMeaning(attribute, null, live);
    if (attribute.type !== 'object') return equalInMeaning(attribute, given, live);
    return isJsonObject(given) && equalsSent(attribute.attributes, given, isJsonObject(live) ? live : {});
  });
}
