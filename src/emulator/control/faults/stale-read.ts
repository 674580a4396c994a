import type { Operation } from '../../http/routes';
import { beforeLastChange } from '../../objects/store';

/** The read as it would have been answered before the last change of its object, or of its list's kind. */
export function withStaleRead(operation: Operation): Operation {
  return {
    ...operation,
    perform: (call, input) => {
      const store = beforeLastChange(call.account.store, operation.kind, input.id || undefined);
      return operation.perform({ ...call, account: { ...call.account, store } }, input);
    },
  };
}
