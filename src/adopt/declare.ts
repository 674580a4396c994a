/** From an object that exists to the shortest declaration whose plan for it changes nothing. */

import { semanticallyEqual } from '../model/canonical';
import { COMPOSITES } from '../model/composites';
import { isJsonObject, type Json, type JsonObject } from '../model/json';
import type { Attribute, Attributes, Reference } from '../model/kind';
import { getKind, tryFindKind } from '../model/kinds';
import { isDefaultOfProfile } from '../model/profiles';
import { isInput } from '../model/request';
import { isServerDefault } from '../model/server-default';
import { writeOnlyNames } from '../model/write-only-attributes';
import type { Declaration, Entry, Expression, Name, Secret } from './expression';
import type { Adoptable } from './select';

/** What a declaration is made with. */
export interface DeclareContext {
  readonly name: string;
  /** The name under which the object of a kind is adopted in the same run, or undefined. */
  readonly nameOf: (kind: string, id: string) => string | undefined;
  readonly remarks: readonly string[];
}

interface Found {
  readonly secrets: Secret[];
  readonly unreadable: string[];
  readonly elsewhere: string[];
}

/**
 * Declares what is required and what differs from its default. What the service chose or may have set by itself is left
 * to it; a secret becomes a variable of its write-only twin, which shows in no plan; what else cannot be read is listed,
 * and left out, because naming it would be a change.
 */
export function declareObject(object: Adoptable, { name, nameOf, remarks }: DeclareContext): Declaration {
  const self: Name = { resource: object.resource, name };
  const found: Found = { secrets: [], unreadable: [], elsewhere: [] };
  const refer = ({ kind }: Reference, id: Json): Expression => {
    const target = nameOf(kind, String(id));
    if (target !== undefined) return { type: 'reference', to: { resource: kind, name: target } };
    found.elsewhere.push(String(id));
    return literal(id);
  };
  const body = declareMembers(attributesOf(object.resource), object.values, { self, found, refer, above: '' });
  return { ...self, importId: object.id, body, ...found, remarks };
}

interface Scope {
  readonly self: Name;
  readonly found: Found;
  readonly refer: (reference: Reference, id: Json) => Expression;
  /** Path of the object whose members are declared, with a dot at its end. */
  readonly above: string;
}

function declareMembers(attributes: Attributes, values: JsonObject, scope: Scope): Entry[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Entry[] => {
    if (attribute.readback) return declareUnreadable(name, attribute, scope);
    if (!isInput(attribute) || attribute.presence === 'optional-computed') return [];
    const value = values[name] ?? null;
    // Which default an omitted attribute gets is not known here if it depends on the profile.
    const isDefault = !isDefaultOfProfile(attribute) && semanticallyEqual(attribute, value, attribute.default ?? null);
    const needless = attribute.presence !== 'required' && isDefault;
    if (value === null || needless || isServerDefault(attribute, name, values)) return [];
    return [[name, declareValue(attribute, value, { ...scope, above: `${scope.above}${name}` })]];
  });
}

function declareUnreadable(name: string, attribute: Attribute, { self, found, above }: Scope): Entry[] {
  const path = `${above}${name}`;
  if (!attribute.hasWriteOnlyVariant) {
    found.unreadable.push(path);
    return [];
  }
  const variable = `${self.name}_${name}`;
  found.secrets.push({ variable, path, of: self });
  return [[writeOnlyNames(name).value, { type: 'secret', variable }]];
}

function declareValue(attribute: Attribute, value: Json, scope: Scope): Expression {
  const within: Scope = { ...scope, above: `${scope.above}.` };
  switch (attribute.type) {
    case 'object': {
      const members = isJsonObject(value) ? value : {};
      return { type: 'object', entries: declareMembers(attribute.attributes, members, within) };
    }
    case 'map': {
      const { elements } = attribute;
      const entries = Object.entries(isJsonObject(value) ? value : {}).map(
        ([key, item]): Entry => [key, declareElement(elements, item ?? null, within)],
      );
      return { type: 'map', entries };
    }
    case 'set':
    case 'list': {
      const { elements } = attribute;
      const ref = 'ref' in attribute ? attribute.ref : undefined;
      const items = (Array.isArray(value) ? (value as Json[]) : []).map((item) =>
        ref ? scope.refer(ref, item) : declareElement(elements, item, within),
      );
      return { type: 'list', items };
    }
    default:
      return attribute.ref ? scope.refer(attribute.ref, value) : literal(value);
  }
}

function declareElement(elements: 'string' | Attributes, item: Json, scope: Scope): Expression {
  if (elements === 'string') return literal(item);
  return { type: 'object', entries: declareMembers(elements, isJsonObject(item) ? item : {}, scope) };
}

function literal(value: Json): Expression {
  return { type: 'literal', value: typeof value === 'number' || typeof value === 'boolean' ? value : String(value) };
}

/** A composite's attributes with the reference that the single objects it stands for have. */
function attributesOf(resource: string): Attributes {
  const kind = tryFindKind(resource);
  if (kind) return kind.attributes;
  const composite = COMPOSITES.find(({ name }) => name === resource);
  if (!composite) throw new Error(`No resource is named '${resource}'`);
  const { attributes, exclusive } = composite;
  const single = exclusive && getKind(exclusive.kind).attributes[exclusive.attribute];
  const own = exclusive && attributes[exclusive.attribute];
  if (!single || !own || !('ref' in single) || !single.ref) return attributes;
  return { ...attributes, [exclusive.attribute]: { ...own, ref: single.ref } as Attribute };
}
