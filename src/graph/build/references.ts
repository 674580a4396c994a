import { COMPOSITES } from '../../model/composites';
import {
  type Attribute,
  type Attributes,
  listIdPrefixes,
  type ScalarAttribute,
  type StringsAttribute,
} from '../../model/kind';
import { getKind, KINDS } from '../../model/kinds';
import { objectKey } from '../../model/object-key';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { refMembers } from '../../model/resources/common';
import { secret } from '../../model/resources/secret';
import { findPolicyReferences } from '../../model/traffic-policy/references';
import { formatSecretName } from '../../model/traffic-policy/secret-name';
import { findPlaceholders, readPolicyTemplate } from '../../model/traffic-policy/terraform-template';
import { splitTemplate } from '../../terraform/configuration/expressions';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import { tryFindGraphKind } from './kinds';

export interface GraphReference {
  /** Dotted path of the attribute. */
  readonly path: string;
  /** Kind of the target; undefined if neither the model nor the id determines it. */
  readonly kind: string | undefined;
  /** An id, an expression, the URL of an endpoint, or a secret as {@link formatSecretName} names it. */
  readonly value: string;
  /** The object belongs to the target and is deleted with it. */
  readonly belongs: boolean;
  /** False for a reference that the service sets; its target may have an unknown kind. */
  readonly configurable: boolean;
  /**
   * A literal value may name a person, or the URL of an agent, which are no objects: without a target it is not drawn.
   * An expression without a target is drawn as an external object.
   */
  readonly mayHaveNoTarget?: true;
}

/** Has each target once. With `isConfiguration` the values are templates of Terraform, otherwise plain texts. */
export function findObjectReferences(kindName: string, values: JsonObject, isConfiguration = false): GraphReference[] {
  const found = new Map<string, GraphReference>();
  const kind = tryFindGraphKind(kindName);
  const all = [
    ...(kind ? inAttributes(kind.attributes, values, '') : []),
    ...(kind ? inPolicies(kind.attributes, values, isConfiguration) : []),
    ...findCompositeReferences(kindName, values),
  ];
  for (const reference of all) {
    const target = objectKey(reference.kind ?? '', reference.value);
    if (!found.has(target)) found.set(target, reference);
  }
  return [...found.values()];
}

/** Reads only the prefix, whatever follows it: `ipp_1` -> `ip_policy`. Undefined for the prefix of no kind. */
export function findGraphKindOfId(id: string): string | undefined {
  const prefix = id.slice(0, Math.max(0, id.lastIndexOf('_')));
  return KINDS.find((kind) => listIdPrefixes(kind).includes(prefix))?.name;
}

function inAttributes(attributes: Attributes, values: JsonObject, prefix: string): GraphReference[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    inAttribute(attribute, values[name] ?? null, `${prefix}${name}`),
  );
}

function inAttribute(attribute: Attribute, value: Json, path: string): GraphReference[] {
  if (attribute.type === 'object') {
    if (!isJsonObject(value)) return [];
    // References that the service sets, `{ id, uri }`, share this object of attributes.
    return attribute.attributes === refMembers
      ? computedReference(value['id'], path, attribute.foundByHost?.kind)
      : inAttributes(attribute.attributes, value, `${path}.`);
  }
  if ('elements' in attribute && attribute.elements !== 'string') {
    const { elements } = attribute;
    return elementsOf(value).flatMap((element) =>
      isJsonObject(element) ? inAttributes(elements, element, `${path}.`) : [],
    );
  }
  return configuredReferences(attribute as ScalarAttribute | StringsAttribute, value, path);
}

function inPolicies(attributes: Attributes, values: JsonObject, isConfiguration: boolean): GraphReference[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    'format' in attribute && attribute.format === 'traffic_policy'
      ? policyReferences(values[name] ?? null, name, isConfiguration)
      : [],
  );
}

/**
 * The objects that a traffic policy names: by id, an internal endpoint by URL, and a secret as {@link formatSecretName}
 * names it. In a configuration, ids and expressions are references; a literal URL or name of a secret is left out.
 */
function policyReferences(value: Json, path: string, isConfiguration: boolean): GraphReference[] {
  if (typeof value !== 'string') return [];
  // `${jsonencode({...})}` is an expression, not the text of a policy. The caller finds the resources that it names.
  const isExpression = isConfiguration && splitTemplate(value).every((part) => 'source' in part);
  if (isExpression) return [{ path, kind: undefined, value, belongs: false, configurable: true }];
  const template = isConfiguration ? readPolicyTemplate(value) : { text: value, expressions: [] };
  const toValue = (text: string): string => {
    const [number] = findPlaceholders(text);
    return number === undefined ? text : `\${${template.expressions[number] ?? ''}}`;
  };
  const { objects, secrets } = findPolicyReferences(template.text);
  const named = [
    ...objects.map(({ kind, value: id }) => ({
      kind: kind === 'internal_endpoint' ? cloudEndpoint.name : kind,
      value: toValue(id),
      isId: kind !== 'internal_endpoint',
    })),
    ...secrets.map((each) => {
      const name = toValue(each.secret);
      return {
        kind: secret.name,
        value: isConfiguration ? name : formatSecretName({ vault: each.vault, secret: name }),
        isId: false,
      };
    }),
  ];
  return named
    .filter((each) => each.isId || !isConfiguration || each.value.includes('${'))
    .map(({ kind, value: target }) => ({
      path,
      kind,
      value: target,
      belongs: false,
      configurable: true,
      ...(kind === cloudEndpoint.name && { mayHaveNoTarget: true }),
    }));
}

function computedReference(id: Json | undefined, path: string, kind?: string): GraphReference[] {
  if (typeof id !== 'string' || id === '') return [];
  return [{ path, kind: kind ?? findGraphKindOfId(id), value: id, belongs: false, configurable: false }];
}

function configuredReferences(
  attribute: ScalarAttribute | StringsAttribute,
  value: Json,
  path: string,
): GraphReference[] {
  const { ref } = attribute;
  if (!ref) return [];
  const mayHaveNoTarget = 'acceptsAlias' in attribute;
  const kind = getKind(ref.kind).name;
  const belongs = ref.onDelete === 'cascade';
  return elementsOf(value).flatMap((reference) =>
    typeof reference === 'string' && reference !== ''
      ? [{ path, kind, value: reference, belongs, configurable: true, ...(mayHaveNoTarget && { mayHaveNoTarget }) }]
      : [],
  );
}

/** The reference of an exclusive set is the one that its single objects share: the policy of the rules. */
function findCompositeReferences(name: string, values: JsonObject): GraphReference[] {
  const exclusive = COMPOSITES.find((composite) => composite.name === name)?.exclusive;
  if (!exclusive) return [];
  const attribute = getKind(exclusive.kind).attributes[exclusive.attribute];
  return attribute ? inAttribute(attribute, values[exclusive.attribute] ?? null, exclusive.attribute) : [];
}

function elementsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  return isJsonObject(value) ? Object.values(value).map((member) => member ?? null) : [value];
}
