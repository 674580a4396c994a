import { COMPOSITES } from '../../model/composites';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import {
  type Attribute,
  type Attributes,
  listIdPrefixes,
  type ScalarAttribute,
  type StringsAttribute,
} from '../../model/kind';
import { getKind, KINDS } from '../../model/kinds';
import { refMembers } from '../../model/resources/common';
import { findPolicyReferences } from '../../model/traffic-policy/references';
import { findPlaceholders, readPolicyTemplate } from '../../model/traffic-policy/terraform-template';
import { tryFindGraphKind } from './kinds';

export interface ObjectReference {
  /** Dotted path of the attribute. */
  readonly path: string;
  /** Kind of the target; undefined if neither the model nor the id determines it. */
  readonly kind: string | undefined;
  /** An id, or an expression. */
  readonly value: string;
  /** The object belongs to the target and is deleted with it. */
  readonly belongs: boolean;
  /** False for a reference that the service sets; its target may have an unknown kind. */
  readonly configurable: boolean;
}

/** Returns the references of an object, each target once. */
export function findReferences(kindName: string, values: JsonObject): ObjectReference[] {
  const found = new Map<string, ObjectReference>();
  const kind = tryFindGraphKind(kindName);
  const all = [
    ...(kind ? inAttributes(kind.attributes, values, '') : []),
    ...findCompositeReferences(kindName, values),
  ];
  for (const reference of all) {
    const target = `${reference.kind} ${reference.value}`;
    if (!found.has(target)) found.set(target, reference);
  }
  return [...found.values()];
}

export function findKindOfId(id: string): string | undefined {
  const prefix = id.slice(0, Math.max(0, id.lastIndexOf('_')));
  return KINDS.find((kind) => listIdPrefixes(kind).includes(prefix))?.name;
}

function inAttributes(attributes: Attributes, values: JsonObject, prefix: string): ObjectReference[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    inAttribute(attribute, values[name] ?? null, `${prefix}${name}`),
  );
}

function inAttribute(attribute: Attribute, value: Json, path: string): ObjectReference[] {
  if (attribute.type === 'object') {
    if (!isJsonObject(value)) return [];
    // All computed references share these attributes.
    return attribute.attributes === refMembers
      ? computedReference(value['id'], path)
      : inAttributes(attribute.attributes, value, `${path}.`);
  }
  if ('elements' in attribute && attribute.elements !== 'string') {
    const { elements } = attribute;
    return elementsOf(value).flatMap((element) =>
      isJsonObject(element) ? inAttributes(elements, element, `${path}.`) : [],
    );
  }
  if ('format' in attribute && attribute.format === 'traffic_policy') return policyReferences(value, path);
  return configuredReferences(attribute as ScalarAttribute | StringsAttribute, value, path);
}

/** Objects that a traffic policy names by id, in a configuration by expression. */
function policyReferences(value: Json, path: string): ObjectReference[] {
  if (typeof value !== 'string') return [];
  const template = readPolicyTemplate(value);
  const toValue = (text: string): string => {
    const [number] = findPlaceholders(text);
    return number === undefined ? text : `\${${template.expressions[number] ?? ''}}`;
  };
  return findPolicyReferences(template.text)
    .objects.filter(({ kind }) => kind !== 'internal_endpoint')
    .map(({ kind, value: id }) => ({ path, kind, value: toValue(id), belongs: false, configurable: true }));
}

function computedReference(id: Json | undefined, path: string): ObjectReference[] {
  if (typeof id !== 'string' || id === '') return [];
  return [{ path, kind: findKindOfId(id), value: id, belongs: false, configurable: false }];
}

function configuredReferences(
  { ref }: ScalarAttribute | StringsAttribute,
  value: Json,
  path: string,
): ObjectReference[] {
  if (!ref) return [];
  const kind = getKind(ref.kind).name;
  const belongs = ref.onDelete === 'cascade';
  return elementsOf(value).flatMap((reference) =>
    typeof reference === 'string' && reference !== ''
      ? [{ path, kind, value: reference, belongs, configurable: true }]
      : [],
  );
}

/** References of an exclusive set are those that its single objects share. */
function findCompositeReferences(name: string, values: JsonObject): ObjectReference[] {
  const exclusive = COMPOSITES.find((composite) => composite.name === name)?.exclusive;
  if (!exclusive) return [];
  const attribute = getKind(exclusive.kind).attributes[exclusive.attribute];
  return attribute ? inAttribute(attribute, values[exclusive.attribute] ?? null, exclusive.attribute) : [];
}

function elementsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  return isJsonObject(value) ? Object.values(value).map((member) => member ?? null) : [value];
}
