/** From a stored object to what the service answers. */
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../model/json';
import type { Attribute, Attributes } from '../../model/kind';
import { getKind } from '../../model/kinds';
import { toProfileNames } from '../../model/rename-members';
import { behaviourOf } from '../kinds';
import { freezeDeep } from '../state/freeze';
import { timestamp } from '../time/clock';
import { idsIn, referenceOf } from './references';
import type { ReadContext } from './request-context';
import type { Stored } from './store';

/**
 * Members that an answer leaves out while they are empty (gaps.md 2.5-1, 2.5-4, 2.6); other texts are `""`, lists `[]`
 * and objects null.
 */
const omittedWhenEmpty: ReadonlySet<string> = new Set([
  'description',
  'metadata',
  'ingress_endpoint',
  'fields',
  'filter',
]);

/** The object as the service answers it; `created` in the answer to its creation, the only one that shows tokens. */
export function toResponseBody(view: ReadContext, stored: Stored, created = false): JsonObject {
  const { kind } = stored;
  const { show } = behaviourOf(kind);
  const { profile } = view.state;
  // What a kind's own behaviour shows may follow from the clock and from other objects; all else only from the object.
  if (created) return toProfileNames(kind.attributes, shown(view, stored, true), profile);
  if (show) return toProfileNames(kind.attributes, show(view, stored, membersOf(view, stored)), profile);
  return membersOf(view, stored, (members) => toProfileNames(kind.attributes, members, profile));
}

function shown(view: ReadContext, stored: Stored, created: boolean): JsonObject {
  const answer = shownMembers(stored.kind.attributes, stored.values, serviceMembers(view, stored), { view, created });
  return behaviourOf(stored.kind).show?.(view, stored, answer) ?? answer;
}

/** Answers by object, for the origin under which it was asked for last: an object is never changed in place. */
const answers = new WeakMap<Stored, { readonly origin: string; readonly answer: JsonObject }>();

function membersOf(view: ReadContext, stored: Stored, finish = (members: JsonObject) => members): JsonObject {
  const known = answers.get(stored);
  if (known?.origin === view.origin) return known.answer;
  const showing: Showing = { view, created: false };
  const answer = finish(shownMembers(stored.kind.attributes, stored.values, serviceMembers(view, stored), showing));
  answers.set(stored, { origin: view.origin, answer: freezeDeep(answer) });
  return answer;
}

function serviceMembers(view: ReadContext, { kind, id, service, createdAt, updatedAt }: Stored): JsonObject {
  return {
    ...service,
    id,
    uri: objectUri(view, kind.path, id),
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
  };
}

/** The URI of an object. */
export function objectUri({ origin }: ReadContext, path: string, id: string): string {
  return `${origin}${path}/${id}`;
}

/**
 * What a condition over an answer finds at a path: the empty text for a member that the answer leaves out while it is
 * empty (gaps.md section 0, 'Absent vs empty'), and undefined below what is null.
 */
export function answeredAt(answer: JsonObject, path: string): unknown {
  const value = valueAt(answer, path);
  return value === undefined && omittedWhenEmpty.has(path) ? '' : value;
}

interface Showing {
  readonly view: ReadContext;
  readonly created: boolean;
}

function shownMembers(
  attributes: Attributes,
  values: JsonObject,
  service: JsonObject,
  showing: Showing,
): Record<string, Json> {
  const shown: Record<string, Json> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    const ref = referenceOf(attribute);
    if (ref) {
      // Answered under its own name it is the identifier itself (`ssh_certificate_authority_id`).
      shown[ref.responseName] =
        ref.responseName === name
          ? (values[name] ?? null)
          : shownReference(attribute, ref.kind, values[name], showing.view);
      continue;
    }
    // What an input is answered as (`key_type`, `certificate`) is there already, unless the service itself set it.
    if (attribute.presence === 'computed' && name in shown && service[name] === undefined) continue;
    const value = shownValue(attribute, values[name], service[name], showing);
    if (value !== undefined) shown[attribute.responseName ?? name] = value;
    else if (!omittedWhenEmpty.has(name) && attribute.readback !== 'never') shown[name] = emptyValue(attribute);
  }
  return shown;
}

/** Undefined where there is nothing to show. */
function shownValue(
  attribute: Attribute,
  given: Json | undefined,
  made: Json | undefined,
  showing: Showing,
): Json | undefined {
  // A secret is shown as null, so that one sees that there is one; other input that is never answered is left out.
  if (attribute.readback === 'never') return attribute.sensitive ? null : undefined;
  if (attribute.readback === 'on-create') return showing.created ? (made ?? null) : null;
  if (attribute.presence === 'computed') return made;
  if (attribute.type === 'object') return shownObject(attribute, given, made, showing);
  if ('elements' in attribute && attribute.elements !== 'string' && Array.isArray(given)) {
    const of = attribute.elements;
    return (given as Json[]).map((item) => shownMembers(of, isJsonObject(item) ? item : {}, {}, showing));
  }
  return given ?? made;
}

function shownObject(
  attribute: Extract<Attribute, { type: 'object' }>,
  given: Json | undefined,
  made: Json | undefined,
  showing: Showing,
): Json {
  // What can only be cleared member by member is always there, with empty members.
  if (given === undefined && attribute.clearBy !== 'members') return null;
  return shownMembers(attribute.attributes, isJsonObject(given) ? given : {}, isJsonObject(made) ? made : {}, showing);
}

function shownReference(attribute: Attribute, kind: string, value: Json | undefined, view: ReadContext): Json {
  const refs = idsIn(value).map((id) => ({ id, uri: objectUri(view, getKind(kind).path, id) }));
  return attribute.type === 'set' || attribute.type === 'list' ? refs : (refs[0] ?? null);
}

function emptyValue(attribute: Attribute): Json {
  switch (attribute.type) {
    case 'list':
    case 'set':
      return [];
    case 'map':
      return {};
    case 'string':
      return attribute.presence === 'computed' ? null : '';
    default:
      return null;
  }
}
