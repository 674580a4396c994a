/**
 * The service has no idempotency keys, so a create whose response was lost is looked up before it is sent again: it
 * must not create two. The look-up never deletes an object, and never adopts one without a warning: another run may
 * have sent an equal request at the same time, and both objects look alike.
 */

import type { ApiError, ServiceObject } from '../../../client/api';
import { mayBeConditionalDefault, semanticallyEqual } from '../../../model/canonical';
import { attributesFromResponse } from '../../../model/from-response';
import type { Attribute, Attributes, Kind } from '../../../model/kind';
import { findNaturalKey } from '../../../model/natural-key';
import { isInput } from '../../../model/request';
import { parseTimestamp } from '../../../model/time';
import { returnsSecretOnCreate } from '../../../model/variants/sealed-attributes';
import { isJsonObject, type Json, type JsonObject, toJsonObject } from '../../../values/json';
import type { ProviderDiagnostic } from '../../protocol/diagnostic';
import { isConflict, isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import {
  adoptedAfterLostResponse,
  ambiguousCreate,
  createUncertain,
  keyTaken,
  notCreated,
  secretLost,
} from './create-messages';

/** Chosen: how often a create is sent, if each look-up in between finds that the previous attempt created nothing. */
const MAX_ATTEMPTS = 3;

/** Chosen: `created_at` has whole seconds and clocks within the service differ, so our object may look older. */
const CLOCK_TOLERANCE_S = 5;

/** An object that was older at the request is not its own. Chosen, so large that our own is not rejected. */
const PREEXISTING_AGE_S = 60;

export interface CreatedObject {
  readonly object: JsonObject;
  /** A warning if the object was recovered by a look-up. */
  readonly diagnostics: readonly ProviderDiagnostic[];
}

interface Create {
  readonly kind: Kind;
  readonly session: Session;
  readonly body: JsonObject;
  /** When the first attempt began, as `performance.now()`. */
  readonly startedAt: number;
}

/** Throws an {@link ApiError} whose message says whether the object was created, as far as known. */
export async function createWithRecovery(kind: Kind, session: Session, body: JsonObject): Promise<CreatedObject> {
  const create: Create = { kind, session, body, startedAt: performance.now() };
  const stop = session.stopSignal();
  for (let attempt = 1; ; attempt++) {
    const sent = await sendCreate(create, stop);
    if ('object' in sent) return { object: sent.object, diagnostics: [] };
    const { failure, preexisting } = sent;
    // If a response was lost, the object of a conflict may be our own. On the first attempt it cannot be.
    const lost = failure.sideEffect === 'unknown' || (attempt > 1 && isConflict(kind, failure));
    if (!lost) throw failure;
    // The look-up goes on after an interruption: an object that was created must get into the state.
    const recovered = await session.createLock.lookUp(kind.name, () => recoverLostCreate(create, failure));
    if (recovered) return recovered;
    if (isConflict(kind, failure)) throw failure;
    // The service reported a creation, so nothing is sent again until it is known what was created.
    if (preexisting)
      throw failure.withEffect(createUncertain(kind, 'No object created since then equals the request.'));
    if (attempt === MAX_ATTEMPTS || stop.aborted) throw failure.withEffect(notCreated(kind, attempt));
  }
}

/** `preexisting`: the response is about an object that this request cannot have created. */
async function sendCreate(
  create: Create,
  stop: AbortSignal,
): Promise<{ readonly object: JsonObject } | { readonly failure: ApiError; readonly preexisting: boolean }> {
  const { kind, session, body } = create;
  let preexisting = false;
  const isOwn = (object: JsonObject): boolean => {
    preexisting = isPreexisting(create, object);
    return !preexisting;
  };
  try {
    return await session.createLock.create(kind.name, async () => ({
      object: claim(session, await session.client.create(kind.name, body, { stop, acceptResponse: isOwn })),
    }));
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return { failure, preexisting };
  }
}

/** Whether an object in the response existed before the create, or has another unique key. Does not throw. */
function isPreexisting(create: Create, object: JsonObject): boolean {
  const { kind, session } = create;
  if (session.claimed.has(String(object['id']))) return true;
  const createdAt = parseCreatedAt(object);
  if (createdAt !== undefined && createdAt < getServiceStart(create) - PREEXISTING_AGE_S * 1000) return true;
  if (!kind.naturalKey?.unique) return false;
  try {
    const [requested, returned] = [
      findNaturalKey(kind, getRequestedValues(create)),
      findNaturalKey(kind, attributesFromResponse(kind.attributes, object)),
    ];
    return requested !== undefined && returned !== undefined && requested !== returned;
  } catch {
    return false;
  }
}

function claim(session: Session, object: JsonObject): JsonObject {
  session.claimed.add(String(object['id']));
  return object;
}

/**
 * Returns the object if one candidate exists, equals the request, and has no secret that only a create returns.
 * Undefined if no candidate exists, and after a conflict if the object with the key differs from the request. Otherwise
 * throws.
 */
async function recoverLostCreate(create: Create, failure: ApiError): Promise<CreatedObject | undefined> {
  const { kind, session } = create;
  const [candidate, ...others] = await findCandidates(create, failure);
  if (!candidate) return undefined;
  if (others.length > 0) throw failure.withEffect(ambiguousCreate(kind, [candidate, ...others]));
  if (!matchesRequest(create, candidate)) {
    // A conflict is reported with the import command by the caller.
    if (isConflict(kind, failure)) return undefined;
    throw failure.withEffect(keyTaken(kind, candidate));
  }
  if (returnsSecretOnCreate(kind)) throw failure.withEffect(secretLost(kind, candidate));
  session.writes.addRecovered(kind.name, candidate);
  return { object: claim(session, candidate), diagnostics: [adoptedAfterLostResponse(kind, candidate, failure)] };
}

async function findCandidates(create: Create, failure: ApiError): Promise<readonly ServiceObject[]> {
  const { kind, session } = create;
  try {
    const listed = await listCandidates(create);
    // Filter after listing: another look-up may have claimed an object meanwhile.
    return listed.filter(({ id }) => !session.claimed.has(String(id)));
  } catch (lookUp) {
    if (!isServiceError(lookUp)) throw lookUp;
    throw failure.withEffect(createUncertain(kind, `The look-up failed too: ${lookUp.message}`));
  }
}

/** The service sorts lists newest first, so the first object surely older than the create ends the search. */
async function listCandidates(create: Create): Promise<ServiceObject[]> {
  const { kind, session } = create;
  const key = kind.naturalKey?.unique ? findNaturalKey(kind, getRequestedValues(create)) : undefined;
  const candidates: ServiceObject[] = [];
  for await (const object of session.client.list(kind.name, {})) {
    const createdAt = parseCreatedAt(object);
    // An object without a creation time cannot be attributed to this create.
    if (createdAt === undefined) continue;
    if (createdAt < getServiceStart(create) - CLOCK_TOLERANCE_S * 1000) break;
    const isCandidate =
      key === undefined
        ? matchesRequest(create, object)
        : findNaturalKey(kind, attributesFromResponse(kind.attributes, object)) === key;
    if (isCandidate) candidates.push(object);
  }
  return candidates;
}

/** When the create began, in ms of the service's clock, which sets `created_at`. The local clock may be minutes off. */
function getServiceStart({ session, startedAt }: Create): number {
  return session.client.serviceTime() - (performance.now() - startedAt);
}

/** Returns ms since 1970; undefined if the member is missing or malformed. */
function parseCreatedAt({ created_at }: JsonObject): number | undefined {
  return typeof created_at === 'string' ? parseTimestamp(created_at) : undefined;
}

function getRequestedValues({ kind, body }: Create): JsonObject {
  return Object.fromEntries(Object.keys(kind.attributes).map((name) => [name, body[name] ?? null]));
}

function matchesRequest(create: Create, object: JsonObject): boolean {
  const { attributes } = create.kind;
  return equalsRequest(attributes, getRequestedValues(create), attributesFromResponse(attributes, object));
}

function equalsRequest(attributes: Attributes, requested: JsonObject, remote: JsonObject): boolean {
  return Object.entries(attributes).every(([name, attribute]) => {
    if (!isInput(attribute) || attribute.omittedFromResponses) return true;
    const [wanted, found] = [requested[name] ?? null, remote[name] ?? null];
    if (wanted === null) {
      const isServerChoice =
        attribute.presence === 'optional-computed' || mayBeConditionalDefault(attribute, name, remote);
      return isServerChoice || semanticallyEqual(attribute, null, found);
    }
    return equalsValue(attribute, wanted, found);
  });
}

function equalsValue(attribute: Attribute, wanted: Json, found: Json): boolean {
  // The service may omit the value from responses.
  if (attribute.optionalInResponse && found === null) return true;
  if (attribute.type !== 'object') return semanticallyEqual(attribute, wanted, found);
  return isJsonObject(wanted) && equalsRequest(attribute.attributes, wanted, toJsonObject(found));
}
