import type { Kind } from '../../../model/kind';
import { pickMembers } from '../../../model/members';
import { fromProfileBody } from '../../../model/profiles/profile-body';
import type { JsonObject } from '../../../values/json';
import { getKindHooks } from '../kinds';
import { getErrorCodes, OTHER_TYPE_CODE } from '../kinds/error-codes';
import type { PendingObject } from '../kinds/kind-hooks';
import { Refusal } from '../state/refusal';
import type { Perform, RequestContext } from '../state/request-context';
import { findDuplicate, put, type StoredObject } from '../state/store';
import { publishAuditEvent } from './audit';
import { scheduleChange } from './changes';
import { deleteOrphans } from './delete';
import { enforceLimits } from './limits';
import { mergeValues } from './merge-patch';
import { omitUnset } from './omit-unset';
import { findObject } from './read';
import { validateReferences } from './references';
import { toResponseBody } from './render-object';
import { omitRepeatedMember, validateFields, validateRequest, validateResult } from './validate-body';

export const performCreate: Perform = async (context, kind, { body: received }) => {
  const { clock, ids, profile } = context.state;
  const selected = omitSelection(kind, received);
  const body = getKindHooks(kind).resolveAlias?.(context, selected) ?? selected;
  validateFields(kind, body, 'create', profile);
  const sent = omitUnset(kind.attributes, fromProfileBody(kind.attributes, body, profile), profile);
  validateRequest(kind, sent, profile, false);
  const merged = mergeValues(kind, {}, sent);
  const values = getKindHooks(kind).fillDefaults?.(context, merged) ?? merged;
  validateObject(context, kind, values);
  enforceLimits(context, kind, values);
  const now = clock.now();
  const id = ids.next(kind.idPrefix, now);
  const stored = await storeObject(context, { kind, id, createdAt: now, updatedAt: now, values });
  return { status: 201, body: toResponseBody(context, stored, true) };
};

function omitSelection({ listedWhere }: Kind, body: JsonObject): JsonObject {
  if (!listedWhere || !Object.hasOwn(body, listedWhere.attribute)) return body;
  const { [listedWhere.attribute]: sent, ...members } = body;
  if (sent === listedWhere.value) return members;
  const message = `${listedWhere.attribute} is ${JSON.stringify(sent)}; expected '${listedWhere.value}'.`;
  throw new Refusal(400, OTHER_TYPE_CODE, message);
}

export const performUpdate: Perform = async (context, kind, { id, body }) => {
  const current = findObject(context, kind, id);
  const { profile } = context.state;
  const members = omitRepeatedMember(body, 'id', id);
  if (Object.keys(members).length === 0) {
    const message = `The update of ${kind.title} ${id} names nothing to change.`;
    throw new Refusal(400, getErrorCodes(kind.name).emptyUpdate, message);
  }
  validateFields(kind, members, 'update', profile);
  const sent = fromProfileBody(kind.attributes, members, profile);
  validateRequest(kind, sent, profile, true);
  const stored = await replaceValues(context, current, mergeValues(kind, current.values, sent));
  return { status: 200, body: toResponseBody(context, stored) };
};

export async function replaceValues(
  context: RequestContext,
  before: StoredObject,
  values: JsonObject,
): Promise<StoredObject> {
  validateObject(context, before.kind, values, before);
  // storeObject computes these values again, or copies them if the kind computes none.
  const { service: _, ...pending } = before;
  return storeObject(context, { ...pending, values, updatedAt: context.state.clock.now() }, before);
}

function validateObject(context: RequestContext, kind: Kind, values: JsonObject, before?: StoredObject): void {
  validateResult(kind, values, before?.values ?? null, context.state.profile);
  getKindHooks(kind).validate?.(context, values);
  validateReferences(context, kind, values);
  const duplicate = findDuplicate(context.account.store, kind, values);
  if (!duplicate || duplicate.id === before?.id) return;
  const key = kind.naturalKey?.attributes.map((name) => `${name} '${String(values[name])}'`).join(' and ');
  const status = kind.conflictStatus ?? 409;
  throw new Refusal(status, kind.errorCodes.duplicate, `Another ${kind.title} has ${key} already: ${duplicate.id}.`);
}

async function storeObject(
  context: RequestContext,
  pending: PendingObject,
  before?: StoredObject,
): Promise<StoredObject> {
  const { kind } = pending;
  const { computeService } = getKindHooks(kind);
  const copied = before?.service ?? {};
  const computed = computeService ? await computeService(context, pending, before) : copied;
  const stored: StoredObject = { ...pending, service: { ...pickMembers(copied, ['uri', 'created_at']), ...computed } };
  put(context.account.store, stored);
  scheduleChange(context.account, stored);
  publishAuditEvent(context, kind, before ? 'updated' : 'created', toResponseBody(context, stored));
  if (before) deleteOrphans(context, before, stored);
  return stored;
}
