import { getKindHooks } from '../kinds';
import { Refusal } from '../state/refusal';
import type { Perform, RequestContext } from '../state/request-context';
import { remove, type StoredObject, tryFind } from '../state/store';
import { type AuditContext, publishAuditEvent } from './audit';
import { findObject } from './read';
import { findReferrers } from './references';
import { toResponseBody } from './render-object';

/**
 * Deletes an object, the objects that refer to it with `onDelete: 'cascade'`, and their dependents, which the service
 * made for them. Those that refer to it with `keep` stay as they are. Refused while another object refers to one of
 * them with `refuse`. References to a dependent are not looked up: the only kind of dependent is an issued certificate,
 * which `validateCertificateId` of domain.ts lets no domain name.
 */
export const deleteObject: Perform = (context, kind, { id }) => {
  for (const stored of collectDeletes(context, findObject(context, kind, id))) deleteStored(context, stored);
  return { status: 204 };
};

/** Cascading referrers, then the object, then its dependents. Throws before anything is deleted. */
function collectDeletes(context: RequestContext, target: StoredObject): Set<StoredObject> {
  const deletes = new Set<StoredObject>();
  for (const { stored, reference } of findReferrers(context.account.store, target)) {
    const { onDelete, status, errorCode } = reference;
    if (onDelete === 'keep') continue;
    if (onDelete === 'refuse') {
      const user = `${stored.kind.title} ${stored.id}`;
      const message = `The ${target.kind.title} ${target.id} cannot be deleted while ${user} uses it.`;
      throw new Refusal(status, errorCode, message);
    }
    for (const referrer of collectDeletes(context, stored)) deletes.add(referrer);
  }
  const hooks = getKindHooks(target.kind);
  hooks.validateDelete?.(target);
  deletes.add(target);
  for (const dependent of hooks.findDependents?.(context.account, target) ?? []) deletes.add(dependent);
  return deletes;
}

export function deleteOrphans(context: AuditContext, before: StoredObject, after: StoredObject, at?: number): void {
  const { account } = context;
  const { findDependents } = getKindHooks(before.kind);
  if (!findDependents) return;
  const remaining = new Set(findDependents(account, after).map(({ id }) => id));
  for (const stored of findDependents(account, before)) {
    if (!remaining.has(stored.id) && tryFind(account.store, stored.kind.name, stored.id)) {
      deleteStored(context, stored, at);
    }
  }
}

function deleteStored(context: AuditContext, stored: StoredObject, at?: number): void {
  const body = toResponseBody(context, stored);
  remove(context.account.store, stored);
  publishAuditEvent(context, stored.kind, 'deleted', body, at);
}
