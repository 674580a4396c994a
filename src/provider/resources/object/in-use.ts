/** Explains why the service refused a delete: what names the object, how far the run came, and what to do. */
import type { ApiError } from '../../../client/api';
import { attributesFromResponse } from '../../../model/from-response';
import { listNames, listRemedies, type ServiceObjectId } from '../../../model/in-use-remedies';
import type { Kind } from '../../../model/kind';
import { resourceType } from '../../../model/naming';
import { isKindIn } from '../../../model/profiles/kind-in';
import { type KindReference, listUsers, refersTo } from '../../../model/references';
import type { ObjectValue } from '../../../values/cty-value';
import type { Advice } from '../../../values/diagnostic-cause';
import type { KnownObject } from '../../../values/known';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import { describeProgress } from '../../service/write-log';
import { valueToJson } from '../../state/json-values';

export interface RefusedDelete {
  readonly prior: ObjectValue;
  readonly isReplacement: boolean;
}

/** Empty if the refusal has another reason, or if what names the object cannot be read. */
export async function describeUse(
  kind: Kind,
  session: Session,
  failure: ApiError,
  { prior, isReplacement }: RefusedDelete,
): Promise<string | Advice> {
  if (failure.status !== 409 && failure.status !== 400) return '';
  const users = await findUsers(kind, session, prior);
  if (users.length === 0) return '';
  const cause = isReplacement ? 'replacement' : 'removal';
  const done = [...session.writes.done];
  const id = String(prior['id']);
  return (names) => {
    const deletion = { type: resourceType(kind), cause, id, users, folder: session.folder } as const;
    const progress = describeProgress(done, names);
    return [`It is named by ${listNames(users, names)}. ${progress}`, ...listRemedies(deletion, names)].join('\n');
  };
}

/** The objects that keep the one with these values from being deleted. */
async function findUsers(kind: Kind, session: Session, prior: ObjectValue): Promise<ServiceObjectId[]> {
  const target = { id: String(prior['id']), values: valueToJson(prior) as KnownObject };
  const references = listUsers(kind.name).filter((each) => isKindIn(each.kind, session.client.profile));
  const users = await Promise.all(references.map((reference) => listObjectsThatRefer(session, reference, target)));
  // The list of endpoints contains the cloud endpoints, too.
  const byId = new Map(
    users
      .flat()
      .reverse()
      .map((user) => [user.id, user]),
  );
  return [...byId.values()].reverse();
}

async function listObjectsThatRefer(
  session: Session,
  reference: KindReference,
  target: { readonly id: string; readonly values: KnownObject },
): Promise<ServiceObjectId[]> {
  const found: ServiceObjectId[] = [];
  const { kind } = reference;
  try {
    for await (const object of session.client.list(kind.name, {}, { signal: session.stopSignal() })) {
      const values = attributesFromResponse(kind.attributes, object) as KnownObject;
      if (refersTo(reference, values, target) === true) found.push({ kind: kind.name, id: object.id });
    }
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
  }
  return found;
}
