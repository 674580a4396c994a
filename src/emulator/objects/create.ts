import type { JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import { fromProfileNames } from '../../model/rename-members';
import { recordAudit } from '../events/audit';
import { ApiProblem } from '../http/api-problem';
import { behaviourOf } from '../kinds';
import { findAnyKind } from '../kinds/all-kinds';
import { expectSettlement } from '../time/scheduled-changes';
import { mergeValues } from './merge-patch';
import { checkFields } from './parse-body';
import { checkReferences } from './references';
import { toResponseBody } from './render-object';
import type { OperationResult, RequestContext } from './request-context';
import { findDuplicate, put, type Stored } from './store';
import { checkSent, checkWhole } from './validate-body';

/** Creates an object: 201 with it, or a refusal that changed nothing. */
export async function create(call: RequestContext, kind: Kind, body: JsonObject): Promise<OperationResult> {
  const { state, account } = call;
  checkFields(kind.attributes, body, 'create', state.profile);
  const sent = fromProfileNames(kind.attributes, body, state.profile);
  checkSent(kind, sent, state.profile, false);
  const behaviour = behaviourOf(kind);
  const merged = mergeValues(kind, {}, sent);
  const values = behaviour.complete?.(call, merged) ?? merged;
  checkWhole(kind, values, null, state.profile);
  behaviour.check?.(call, values);
  checkReferences(call, kind, values, (name) => findAnyKind(name).idPrefix);
  refuseTwin(call, kind, values);
  const now = state.clock.now();
  const draft = { kind, id: state.ids.next(kind.idPrefix, now), createdAt: now, updatedAt: now, values };
  const stored: Stored = { ...draft, service: (await behaviour.make?.(call, draft)) ?? {} };
  put(account.store, stored);
  expectSettlement(account, stored);
  recordAudit(call, kind, 'created', toResponseBody(call, stored));
  return { status: 201, body: toResponseBody(call, stored, true) };
}

/** Refuses a second object with one natural key (409), unless it is the object `id` itself. */
export function refuseTwin({ account }: RequestContext, kind: Kind, values: JsonObject, id?: string): void {
  const twin = findDuplicate(account.store, kind, values);
  if (!twin || twin.id === id) return;
  const key = kind.naturalKey?.attributes.map((name) => `${name} '${String(values[name])}'`).join(' and ');
  throw new ApiProblem(409, kind.errorCodes.duplicate, `Another ${kind.title} has ${key} already: ${twin.id}.`);
}
