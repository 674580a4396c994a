/**
 * Names, changes and configuration of objects for reports, and what in them the model or a state marks as sensitive.
 * `findName` and `findAttributes` return values as they are; everything else is safe to print.
 */

import { groupBy } from '../../model/arrays';
import { canonicalKey } from '../../model/canonical';
import { COMPOSITES, ipPolicyRules } from '../../model/composites';
import type { StateResource } from '../../model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Attribute, Attributes, ObjectsAttribute } from '../../model/kind';
import { tryFindKind } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { getNaturalKey } from '../../model/natural-key';
import { objectKey } from '../../model/object-key';
import {
  hasSensitive,
  isSensitivePath,
  omitSensitive,
  redactMembers,
  redactValue,
  SENSITIVE_VALUE,
  type SensitivePath,
} from '../../model/redaction';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { hasExpression } from '../../terraform/configuration/expressions';
import type { FieldChange } from './finding';
import { findObjectId } from './match-state-to-account';

/** The natural key of an object, or else its description, or null. */
export function findName(kindName: string, values: JsonObject): string | null {
  const kind = tryFindKind(kindName);
  const key = kind && getNaturalKey(kind, values);
  if (key !== undefined) return key;
  const { description } = values;
  return typeof description === 'string' && description !== '' ? description : null;
}

/** The name of an object without sensitive values: a sensitive description is not a name. */
export function findDisplayName(kind: string, values: JsonObject, sensitive: readonly SensitivePath[]): string | null {
  return findName(kind, omitSensitive(values, sensitive));
}

/** Redacts the change if its field is, contains, or is part of a sensitive value. */
export function redactIfSensitive(change: FieldChange, sensitive: readonly SensitivePath[]): FieldChange {
  return isSensitivePath(sensitive, parsePath(change.path)) ? redactChange(change) : change;
}

/** Replaces both values by {@link SENSITIVE_VALUE}. Null stays: that a value is absent is not sensitive. */
export function redactChange({ path, before, after }: FieldChange): FieldChange {
  const redact = (value: Json): Json => (value === null ? null : SENSITIVE_VALUE);
  return { path, before: redact(before), after: redact(after) };
}

/** The steps of a path such as `rules["203.0.113.0/24"].action`. */
function parsePath(path: string): string[] {
  const steps = path.match(/\["(?:[^"\\]|\\.)*"\]|[^.[\]]+/g) ?? [];
  return steps.map((step) => (step.startsWith('[') ? String(JSON.parse(step.slice(1, -1))) : step));
}

/** Returns the sensitive paths of an object in all states. */
export type FindSensitivePaths = (kind: string, id: string, values: JsonObject) => readonly SensitivePath[];

/** Indexes the sensitive paths of all states. A rule has those of the rule set that contains it, too. */
export function createSensitivePathFinder(stateResources: readonly StateResource[]): FindSensitivePaths {
  const paths = stateResources.flatMap(sensitivePathsByKey);
  if (paths.length === 0) return () => [];
  const byKey = groupBy(paths, ({ key }) => key);
  const findPaths = (key: string): SensitivePath[] => (byKey.get(key) ?? []).map(({ path }) => path);
  return (kind, id, values) => {
    const own = findPaths(objectKey(kind, id));
    if (kind !== ipPolicyRule.name) return own;
    const policyId = String(values['ip_policy_id']);
    return [...own, ...findPaths(ruleKey(policyId)), ...findPaths(ruleKey(policyId, String(values['cidr'])))];
  };
}

const rulesAttribute = ipPolicyRules.attributes['rules'] as ObjectsAttribute;

/** The key of the rules of a rule set with this CIDR; without one, of all rules. */
function ruleKey(policyId: string, cidr?: string): string {
  return `rules of ${policyId} ${cidr === undefined ? '' : canonicalKey(rulesAttribute, cidr)}`;
}

/**
 * The sensitive paths of a resource by its object. Those of a rule set are also those of its rules:
 * `["rules", "203.0.113.0/24", "description"]` -> `["description"]`.
 */
function sensitivePathsByKey(resource: StateResource): { key: string; path: SensitivePath }[] {
  const kind = parseKindName(resource.type);
  const id = findObjectId(resource);
  if (kind === undefined || id === undefined) return [];
  const ownPaths = resource.sensitive.map((path) => ({ key: objectKey(kind, id), path }));
  if (kind !== ipPolicyRules.name) return ownPaths;
  const ofRules = resource.sensitive
    .filter(([member]) => member === undefined || member === 'rules')
    .map(([, cidr, ...path]) => ({ key: ruleKey(id, cidr), path }));
  return [...ownPaths, ...ofRules];
}

/** Attributes of a kind or composite; undefined for an unknown resource type. */
export function findAttributes(kind: string): Attributes | undefined {
  return (tryFindKind(kind) ?? COMPOSITES.find(({ name }) => name === kind))?.attributes;
}

/**
 * The configured values of an object. Sensitive attributes are left out. Expressions of which a part may be sensitive are
 * replaced by {@link SENSITIVE_VALUE}; other expressions stay. Null for an unknown kind.
 */
export function redactConfiguration(kind: string, values: JsonObject): Json {
  const attributes = findAttributes(kind);
  return attributes ? redactMembers(attributes, redactExpressions(attributes, values)) : null;
}

/** {@link redactConfiguration} for one attribute: null for a sensitive one. */
export function redactConfiguredValue(attribute: Attribute, value: Json): Json {
  return redactValue(attribute, redactExpression(attribute, value));
}

function redactExpressions(attributes: Attributes, values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = values[name];
      return value === undefined || value === null ? [] : [[name, redactExpression(attribute, value)]];
    }),
  );
}

function redactExpression(attribute: Attribute, value: Json): Json {
  if (attribute.type === 'object' && isJsonObject(value)) return redactExpressions(attribute.attributes, value);
  // An expression such as `${merge({...}, ...)}` may contain the secret itself.
  if (hasSensitive(attribute) && (attribute.type === 'object' || hasExpression(value))) return SENSITIVE_VALUE;
  return JSON.stringify(value).includes('sensitive(') && hasExpression(value) ? SENSITIVE_VALUE : value;
}
