import type { JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import { fromWire } from '../../model/rename-members';
import { answerOf } from './render-object';
import { recordAudit } from '../events/audit';
import type { Call, Outcome } from './request-context';
import { checkSent, checkWhole } from './validate-body';
import { findAnyKind } from '../kinds/all-kinds';
import { checkFields } from './parse-body';
import { behaviourOf } from '../kinds';
import { checkReferences } from './references';
import { Refusal } from '../http/api-problem';
import { expectSettlement } from '../time/scheduled-changes';
import { put, type Stored, tryFindTwin } from './store';
import { mergeValues } from './merge-patch';

/** Creates an object: 201 with it, or a refusal that changed nothing. */
export async function create(call: Call, kind: Kind, body: JsonObject): Promise<Outcome> {
  const { state, account } = call;
  checkFields(kind.attributes, body, 'create', state.profile);
  const sent = fromWire(kind.attributes, body, state.profile);
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
  recordAudit(call, kind, 'created', answerOf(call, stored));
  return { status: 201, body: answerOf(call, stored, true) };
}

/** Refuses a second object with one natural key (409), unless it is the object `id` itself. */
export function refuseTwin({ account }: Call, kind: Kind, values: JsonObject, id?: string): void {
  const twin = tryFindTwin(account.store, kind, values);
  if (!twin || twin.id === id) return;
  const key = kind.naturalKey?.attributes.map((name) => `${name} '${String(values[name])}'`).join(' and ');
  throw new Refusal(409, kind.codes.duplicate, `Another ${kind.title} has ${key} already: ${twin.id}.`);
}
