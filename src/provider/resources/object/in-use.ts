/** Explains why the service refused a delete: what names the object, how far the run came, and what to do. */
import type { ApiError } from '../../../client/api';
import { attributesFromResponse } from '../../../model/from-response';
import { listRemedies } from '../../../model/in-use-remedies';
import type { Kind } from '../../../model/kind';
import { resourceType } from '../../../model/naming';
import { isKindIn } from '../../../model/profiles/kind-in';
import { type KindReference, listUsers, refersTo } from '../../../model/references';
import type { ObjectValue } from '../../../values/cty-value';
import type { Advice } from '../../../values/diagnostic-cause';
import type { KnownObject } from '../../../values/known';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import { describeProgress, listNames, type Write } from '../../service/write-log';
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
    const { addressOf } = names;
    const named = listNames(users, names);
    const targets = users.flatMap(({ id }) => addressOf(id) ?? []);
    const isNamed = targets.length === users.length;
    const remedies = listRemedies({
      type: resourceType(kind),
      cause,
      address: addressOf(id),
      user: named,
      ...(isNamed && { targets }),
    });
    return [`It is named by ${named}. ${describeProgress(done, names)}`, ...remedies].join('\n');
  };
}

type User = Pick<Write, 'kind' | 'id'>;

/** The objects that keep the one with these values from being deleted. */
async function findUsers(kind: Kind, session: Session, prior: ObjectValue): Promise<User[]> {
  const target = { id: String(prior['id']), values: valueToJson(prior) as KnownObject };
  const references = listUsers(kind.name).filter((each) => isKindIn(each.kind, session.client.profile));
  const users = await Promise.all(references.map((reference) => listObjectsThatRefer(session, reference, target)));
  return users.flat();
}

async function listObjectsThatRefer(
  session: Session,
  reference: KindReference,
  target: { readonly id: string; readonly values: KnownObject },
): Promise<User[]> {
  const found: User[] = [];
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
