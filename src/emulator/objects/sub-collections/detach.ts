/**
 * Letting go of a value that an update cannot clear: `DELETE /reserved_domains/{id}/certificate` and the like, from what
 * the model says about each attribute (gaps.md section 2).
 */
import type { DetachEndpoint, Kind } from '../../../model/kind';
import { ApiProblem } from '../../http/api-problem';
import { findObject } from '../read';
import type { OperationResult, RequestContext } from '../request-context';
import { replaceValues } from '../update';

/** An attribute that can be let go of. */
export interface Detachable {
  readonly name: string;
  readonly detach: DetachEndpoint;
}

/** The attributes of a kind that can be let go of. */
export function detachableOf(kind: Kind): readonly Detachable[] {
  return Object.entries(kind.attributes).flatMap(([name, { detach }]) => (detach ? [{ name, detach }] : []));
}

/**
 * Lets go: 204, audited as an update; where nothing is attached there is nothing to do, which is 204 too. 409 where what
 * is attached is the service's own doing.
 */
export async function letGo(
  call: RequestContext,
  kind: Kind,
  id: string,
  { name, detach }: Detachable,
): Promise<OperationResult> {
  const stored = findObject(call, kind, id);
  if (detach.replacedBy !== undefined && stored.values[detach.replacedBy] !== undefined) {
    throw new ApiProblem(
      409,
      detach.errorCode,
      `The ${kind.title} ${id} has ${detach.replacedBy}, so its ${detach.path} cannot be detached; detach the policy.`,
    );
  }
  if (stored.values[name] !== undefined) {
    const { [name]: _gone, ...values } = stored.values;
    await replaceValues(call, stored, values);
  }
  return { status: 204 };
}
