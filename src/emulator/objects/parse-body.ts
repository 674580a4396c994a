/** Which members a request body may hold: derived from the model, in the words of the profile's service. */
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Attribute, Attributes } from '../../model/kind';
import type { Profile } from '../../model/profiles';
import { isInput } from '../../model/request';
import { ApiProblem } from '../http/api-problem';

/** A create takes all inputs, an update those that can be changed. */
export type BodyUse = 'create' | 'update';

/**
 * Refuses members that the operation does not take (214, naming those it does take), and in an update nulls where null
 * has no meaning (215): the service gives it one only for objects that it switches off (gaps.md section 3).
 */
export function checkFields(attributes: Attributes, body: JsonObject, use: BodyUse, profile: Profile): void {
  const unknown = () => unknownFields(attributes, body, profile);
  checkMembers(attributes, body, { use, profile, unknown }, '');
}

interface Taking {
  readonly use: BodyUse;
  readonly profile: Profile;
  /** What the whole body holds that the service does not know. */
  readonly unknown: () => readonly string[];
}

function checkMembers(attributes: Attributes, body: JsonObject, taking: Taking, path: string): void {
  const { use, profile } = taking;
  const taken = new Map<string, Attribute>();
  for (const [name, attribute] of Object.entries(attributes)) {
    if (isInput(attribute) && !(use === 'update' && attribute.requiresReplace === 'always')) {
      taken.set(wireName(profile, name), attribute);
    }
  }
  for (const [name, value] of Object.entries(body)) {
    const attribute = taken.get(name);
    if (!attribute) throw unsupported(attributes, name, taking, path, [...taken.keys()]);
    checkMember(attribute, value, taking, `${path}${name}`);
  }
}

/** What the profile's service calls a member. */
export function wireName({ words }: Profile, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}

function checkMember(attribute: Attribute, value: Json | undefined, taking: Taking, path: string): void {
  const { use, profile } = taking;
  if (value === null && use === 'update' && !isSwitchedOffByNull(attribute)) {
    throw new ApiProblem(
      400,
      215,
      `${path} is null, which means nothing in an update; leave it out to keep its value.`,
    );
  }
  if (attribute.type === 'object' && isJsonObject(value)) {
    checkMembers(attribute.attributes, withoutIdleNulls(attribute, value, profile), taking, `${path}.`);
  }
  if ('elements' in attribute && attribute.elements !== 'string' && Array.isArray(value)) {
    const of = attribute.elements;
    // An element is always given whole, so it may hold what an object may hold when it is created.
    (value as Json[]).forEach((item, index) => {
      if (isJsonObject(item)) checkMembers(of, item, { ...taking, use: 'create' }, `${path}[${index}].`);
    });
  }
}

/** A detachable object too: null means 'disabled' of both kinds of certificate policy (gaps.md section 3). */
function isSwitchedOffByNull(attribute: Attribute): boolean {
  return attribute.type === 'object' && (attribute.clearBy === 'null' || attribute.detach !== undefined);
}

/** Alternatives that are not chosen may be null, as the service itself answers them. */
function withoutIdleNulls(attribute: Attribute, value: JsonObject, profile: Profile): JsonObject {
  if (attribute.type !== 'object' || !attribute.exactlyOne) return value;
  const alternatives = new Set(attribute.exactlyOne.map((name) => wireName(profile, name)));
  return Object.fromEntries(Object.entries(value).filter(([name, item]) => item !== null || !alternatives.has(name)));
}

function unsupported(
  attributes: Attributes,
  name: string,
  { use, profile, unknown }: Taking,
  path: string,
  taken: readonly string[],
): ApiProblem {
  const [, immutable] =
    Object.entries(attributes).find(
      ([known, attribute]) =>
        use === 'update' &&
        wireName(profile, known) === name &&
        isInput(attribute) &&
        attribute.requiresReplace === 'always',
    ) ?? [];
  const what = immutable ? 'cannot be changed after creation; make a new object' : 'is unknown or not expected here';
  const fields = taken.length === 0 ? 'none' : taken.map((field) => `${path}${field}`).join(', ');
  const text = `The request member '${path}${name}' ${what}. The supported fields are: ${fields}.`;
  return new ApiProblem(400, immutable?.changeErrorCode ?? 214, text, {}, unknown());
}

/** Dotted paths of the members, at any depth, that are no attributes in the profile's words. */
function unknownFields(attributes: Attributes, body: JsonObject, profile: Profile): string[] {
  const known = new Map(Object.entries(attributes).map(([name, attribute]) => [wireName(profile, name), attribute]));
  return Object.entries(body).flatMap(([name, value]) => {
    const attribute = known.get(name);
    if (!attribute) return [name];
    if (attribute.type === 'object' && isJsonObject(value)) {
      return unknownFields(attribute.attributes, value, profile).map((field) => `${name}.${field}`);
    }
    if (!('elements' in attribute) || attribute.elements === 'string' || !Array.isArray(value)) return [];
    const of = attribute.elements;
    return (value as Json[]).flatMap((item, index) =>
      isJsonObject(item) ? unknownFields(of, item, profile).map((field) => `${name}[${index}].${field}`) : [],
    );
  });
}
