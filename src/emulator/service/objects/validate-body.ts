import { parseCidr } from '../../../model/ip/cidr';
import type { Attribute, Attributes, Kind } from '../../../model/kind';
import { formatProblem, type Problem } from '../../../model/problem';
import type { Profile } from '../../../model/profiles';
import { isInput, isSetOnCreateOnly } from '../../../model/request';
import { endSentence } from '../../../model/text';
import { checkValues } from '../../../model/validation/validate';
import { checkCreation } from '../../../model/validation/validate-relations';
import { isJsonObject, type Json, type JsonObject } from '../../../values/json';
import { formatPath } from '../../../values/path';
import { getKindHooks } from '../kinds';
import { DEFAULT_INVALID_CODE, getAttributeCodes, getProblemCode, UNSUPPORTED_MEMBER_CODE } from '../kinds/error-codes';
import { Refusal } from '../state/refusal';

export function validateRequest(kind: Kind, sent: JsonObject, profile: Profile, isPatch: boolean): void {
  validateCidrs(kind, sent);
  validateDuplicates(kind, sent, profile);
  rejectProblems(kind, checkValues(kind, sent, { isPatch, nameOf: (name) => toWireName(profile, name) }), profile);
}

export function validateResult(kind: Kind, values: JsonObject, before: JsonObject | null, profile: Profile): void {
  const optional = getKindHooks(kind).optionalOnCreate ?? [];
  const creation = checkCreation(kind.attributes, values, before).filter(
    ({ path }) => !optional.includes(formatPath(path)),
  );
  const problems = checkValues(kind, values, { nameOf: (name) => toWireName(profile, name) });
  rejectProblems(kind, [...problems, ...creation], profile);
}

/**
 * Stricter than the model, which accepts an address without a prefix length. Bits beyond the mask have a code of their
 * own.
 */
function validateCidrs(kind: Kind, sent: JsonObject): void {
  for (const [name, attribute] of Object.entries(kind.attributes)) {
    const text = sent[name];
    if (!('format' in attribute) || attribute.format !== 'cidr' || typeof text !== 'string') continue;
    const parsed = parseCidr(text);
    if ('canonical' in parsed && !text.includes('/')) {
      const message = `${name} '${text}' has no mask; for this one address write '${parsed.canonical}'.`;
      throw new Refusal(400, 1413, message);
    }
    if ('problem' in parsed && parsed.network) {
      throw new Refusal(400, 1409, `${name} '${text}' ${parsed.problem}; did you mean '${parsed.network}'?`);
    }
  }
}

function validateDuplicates(kind: Kind, sent: JsonObject, profile: Profile): void {
  for (const [name, items] of Object.entries(sent)) {
    const { duplicate: code } = getAttributeCodes(kind.name, name);
    if (code === undefined || !Array.isArray(items)) continue;
    const twice = (items as Json[]).find((item, index) => items.indexOf(item) !== index);
    if (twice === undefined) continue;
    throw new Refusal(
      400,
      code,
      `${toWireName(profile, name)} contains '${String(twice)}' twice; expected each value once.`,
    );
  }
}

/**
 * `omitted` is the number of first steps that the message leaves out of each path: 2 for `sources[0].type` -> `type`.
 */
export function rejectProblems(kind: Kind, found: readonly Problem[], profile: Profile, omitted = 0): void {
  // References are looked up afterwards, which has its own codes.
  const problems = found.filter(({ rule }) => rule !== 'id');
  const [first] = problems;
  if (!first) return;
  const messages = problems.map((problem) => {
    const path = toWirePath(problem, profile).slice(omitted);
    return endSentence(formatProblem({ ...problem, path }));
  });
  throw new Refusal(400, getProblemCode(kind.name, first), messages.join(' '));
}

function toWirePath({ path }: Problem, profile: Profile): Problem['path'] {
  return path.map((step) => (typeof step === 'string' ? toWireName(profile, step) : step));
}

export type BodyUse = 'create' | 'update';

interface FieldProblem {
  readonly path: string;
  readonly message: string;
  readonly code: number;
  /** No attribute has the name of the member. */
  readonly isUnknown?: boolean;
}

/**
 * In an update, also rejects null where it has no meaning: the service disables only some objects by null,
 * docs/internals/gaps.md section 3.
 */
export function validateFields(
  { name, attributes }: Pick<Kind, 'name' | 'attributes'>,
  body: JsonObject,
  use: BodyUse,
  profile: Profile,
): void {
  const problems = findFieldProblems(attributes, body, { kind: name, use, profile, path: '' });
  const [first] = problems;
  if (!first) return;
  const unknown = problems.filter(({ isUnknown }) => isUnknown).map(({ path }) => path);
  throw new Refusal(400, first.code, first.message, unknown);
}

interface BodyContext {
  readonly use: BodyUse;
  readonly profile: Profile;
  readonly kind: string;
  readonly path: string;
}

function findFieldProblems(attributes: Attributes, body: JsonObject, context: BodyContext): FieldProblem[] {
  const { kind, use, profile, path: parent } = context;
  const known = new Map(Object.entries(attributes).map(([name, attribute]) => [toWireName(profile, name), attribute]));
  const isSupported = (attribute: Attribute): boolean =>
    isInput(attribute) && !(use === 'update' && isSetOnCreateOnly(attribute));
  return Object.entries(body).flatMap(([name, value]) => {
    const path = `${parent}${name}`;
    const attribute = known.get(name);
    if (attribute && isSupported(attribute)) return findMemberProblems(attribute, value, { ...context, path });
    const supported = [...known].filter(([, candidate]) => isSupported(candidate));
    return [
      unsupportedField(
        path,
        attribute,
        supported.map(([field]) => `${parent}${field}`),
        getAttributeCodes(kind, path).immutable,
      ),
    ];
  });
}

function findMemberProblems(attribute: Attribute, value: Json | undefined, context: BodyContext): FieldProblem[] {
  const { use, profile, path } = context;
  if (value === null && use === 'update' && !isClearedByNull(attribute)) {
    const message = `${path} is null, which means nothing in an update; leave it out to keep its value.`;
    return [{ path, message, code: DEFAULT_INVALID_CODE }];
  }
  if (attribute.type === 'object' && isJsonObject(value)) {
    const members = omitUnusedAlternatives(attribute, value, profile);
    return findFieldProblems(attribute.attributes, members, { ...context, path: `${path}.` });
  }
  if (!('elements' in attribute) || attribute.elements === 'string' || !Array.isArray(value)) return [];
  const { elements } = attribute;
  // Elements are replaced as a whole, so they take the members of a create.
  return (value as Json[]).flatMap((item, index) =>
    isJsonObject(item)
      ? findFieldProblems(elements, item, { ...context, use: 'create', path: `${path}[${index}].` })
      : [],
  );
}

export function omitRepeatedMember(body: JsonObject, name: string, expected: string): JsonObject {
  if (!Object.hasOwn(body, name)) return body;
  const { [name]: sent, ...members } = body;
  if (sent === expected) return members;
  const message = `${name} is ${JSON.stringify(sent)}; expected '${expected}' as in the path, or no ${name}.`;
  throw new Refusal(400, DEFAULT_INVALID_CODE, message);
}

function toWireName({ memberNames }: Profile, name: string): string {
  return Object.hasOwn(memberNames, name) ? (memberNames[name] ?? name) : name;
}

/** Null also disables detachable objects, such as the certificate policy of a domain. */
function isClearedByNull(attribute: Attribute): boolean {
  return attribute.type === 'object' && (attribute.clearBy === 'null' || attribute.detach !== undefined);
}

/** Alternatives that are not selected may be null, as in responses of the service. */
function omitUnusedAlternatives(attribute: Attribute, value: JsonObject, profile: Profile): JsonObject {
  if (attribute.type !== 'object' || !attribute.exactlyOne) return value;
  const alternatives = new Set(attribute.exactlyOne.map((name) => toWireName(profile, name)));
  return Object.fromEntries(Object.entries(value).filter(([name, item]) => item !== null || !alternatives.has(name)));
}

function unsupportedField(
  path: string,
  known: Attribute | undefined,
  supported: readonly string[],
  changeCode: number | undefined,
): FieldProblem {
  const isImmutable = known !== undefined && isInput(known);
  const problem = isImmutable
    ? 'cannot be changed after creation; make a new object'
    : 'is unknown or not expected here';
  const message = `The request member '${path}' ${problem}. The supported fields are: ${supported.join(', ') || 'none'}.`;
  return {
    path,
    message,
    code: (isImmutable ? changeCode : undefined) ?? UNSUPPORTED_MEMBER_CODE,
    isUnknown: !known,
  };
}
