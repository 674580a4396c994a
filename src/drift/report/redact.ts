/** Names, changes and configuration of objects without values that the model or a state marks as sensitive. */
import { canonicalKey } from '../../model/canonical';
import { COMPOSITES, ipPolicyRules } from '../../model/composites';
import { groupBy } from '../../model/group-by';
import type { StateResource } from '../../model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Attribute, Attributes, ObjectsAttribute } from '../../model/kind';
import { tryFindKind } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { getNaturalKey } from '../../model/natural-key';
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
import { findObjectId } from '../compare/match-state-to-account';
import type { FieldChange } from './finding';

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

/** Indexes the sensitive paths of all states. A rule has those of the exclusive set that contains it, too. */
export function createSensitivePathFinder(stateResources: readonly StateResource[]): FindSensitivePaths {
  const sensitive = stateResources.filter((each) => each.sensitive.length > 0);
  const byId = groupBy(sensitive, (each) => `${parseKindName(each.type)} ${findObjectId(each)}`);
  const findPaths = (kind: string, id: string): readonly SensitivePath[] =>
    (byId.get(`${kind} ${id}`) ?? []).flatMap((each) => each.sensitive);
  // Cached: a set may have thousands of rules with sensitive paths, and the finder is called for each of them.
  const sets = new Map<string, RuleSensitivePaths>();
  const findSetPaths = (policyId: string): RuleSensitivePaths => {
    const found = sets.get(policyId) ?? ruleSensitivePaths(findPaths(ipPolicyRules.name, policyId));
    sets.set(policyId, found);
    return found;
  };
  return (kind, id, values) => {
    const own = findPaths(kind, id);
    if (kind !== ipPolicyRule.name) return own;
    const { all, byCidr } = findSetPaths(String(values['ip_policy_id']));
    if (byCidr.size === 0) return [...own, ...all];
    return [...own, ...all, ...(byCidr.get(canonicalKey(rulesAttribute, String(values['cidr']))) ?? [])];
  };
}

const rulesAttribute = ipPolicyRules.attributes['rules'] as ObjectsAttribute;

/** Sensitive paths of an exclusive set, relative to its rules: those of every rule, and those of single CIDRs. */
interface RuleSensitivePaths {
  readonly all: readonly SensitivePath[];
  readonly byCidr: ReadonlyMap<string, readonly SensitivePath[]>;
}

function ruleSensitivePaths(paths: readonly SensitivePath[]): RuleSensitivePaths {
  const single = paths.flatMap(([member, cidr, ...rest]) =>
    member === 'rules' && cidr !== undefined ? [{ cidr: canonicalKey(rulesAttribute, cidr), rest }] : [],
  );
  const allRules = paths.some(([member, cidr]) => member === undefined || (member === 'rules' && cidr === undefined));
  return {
    all: allRules ? [[]] : [],
    byCidr: new Map(
      [...groupBy(single, ({ cidr }) => cidr)].map(([cidr, each]) => [cidr, each.map(({ rest }) => rest)]),
    ),
  };
}

/** Attributes of a kind or composite; undefined for an unknown resource type. */
export function findAttributes(kind: string): Attributes | undefined {
  return (tryFindKind(kind) ?? COMPOSITES.find(({ name }) => name === kind))?.attributes;
}

/**
 * The configured values of an object without sensitive members. Expressions that may contain a sensitive value are
 * replaced; other expressions stay. Null for an unknown kind.
 */
export function redactConfiguration(kind: string, values: JsonObject): Json {
  const attributes = findAttributes(kind);
  return attributes ? redactMembers(attributes, redactExpressions(attributes, values)) : null;
}

/** {@link redactConfiguration} for one attribute. */
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
  if (attribute.type === 'object' && hasSensitive(attribute)) return SENSITIVE_VALUE;
  return JSON.stringify(value).includes('sensitive(') && !isLiteral(value) ? SENSITIVE_VALUE : value;
}

/** Whether no part of a value is an expression or template. */
export function isLiteral(value: Json): boolean {
  const json = JSON.stringify(value);
  return !json.includes('${') && !json.includes('%{');
}
