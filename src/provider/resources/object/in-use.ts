import type { ApiError } from '../../../client/api';
import { attributesFromResponse } from '../../../model/from-response';
import { listNames, listRemedies, type ServiceObjectId } from '../../../model/in-use-remedies';
import type { Kind } from '../../../model/kind';
import { resourceType } from '../../../model/naming';
import { isKindIn } from '../../../model/profiles/kind-in';
import { type KindReference, listBlockingReferences, refersTo } from '../../../model/references';
import { endSentence } from '../../../model/text';
import type { ObjectValue } from '../../../values/cty-value';
import type { Advice } from '../../../values/diagnostic-cause';
import type { KnownObject } from '../../../values/known';
import type { Words } from '../../../values/words';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import { describeProgress } from '../../service/write-log';
import { valueToJson } from '../../state/json-values';

export interface RefusedDelete {
  readonly prior: ObjectValue;
  readonly isReplacement: boolean;
}

/**
 * `''` for a failure with another status than 400 and 409. With which status the service refuses to delete an object in
 * use is not published (docs/internals/gaps.md): 409 is that of conflicts, and kinds with a `conflictStatus` have 400.
 * Without users, the lines name possible users, and lists that could not be read.
 */
export async function describeUse(
  kind: Kind,
  session: Session,
  failure: ApiError,
  { prior, isReplacement }: RefusedDelete,
): Promise<Words | Advice> {
  if (failure.status !== 409 && failure.status !== 400) return '';
  const { users, possible, unread } = await findUsers(kind, session, prior);
  const notRead = unread.length === 0 ? [] : [`Whether others name it is not known: ${unread.join(' ')}`];
  const cause = isReplacement ? 'replacement' : 'removal';
  const done = [...session.writes.done];
  const id = String(prior['id']);
  return (names) => {
    const mayUse = possible.length === 0 ? [] : [`It may be named by ${listNames(possible, names)}.`];
    if (users.length === 0) return [...mayUse, ...notRead];
    const deletion = { type: resourceType(kind), cause, id, users, folder: session.folder } as const;
    const progress = describeProgress(done, names);
    const named = `It is named by ${listNames(users, names)}. ${progress}`;
    return [named, ...mayUse, ...notRead, ...listRemedies(deletion, names)];
  };
}

interface Users {
  readonly users: readonly ServiceObjectId[];
  /** Objects of which the account does not say whether they name it. */
  readonly possible: readonly ServiceObjectId[];
  readonly unread: readonly Words[];
}

async function findUsers(kind: Kind, session: Session, prior: ObjectValue): Promise<Users> {
  const target = { id: String(prior['id']), values: valueToJson(prior) as KnownObject };
  const references = listBlockingReferences(kind.name).filter((each) => isKindIn(each.kind, session.client.profile));
  const found = await Promise.all(references.map((reference) => listObjectsThatRefer(session, reference, target)));
  const users = distinct(found.flatMap((each) => each.users));
  const userIds = new Set(users.map(({ id }) => id));
  return {
    users,
    possible: distinct(found.flatMap((each) => each.possible)).filter((each) => !userIds.has(each.id)),
    unread: found.flatMap((each) => each.unread),
  };
}

/** Keeps the first of two with one id: the list of endpoints contains the cloud endpoints, too. */
function distinct(objects: readonly ServiceObjectId[]): ServiceObjectId[] {
  return [...new Map(objects.toReversed().map((each) => [each.id, each])).values()].reverse();
}

async function listObjectsThatRefer(
  session: Session,
  reference: KindReference,
  target: { readonly id: string; readonly values: KnownObject },
): Promise<Users> {
  const [users, possible]: [ServiceObjectId[], ServiceObjectId[]] = [[], []];
  const { kind } = reference;
  try {
    for await (const object of session.client.list(kind.name, {}, { signal: session.stopSignal() })) {
      const values = attributesFromResponse(kind.attributes, object) as KnownObject;
      const refers = refersTo(reference, values, target);
      if (refers !== false) (refers === true ? users : possible).push({ kind: kind.name, id: object.id });
    }
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return { users, possible, unread: [endSentence(failure.message)] };
  }
  return { users, possible, unread: [] };
}
