import { type Attribute, type AttributeTarget, type Kind, listIdPrefixes, UNKNOWN_ID_CODE } from '../../../model/kind';
import { getKind } from '../../../model/kinds';
import { type KindReference, listReferencesTo } from '../../../model/references';
import { isJsonObject, type JsonObject } from '../../../values/json';
import { findIdProblem, PERSON_ID_PREFIX } from '../../crypto/ids';
import { Refusal } from '../state/refusal';
import type { RequestContext } from '../state/request-context';
import {
  listIndexedReferences,
  newestFirst,
  newestReferring,
  type Store,
  type StoredObject,
  tryFind,
} from '../state/store';

/** Error code of a reference that is no id of its kind, if the reference has no code of its own. */
const INVALID_ID_CODE = 223;

export function getReference(attribute: Attribute): AttributeTarget | undefined {
  return 'ref' in attribute ? attribute.ref : undefined;
}

export function listIds(value: JsonObject[string]): readonly string[] {
  const ids = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return ids.filter((id): id is string => typeof id === 'string');
}

/** The codes are those of docs/internals/gaps.md section 1.6. */
export function validateReferences({ account }: RequestContext, kind: Kind, values: JsonObject): void {
  for (const [name, attribute] of Object.entries(kind.attributes)) {
    const ref = getReference(attribute);
    if (!ref) continue;
    const target = getKind(ref.kind);
    const ids = listIds(values[name]).filter((id) => !mayNamePerson(attribute, target, id));
    for (const id of ids) {
      if (findIdProblem(target, id)) {
        const expected = `an id such as ${target.idPrefix}_ and 27 characters`;
        throw new Refusal(400, ref.unknownIdCode ?? INVALID_ID_CODE, `${name} holds '${id}'; expected ${expected}.`);
      }
      if (!tryFind(account.store, ref.kind, id)) {
        throw new Refusal(
          400,
          ref.unknownIdCode ?? UNKNOWN_ID_CODE,
          `${name} holds '${id}', and no such ${ref.kind} exists.`,
        );
      }
    }
  }
}

/**
 * `owner_id` may hold the id or e-mail address of a person, who is no object of the emulator. So only a text that
 * begins like the id of a service user (`service_`, `bot_`) has to name one.
 */
function mayNamePerson(attribute: Attribute, target: Kind, text: string): boolean {
  const acceptsAlias = 'acceptsAlias' in attribute;
  const prefixes = listIdPrefixes(target).filter((prefix) => prefix !== PERSON_ID_PREFIX);
  return acceptsAlias && !prefixes.some((prefix) => text.startsWith(`${prefix}_`));
}

export function* findReferrers(
  store: Store,
  target: StoredObject,
): Generator<{ stored: StoredObject; reference: KindReference }> {
  for (const reference of listReferencesTo(target.kind.name)) {
    const { kind, attribute } = reference;
    const candidates = listIndexedReferences(kind).includes(attribute)
      ? newestReferring(store, kind.name, { attribute, id: target.id })
      : newestFirst(store, kind.name);
    for (const stored of candidates) {
      if (listReferred(stored, reference).includes(target.id)) yield { stored, reference };
    }
  }
}

/**
 * The ids to which the object refers by the attribute. With `byHost`, a cloud endpoint has the id that the emulator
 * found by its URL in `service`, and an endpoint that the controls created has `{id, uri}` in `values`.
 */
function listReferred({ values, service }: StoredObject, { attribute, byHost }: KindReference): readonly string[] {
  const value = (byHost && service[attribute]) ?? values[attribute];
  return listIds(isJsonObject(value) ? value['id'] : value);
}
