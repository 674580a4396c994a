import { isJsonObject, type Json, type JsonObject } from '../values/json';
import { isMarked, joinMarks, type Marks, marksAt } from '../values/marks';
import { groupBy } from './arrays';
import { canonicalKey } from './canonical';
import { ipPolicyRules, tryFindComposite } from './composites';
import { type Attribute, type Attributes, membersOf, type ObjectsAttribute } from './kind';
import { tryFindKind } from './kinds';
import { objectKey } from './object-key';
import { ipPolicyRule } from './resources/ip-policy-rule';

export function isSensitive({ sensitive, writeOnly }: Attribute): boolean {
  return sensitive === true || writeOnly === true;
}

/** Also by a member of it or of its elements. */
export function hasSensitive(attribute: Attribute): boolean {
  return isSensitive(attribute) || Object.values(membersOf(attribute)).some(hasSensitive);
}

/**
 * The marks of a value by the model, in the form of Terraform's `sensitive_values`: true for a sensitive value; for an
 * object or collection the marks of its members by name, key or index: `{auth: {creds: {secret: true}}}`. If nothing is
 * marked, undefined, or for a collection an object without `true`, such as `{}`.
 */
export function markValue(attribute: Attribute, value: Json | undefined): Marks {
  if (isSensitive(attribute)) return true;
  if (attribute.type === 'object') return isJsonObject(value) ? markMembers(attribute.attributes, value) : undefined;
  if (!hasSensitive(attribute) || typeof value !== 'object' || value === null) return undefined;
  const marks = Object.entries(value).map(([key, element]): [string, Json] => [
    key,
    isJsonObject(element) ? (markMembers(membersOf(attribute), element) ?? null) : null,
  ]);
  return Object.fromEntries(marks);
}

export function markMembers(attributes: Attributes, values: JsonObject): Marks {
  const marks = Object.entries(attributes).flatMap(([name, attribute]): [string, Json][] => {
    const mark = markValue(attribute, values[name]);
    return isMarked(mark) ? [[name, mark ?? null]] : [];
  });
  return marks.length === 0 ? undefined : Object.fromEntries(marks);
}

export function findAttributes(kind: string): Attributes | undefined {
  return (tryFindKind(kind) ?? tryFindComposite(kind))?.attributes;
}

interface MarkedObject {
  readonly kind: string;
  readonly id: string;
  readonly marks?: Marks;
}

export type FindMarks = (kind: string, id: string, values: JsonObject) => Marks;

/** Finds the marks of an object by the model and in all `objects`; of a rule, also those of a set that contains it. */
export function createMarksFinder(objects: readonly MarkedObject[]): FindMarks {
  const byKey = groupBy(
    objects.filter(({ marks }) => isMarked(marks)),
    ({ kind, id }) => objectKey(kind, id),
  );
  const find = (kind: string, id: string): Marks[] => (byKey.get(objectKey(kind, id)) ?? []).map(({ marks }) => marks);
  return (kind, id, values) => {
    const sets = kind === ipPolicyRule.name ? find(ipPolicyRules.name, String(values['ip_policy_id'])) : [];
    return [
      markMembers(findAttributes(kind) ?? {}, values),
      ...find(kind, id),
      ...sets.map((marks) => marksOfRule(marks, String(values['cidr']))),
    ].reduce(joinMarks, undefined);
  };
}

const rulesAttribute = ipPolicyRules.attributes['rules'] as ObjectsAttribute;

/** The keys of the set are in any notation. */
function marksOfRule(marks: Marks, cidr: string): Marks {
  const rules = marksAt(marks, ['rules']);
  if (!isJsonObject(rules)) return rules;
  const key = canonicalKey(rulesAttribute, cidr);
  return Object.entries(rules).find(([notation]) => canonicalKey(rulesAttribute, notation) === key)?.[1];
}
