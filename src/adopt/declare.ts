import { mayBeConditionalDefault, semanticallyEqual } from '../model/canonical';
import { getComposite } from '../model/composites';
import type { Attribute, Attributes, AttributeTarget } from '../model/kind';
import { getKind, tryFindKind } from '../model/kinds';
import { hasDefaultByProfile } from '../model/profiles';
import { isInput } from '../model/request';
import { MUST_ADMIT } from '../model/variants/must-admit';
import { writeOnlyNames } from '../model/variants/write-only-attributes';
import { isJsonObject, type Json, type JsonObject } from '../values/json';
import type { NamedObject } from './adoption';
import type { Declaration, DeclaredName, DeclaredValue, ObjectEntry, SecretVariable } from './expression';
import { splitPolicyText } from './policy-text';

type FindAdopted = (kind: string, id: string) => string | undefined;

interface Findings {
  readonly secrets: SecretVariable[];
  readonly unreadable: string[];
  readonly leftOut: string[];
  readonly externalIds: string[];
}

/**
 * Declares required values, and values that differ from their defaults, so that a plan has no changes. Values that the
 * service may have chosen are omitted, except a reference to an adopted object. A secret with a write-only variant
 * becomes a variable.
 */
export function toDeclaration(object: NamedObject, find: FindAdopted): Omit<Declaration, 'remarks'> {
  const resource: DeclaredName = { type: object.resource, name: object.name };
  const findings: Findings = { secrets: [], unreadable: [], leftOut: [], externalIds: [] };
  const findName = (kind: string, id: string): DeclaredName | undefined => {
    const name = find(kind, id);
    if (name === undefined) findings.externalIds.push(id);
    return name === undefined ? undefined : { type: kind, name };
  };
  const refer = ({ kind }: AttributeTarget, id: Json): DeclaredValue => {
    const to = findName(kind, String(id));
    return to ? { type: 'reference', to, attribute: 'id' } : literal(id);
  };
  const scope: Scope = { find, resource, findings, findName, refer, path: '' };
  const body = declareMembers(findAttributes(object.resource), object.values, scope);
  return { ...resource, importId: object.id, body, ...findings };
}

interface Scope {
  readonly find: FindAdopted;
  readonly resource: DeclaredName;
  readonly findings: Findings;
  readonly refer: (reference: AttributeTarget, id: Json) => DeclaredValue;
  /** Returns the name of an adopted object; adds the id of any other to `externalIds`. */
  readonly findName: (kind: string, id: string) => DeclaredName | undefined;
  /**
   * Path of the surrounding object with a dot at its end; in `declareValue` that of the attribute itself, without one.
   */
  readonly path: string;
}

function declareMembers(attributes: Attributes, values: JsonObject, scope: Scope): ObjectEntry[] {
  return Object.entries(attributes).flatMap(([name, attribute]): ObjectEntry[] => {
    // An argument of the provider, which the service does not have.
    if (name === MUST_ADMIT) return [];
    if (attribute.omittedFromResponses) return declareUnreadable(name, attribute, scope);
    if (!isInput(attribute)) return [];
    const value = values[name] ?? null;
    if (attribute.presence === 'optional-computed') return declareComputedReference(name, attribute, value, scope);
    if (value === null || isOmittable(attribute, value)) return [];
    if (mayBeConditionalDefault(attribute, name, values)) {
      scope.findings.leftOut.push(`${scope.path}${name}`);
      return [];
    }
    if ('format' in attribute && attribute.format === 'traffic_policy')
      return [[name, { type: 'policy', parts: splitPolicyText(String(value), scope.findName) }]];
    return [[name, declareValue(attribute, value, { ...scope, path: `${scope.path}${name}` })]];
  });
}

function isOmittable(attribute: Attribute, value: Json): boolean {
  // A default that depends on the profile is not in the model.
  if (attribute.presence === 'required' || hasDefaultByProfile(attribute)) return false;
  return semanticallyEqual(attribute, value, attribute.default ?? null);
}

/**
 * Declares a value that the service would compute only if it refers to an adopted object: that one is created first.
 */
function declareComputedReference(name: string, attribute: Attribute, value: Json, scope: Scope): ObjectEntry[] {
  const ref = 'ref' in attribute ? attribute.ref : undefined;
  const isAdopted = ref && typeof value === 'string' && scope.find(ref.kind, value) !== undefined;
  return isAdopted ? [[name, scope.refer(ref, value)]] : [];
}

function declareUnreadable(
  name: string,
  attribute: Attribute,
  { resource, findings, path: parent }: Scope,
): ObjectEntry[] {
  const path = `${parent}${name}`;
  if (!attribute.hasWriteOnlyVariant) {
    findings.unreadable.push(path);
    return [];
  }
  const variable = `${resource.name}_${name}`;
  findings.secrets.push({ variable, path, resource });
  return [[writeOnlyNames(name).value, { type: 'secret', variable }]];
}

function declareValue(attribute: Attribute, value: Json, scope: Scope): DeclaredValue {
  const within: Scope = { ...scope, path: `${scope.path}.` };
  switch (attribute.type) {
    case 'object': {
      const members = isJsonObject(value) ? value : {};
      return { type: 'object', members: declareMembers(attribute.attributes, members, within) };
    }
    case 'map': {
      const { elements } = attribute;
      const entries = Object.entries(isJsonObject(value) ? value : {}).map(
        ([key, item]): ObjectEntry => [key, declareElement(elements, item ?? null, within)],
      );
      return { type: 'map', members: entries };
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

function declareElement(elements: 'string' | Attributes, item: Json, scope: Scope): DeclaredValue {
  if (elements === 'string') return literal(item);
  return { type: 'object', members: declareMembers(elements, isJsonObject(item) ? item : {}, scope) };
}

function literal(value: Json): DeclaredValue {
  return { type: 'literal', value: typeof value === 'number' || typeof value === 'boolean' ? value : String(value) };
}

/** Attributes of a kind, or of a composite with the reference that its single objects have. */
function findAttributes(resource: string): Attributes {
  const kind = tryFindKind(resource);
  if (kind) return kind.attributes;
  const { attributes, exclusive } = getComposite(resource);
  const single = exclusive && getKind(exclusive.kind).attributes[exclusive.attribute];
  const exclusiveAttribute = exclusive && attributes[exclusive.attribute];
  if (!single || !exclusiveAttribute || !('ref' in single) || !single.ref) return attributes;
  return { ...attributes, [exclusive.attribute]: { ...exclusiveAttribute, ref: single.ref } as Attribute };
}
