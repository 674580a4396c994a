/** Detaches values that an update cannot clear, such as `DELETE /reserved_domains/{id}/certificate`. */
import type { DetachEndpoint, Kind } from '../../../model/kind';
import { ApiProblem } from '../../http/api-problem';
import { findObject } from '../read';
import type { OperationResult, RequestContext } from '../request-context';
import { replaceValues } from '../write';

export interface Detachable {
  readonly name: string;
  readonly detach: DetachEndpoint;
}

export function listDetachable(kind: Kind): readonly Detachable[] {
  return Object.entries(kind.attributes).flatMap(([name, { detach }]) => (detach ? [{ name, detach }] : []));
}

/** Detaches a value and records an update. Without a value this is a no-op. 409 if the service created the value. */
export async function detachValue(
  context: RequestContext,
  kind: Kind,
  id: string,
  { name, detach }: Detachable,
): Promise<OperationResult> {
  const stored = findObject(context, kind, id);
  if (detach.replacedBy !== undefined && stored.values[detach.replacedBy] !== undefined) {
    const message = `The ${kind.title} ${id} has ${detach.replacedBy}, so its ${detach.path} cannot be detached; detach the policy.`;
    throw new ApiProblem(409, detach.errorCode, message);
  }
  if (stored.values[name] !== undefined) {
    const { [name]: _detached, ...values } = stored.values;
    await replaceValues(context, stored, values);
  }
  return { status: 204 };
}
