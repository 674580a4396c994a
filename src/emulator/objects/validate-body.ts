import { parseCidr } from '../../model/ip/cidr';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import { type Attribute, type Attributes, DEFAULT_INVALID_CODE, type Kind } from '../../model/kind';
import type { Profile } from '../../model/profiles';
import { isInput } from '../../model/request';
import { formatPath, formatProblem, type Problem } from '../../model/validation/problem';
import { checkValues } from '../../model/validation/validate';
import { checkCreation } from '../../model/validation/validate-relations';
import { ApiProblem } from '../http/api-problem';
import { getKindHooks } from '../kinds';

export function validateRequest(kind: Kind, sent: JsonObject, profile: Profile, isPatch: boolean): void {
  validateCidrs(kind, sent);
  rejectProblems(checkValues(kind, sent, { isPatch, nameOf: (name) => toWireName(profile, name) }), profile);
}

/** Validates an object as it would be after the request; `before` is null for a create. */
export function validateResult(kind: Kind, values: JsonObject, before: JsonObject | null, profile: Profile): void {
  const optional = getKindHooks(kind).optionalOnCreate ?? [];
  const creation = checkCreation(kind.attributes, values, before).filter(
    ({ path }) => !optional.includes(formatPath(path)),
  );
  const problems = checkValues(kind, values, { nameOf: (name) => toWireName(profile, name) });
  rejectProblems([...problems, ...creation], profile);
}

/** The service is stricter than the model: it requires a prefix length (1413) and the network address (1409). */
function validateCidrs(kind: Kind, sent: JsonObject): void {
  for (const [name, attribute] of Object.entries(kind.attributes)) {
    const text = sent[name];
    if (!('format' in attribute) || attribute.format !== 'cidr' || typeof text !== 'string') continue;
    const parsed = parseCidr(text);
    if ('canonical' in parsed && !text.includes('/')) {
      const message = `${name} '${text}' has no mask; for this one address write '${parsed.canonical}'.`;
      throw new ApiProblem(400, 1413, message);
    }
    if ('problem' in parsed && parsed.network) {
      throw new ApiProblem(400, 1409, `${name} '${text}' ${parsed.problem}; did you mean '${parsed.network}'?`);
    }
  }
}

export function rejectProblems(problems: readonly Problem[], profile: Profile): void {
  const [first] = problems;
  if (!first) return;
  const messages = problems.map((problem) => `${formatProblem({ ...problem, path: toWirePath(problem, profile) })}.`);
  throw new ApiProblem(400, first.errorCode, messages.join(' '));
}

function toWirePath({ path }: Problem, profile: Profile): Problem['path'] {
  return path.map((step) => (typeof step === 'string' ? toWireName(profile, step) : step));
}

export type BodyUse = 'create' | 'update';

/**
 * Rejects members that the operation does not support (214). In an update, also rejects null where it has no meaning
 * (215): the service disables only some objects by null, docs/internals/gaps.md section 3.
 */
export function validateFields(attributes: Attributes, body: JsonObject, use: BodyUse, profile: Profile): void {
  const unknown = () => listUnknownFields(attributes, body, profile);
  validateMembers(attributes, body, { use, profile, unknown }, '');
}

interface BodyContext {
  readonly use: BodyUse;
  readonly profile: Profile;
  readonly unknown: () => readonly string[];
}

function validateMembers(attributes: Attributes, body: JsonObject, context: BodyContext, path: string): void {
  const { use, profile } = context;
  const supported = new Map<string, Attribute>();
  for (const [name, attribute] of Object.entries(attributes)) {
    if (isInput(attribute) && !(use === 'update' && attribute.requiresReplace === 'always')) {
      supported.set(toWireName(profile, name), attribute);
    }
  }
  for (const [name, value] of Object.entries(body)) {
    const attribute = supported.get(name);
    if (!attribute) throw createFieldProblem(attributes, name, context, path, [...supported.keys()]);
    validateMember(attribute, value, context, `${path}${name}`);
  }
}

/** Omits a member that may only repeat the path, such as `id` in an update; rejects any other value. */
export function omitRepeatedMember(body: JsonObject, name: string, expected: string): JsonObject {
  if (!Object.hasOwn(body, name)) return body;
  const { [name]: sent, ...members } = body;
  if (sent === expected) return members;
  const message = `${name} is ${JSON.stringify(sent)}; expected '${expected}' as in the path, or no ${name}.`;
  throw new ApiProblem(400, DEFAULT_INVALID_CODE, message);
}

export function toWireName({ words }: Profile, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}

function validateMember(attribute: Attribute, value: Json | undefined, context: BodyContext, path: string): void {
  const { use, profile } = context;
  if (value === null && use === 'update' && !isClearedByNull(attribute)) {
    const message = `${path} is null, which means nothing in an update; leave it out to keep its value.`;
    throw new ApiProblem(400, DEFAULT_INVALID_CODE, message);
  }
  if (attribute.type === 'object' && isJsonObject(value)) {
    validateMembers(attribute.attributes, omitUnusedAlternatives(attribute, value, profile), context, `${path}.`);
  }
  if ('elements' in attribute && attribute.elements !== 'string' && Array.isArray(value)) {
    const { elements } = attribute;
    // Elements are replaced as a whole, so they take the members of a create.
    (value as Json[]).forEach((item, index) => {
      if (isJsonObject(item)) validateMembers(elements, item, { ...context, use: 'create' }, `${path}[${index}].`);
    });
  }
}

/** Null also disables detachable objects: both kinds of certificate policy. */
function isClearedByNull(attribute: Attribute): boolean {
  return attribute.type === 'object' && (attribute.clearBy === 'null' || attribute.detach !== undefined);
}

/** Alternatives that are not selected may be null, as in responses of the service. */
function omitUnusedAlternatives(attribute: Attribute, value: JsonObject, profile: Profile): JsonObject {
  if (attribute.type !== 'object' || !attribute.exactlyOne) return value;
  const alternatives = new Set(attribute.exactlyOne.map((name) => toWireName(profile, name)));
  return Object.fromEntries(Object.entries(value).filter(([name, item]) => item !== null || !alternatives.has(name)));
}

function createFieldProblem(
  attributes: Attributes,
  name: string,
  { use, profile, unknown }: BodyContext,
  path: string,
  supported: readonly string[],
): ApiProblem {
  const known = Object.entries(attributes).find(([candidate]) => toWireName(profile, candidate) === name)?.[1];
  const immutable = use === 'update' && known && isInput(known) && known.requiresReplace === 'always';
  const problem = immutable ? 'cannot be changed after creation; make a new object' : 'is unknown or not expected here';
  const fields = supported.map((field) => `${path}${field}`).join(', ') || 'none';
  const text = `The request member '${path}${name}' ${problem}. The supported fields are: ${fields}.`;
  return new ApiProblem(400, (immutable ? known.changeErrorCode : undefined) ?? 214, text, {}, unknown());
}

function listUnknownFields(attributes: Attributes, body: JsonObject, profile: Profile): string[] {
  const known = new Map(Object.entries(attributes).map(([name, attribute]) => [toWireName(profile, name), attribute]));
  return Object.entries(body).flatMap(([name, value]) => {
    const attribute = known.get(name);
    if (!attribute) return [name];
    if (attribute.type === 'object' && isJsonObject(value)) {
      return listUnknownFields(attribute.attributes, value, profile).map((field) => `${name}.${field}`);
    }
    if (!('elements' in attribute) || attribute.elements === 'string' || !Array.isArray(value)) return [];
    const { elements } = attribute;
    return (value as Json[]).flatMap((item, index) =>
      isJsonObject(item) ? listUnknownFields(elements, item, profile).map((field) => `${name}[${index}].${field}`) : [],
    );
  });
}
