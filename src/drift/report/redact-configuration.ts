/** What a declaration says of an object, as it can be shown. */
import { COMPOSITES } from '../../model/composites';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Attribute, Attributes } from '../../model/kind';
import { tryFindKind } from '../../model/kinds';
import { shownObject, shownValue } from '../compare/compare-values';
import { HIDDEN } from './redact-sensitive';

/** Attributes of a kind, or of a resource of our own making; undefined for what the model does not know. */
export function attributesOf(kind: string): Attributes | undefined {
  return (tryFindKind(kind) ?? COMPOSITES.find(({ name }) => name === kind))?.attributes;
}

/**
 * The declared values of an object without secrets: members that the model says are sensitive or never answered are left
 * out at every depth, write-only twins too, and expressions that may hold such a value are hidden. Other expressions
 * stand as they are written. Null for an object of a kind that is not known.
 */
export function shownDeclared(kind: string, values: JsonObject): Json {
  const attributes = attributesOf(kind);
  return attributes ? shownObject(attributes, hideExpressions(attributes, values)) : null;
}

/** The same for one attribute. */
export function shownDeclaredValue(attribute: Attribute, value: Json): Json {
  return shownValue(attribute, hideExpression(attribute, value));
}

function hideExpressions(attributes: Attributes, values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = values[name];
      return value === undefined || value === null ? [] : [[name, hideExpression(attribute, value)]];
    }),
  );
}

function hideExpression(attribute: Attribute, value: Json): Json {
  if (attribute.type === 'object' && isJsonObject(value)) return hideExpressions(attribute.attributes, value);
  // `${merge({...}, ...)}` may have the secret in its text, and `${sensitive("...")}` says that it has one.
  if (attribute.type === 'object' && holdsSecret(attribute)) return HIDDEN;
  return JSON.stringify(value).includes('sensitive(') && !isLiteral(value) ? HIDDEN : value;
}

/** Whether the model says of the attribute, or of a member of it, that its value is shown nowhere. */
function holdsSecret(attribute: Attribute): boolean {
  return (
    attribute.sensitive === true ||
    attribute.readback !== undefined ||
    (attribute.type === 'object' && Object.values(attribute.attributes).some(holdsSecret))
  );
}

/** Whether no part of a value is an expression or template. */
export function isLiteral(value: Json): boolean {
  const text = JSON.stringify(value);
  return !text.includes('${') && !text.includes('%{');
}
