import type { Attribute, Attributes } from '../../model/kind';
import { hasSensitive, markValue } from '../../model/marks';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import { joinMarks, type Marks } from '../../values/marks';
import { hasExpression, splitTemplate } from './expressions';

/** By the model, and by calls of `sensitive()`. A reference to a sensitive variable does not contain its value. */
export function markConfiguration(attributes: Attributes, values: JsonObject): Marks {
  const marks = Object.entries(attributes).map(([name, attribute]): [string, Json] => [
    name,
    markConfiguredValue(attribute, values[name] ?? null) ?? null,
  ]);
  return Object.fromEntries(marks);
}

export function markConfiguredValue(attribute: Attribute, value: Json): Marks {
  // An expression such as `${merge({...}, ...)}` may contain the secret itself.
  if (hasSensitive(attribute) && hasExpression(value) && !(attribute.type === 'object' && isJsonObject(value)))
    return true;
  if (attribute.type === 'object' && isJsonObject(value)) return markConfiguration(attribute.attributes, value);
  return joinMarks(markValue(attribute, value), markCalls(value));
}

function markCalls(value: Json): Marks {
  if (typeof value === 'string') return splitTemplate(value).some((part) => 'source' in part && CALL.test(part.source));
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.keys(value).some(markCalls)) return true;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, markCalls(member ?? null) ?? null]));
}

/** A call of the function, also with a namespace. HCL permits spaces and comments before the parenthesis. */
const CALL = /(?<![\w-])sensitive(?:\s|\/\*[\s\S]*?\*\/|(?:#|\/\/).*\n)*\(/;
