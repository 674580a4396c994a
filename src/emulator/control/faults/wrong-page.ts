import type { Json, JsonObject } from '../../../model/json';
import type { Operation } from '../../http/routes';
import { toResponseBody } from '../../objects/render-object';
import type { OperationInput, RequestContext } from '../../objects/request-context';
import { tryFind } from '../../objects/store';

/**
 * The list with a page that is wrong: `repeat` begins it with the last object of the page before (on the first page it
 * holds its own first one twice), `skip` leaves its first object out, which no other page has.
 */
export function withWrongPage(operation: Operation, fault: 'repeat' | 'skip'): Operation {
  return {
    ...operation,
    async perform(call, input) {
      const outcome = await operation.perform(call, input);
      const [key, objects] = Object.entries(outcome.body ?? {}).find(([, value]) => Array.isArray(value)) ?? [];
      if (key === undefined) return outcome;
      const page = objects as readonly Json[];
      const wrong = fault === 'skip' ? page.slice(1) : [...lastOfPageBefore(operation, call, input, page), ...page];
      return { ...outcome, body: { ...outcome.body, [key]: wrong } };
    },
  };
}

function lastOfPageBefore(
  { kind }: Operation,
  call: RequestContext,
  { query }: OperationInput,
  page: readonly Json[],
): readonly Json[] | readonly JsonObject[] {
  const before = query.get('before_id');
  const stored = before === undefined ? undefined : tryFind(call.account.store, kind, before);
  return stored ? [toResponseBody(call, stored)] : page.slice(0, 1);
}
