import { derivedId } from '../../crypto/ids';
import type { Operation } from '../../http/routes';
import { findAnyKind } from '../../kinds/all-kinds';
import { objectUri, toResponseBody } from '../../objects/render-object';
import { newestFirst } from '../../objects/store';

/** Performs the operation and answers for another object of the kind; where there is none, for one that never was. */
export function withAnotherObject(operation: Operation): Operation {
  return {
    ...operation,
    async perform(call, input) {
      const outcome = await operation.perform(call, input);
      const id = outcome.body?.['id'];
      if (typeof id !== 'string') return outcome;
      for (const stored of newestFirst(call.account.store, operation.kind)) {
        if (stored.id !== id) return { ...outcome, body: toResponseBody(call, stored) };
      }
      const { idPrefix, path } = findAnyKind(operation.kind);
      const other = derivedId(idPrefix, id);
      return { ...outcome, body: { ...outcome.body, id: other, uri: objectUri(call, path, other) } };
    },
  };
}
