import type { JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import { fromProfileNames } from '../../model/rename-members';
import { recordAudit } from '../events/audit';
import { ApiProblem } from '../http/api-problem';
import { behaviourOf } from '../kinds';
import { findAnyKind } from '../kinds/all-kinds';
import { expectSettlement } from '../time/scheduled-changes';
import { refuseTwin } from './create';
import { removeDisowned } from './dependent-objects';
import { mergeValues } from './merge-patch';
import { checkFields } from './parse-body';
import { findObject } from './read';
import { checkReferences } from './references';
import { toResponseBody } from './render-object';
import type { OperationInput, OperationResult, RequestContext } from './request-context';
import { put, type Stored } from './store';
import { checkSent, checkWhole } from './validate-body';

/** Updates an object (PATCH): 200 with it, or a refusal that changed nothing. */
export async function update(call: RequestContext, kind: Kind, { id, body }: OperationInput): Promise<OperationResult> {
  const before = findObject(call, kind, id);
  const { profile } = call.state;
  const members = withoutOwnId(body, id);
  if (Object.keys(members).length === 0) {
    throw new ApiProblem(
      400,
      kind.errorCodes.emptyUpdate,
      `The update of ${kind.title} ${id} names nothing to change.`,
    );
  }
  checkFields(kind.attributes, members, 'update', profile);
  const sent = fromProfileNames(kind.attributes, members, profile);
  checkSent(kind, sent, profile, true);
  const stored = await replaceValues(call, before, mergeValues(kind, before.values, sent));
  return { status: 200, body: toResponseBody(call, stored) };
}

/** Stores an object with other values, after all checks of the whole; the rest of it follows from them. */
export async function replaceValues(call: RequestContext, before: Stored, values: JsonObject): Promise<Stored> {
  const { state, account } = call;
  const { kind } = before;
  checkWhole(kind, values, before.values, state.profile);
  const behaviour = behaviourOf(kind);
  behaviour.check?.(call, values);
  checkReferences(call, kind, values, (name) => findAnyKind(name).idPrefix);
  refuseTwin(call, kind, values, before.id);
  const draft = { ...before, values, updatedAt: state.clock.now() };
  const stored: Stored = { ...draft, service: (await behaviour.make?.(call, draft, before)) ?? {} };
  put(account.store, stored);
  expectSettlement(account, stored);
  recordAudit(call, kind, 'updated', toResponseBody(call, stored));
  removeDisowned(call, before, stored);
  return stored;
}

/** `id` is taken only as the repetition of the path's (gaps.md section 0, 'PATCH'). */
function withoutOwnId(body: JsonObject, id: string): JsonObject {
  if (!Object.hasOwn(body, 'id')) return body;
  const { id: sent, ...members } = body;
  if (sent === id) return members;
  throw new ApiProblem(400, 215, `id is ${JSON.stringify(sent)}; expected '${id}' as in the path, or no id.`);
}
