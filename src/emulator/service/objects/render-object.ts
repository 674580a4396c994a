import type { Attribute, Attributes } from '../../../model/kind';
import { getKind } from '../../../model/kinds';
import { toProfileBody } from '../../../model/profiles/profile-body';
import { formatTimestamp } from '../../../model/time';
import { type Json, type JsonObject, toJsonObject, valueAt } from '../../../values/json';
import { getKindHooks } from '../kinds';
import type { ReadContext } from '../state/request-context';
import type { StoredObject } from '../state/store';
import { getReference, listIds } from './references';

/** Responses omit members with these names while no value is set, at any depth: docs/internals/gaps.md, section 2. */
const OMITTED_WHEN_UNSET: ReadonlySet<string> = new Set([
  'description',
  'metadata',
  'ingress_endpoint',
  'fields',
  'filter',
]);

/**
 * The last rendered body of an object, with its origin. Stored objects are immutable, so the body remains valid.
 */
const cache = new WeakMap<StoredObject, { readonly origin: string; readonly body: JsonObject }>();

/** Tokens have their value only in the response to a create (`created`); otherwise they are null. */
export function toResponseBody(context: ReadContext, stored: StoredObject, created = false): JsonObject {
  const cached = cache.get(stored);
  if (cached?.origin === context.origin && !created) return cached.body;
  const { attributes } = stored.kind;
  const { render } = getKindHooks(stored.kind);
  const members = renderMembers(attributes, stored.values, listServiceMembers(context, stored), { context, created });
  const body = toProfileBody(attributes, render?.(context, stored, members) ?? members, context.state.profile);
  // The members of a hook may depend on the clock and on other objects.
  if (!created && !render) cache.set(stored, { origin: context.origin, body: freezeDeep(body) });
  return body;
}

/** Responses, events and callers share a cached body, so it is frozen. */
function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
  return value;
}

function listServiceMembers(
  context: ReadContext,
  { kind, id, service, createdAt, updatedAt }: StoredObject,
): JsonObject {
  // For an object of an account copy, `service` has the `uri` and `created_at` as the copied service wrote them.
  return {
    uri: formatObjectUri(context, kind.path, id),
    created_at: formatTimestamp(createdAt),
    ...service,
    id,
    updated_at: formatTimestamp(updatedAt),
  };
}

export function formatObjectUri({ origin }: ReadContext, path: string, id: string): string {
  return `${origin}${path}/${id}`;
}

/**
 * Returns the value at a path as filters see it: `""` for a member of the body that is omitted (`description`),
 * undefined below null, and for an omitted member of a member.
 */
export function valueForFilter(body: JsonObject, path: string): unknown {
  // `binding` of an endpoint has no member of its own in a response.
  const value = path === 'binding' ? (body['bindings'] as Json[] | undefined)?.[0] : valueAt(body, path);
  return value === undefined && OMITTED_WHEN_UNSET.has(path) ? '' : value;
}

interface RenderContext {
  readonly context: ReadContext;
  readonly created: boolean;
}

function renderMembers(
  attributes: Attributes,
  values: JsonObject,
  service: JsonObject,
  options: RenderContext,
): Record<string, Json> {
  const rendered: Record<string, Json> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.unavailable) continue;
    const ref = getReference(attribute);
    if (ref) {
      // If the reference has the same name in responses, its value is the id (`ssh_certificate_authority_id`).
      rendered[ref.responseName] =
        ref.responseName === name
          ? (values[name] ?? service[name] ?? null)
          : renderReference(attribute, ref.kind, values[name], options.context);
      continue;
    }
    // An input that is declared earlier may have this name as its `responseName` (`key_type`, `certificate`). Its value
    // stays, unless the service set the attribute.
    if (attribute.presence === 'computed' && name in rendered && service[name] === undefined) continue;
    const value = renderValue(attribute, values[name], service[name], options);
    const member = attribute.responseName ?? name;
    if (value !== undefined) rendered[member] = value;
    else if (!OMITTED_WHEN_UNSET.has(name) && attribute.omittedFromResponses !== 'always')
      rendered[member] = emptyValue(attribute);
  }
  return rendered;
}

function renderValue(
  attribute: Attribute,
  input: Json | undefined,
  computed: Json | undefined,
  options: RenderContext,
): Json | undefined {
  // A sensitive member is null, whether or not it is set; other inputs that are not returned are omitted.
  if (attribute.omittedFromResponses === 'always') return attribute.sensitive ? null : undefined;
  if (attribute.omittedFromResponses === 'after-create') return options.created ? (computed ?? null) : null;
  if (attribute.presence === 'computed') return computed;
  if (attribute.type === 'object') return renderNested(attribute, input, computed, options);
  if ('elements' in attribute && attribute.elements !== 'string' && Array.isArray(input)) {
    const { elements } = attribute;
    return (input as Json[]).map((item) => renderMembers(elements, toJsonObject(item), {}, options));
  }
  return input ?? computed;
}

function renderNested(
  attribute: Extract<Attribute, { type: 'object' }>,
  input: Json | undefined,
  computed: Json | undefined,
  options: RenderContext,
): Json {
  // An object that is cleared member by member is always rendered.
  if (input === undefined && attribute.clearBy !== 'members') return null;
  return renderMembers(attribute.attributes, toJsonObject(input), toJsonObject(computed), options);
}

function renderReference(attribute: Attribute, kind: string, value: Json | undefined, context: ReadContext): Json {
  const refs = listIds(value).map((id) => ({ id, uri: formatObjectUri(context, getKind(kind).path, id) }));
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
